import type { FastifyRequest } from 'fastify';
import { newId } from '../../platform/database/ids.ts';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import './audit.tables.ts';

/** What is recorded, as `noun.verb`. Once used, a name keeps its meaning. */
export type AuditAction =
  | 'account.create'
  | 'account.delete'
  | 'account.update'
  | 'demo.begin'
  | 'demo_code.create'
  | 'demo_code.revoke'
  | 'email.change'
  | 'email.change_request'
  | 'email.confirm'
  | 'google.link'
  | 'google.unlink'
  | 'invitation.create'
  | 'password.change'
  | 'password.reset'
  | 'password.reset_request'
  | 'permission.deny'
  | 'report.create'
  | 'report.delete'
  | 'report.restore'
  | 'report.update'
  | 'saved_query.create'
  | 'saved_query.delete'
  | 'saved_query.restore'
  | 'saved_query.update'
  | 'schedule.update'
  | 'schema_change.approve'
  | 'schema_change.break'
  | 'schema_change.ignore'
  | 'selection.change'
  | 'service_account.create'
  | 'service_account.delete'
  | 'service_account.disable'
  | 'service_account.enable'
  | 'service_account.update'
  | 'service_token.create'
  | 'service_token.refuse'
  | 'service_token.revoke'
  | 'service_token.rotate'
  | 'session.begin'
  | 'session.end'
  | 'source_connection.auto_pause'
  | 'source_connection.create'
  | 'source_connection.delete'
  | 'source_connection.export'
  | 'source_connection.keeps_failing'
  | 'source_connection.late'
  | 'source_connection.pause'
  | 'source_connection.resume'
  | 'source_connection.update'
  | 'sql.run'
  | 'sql_view.create'
  | 'sql_view.delete'
  | 'sql_view.refresh'
  | 'sql_view.update'
  | 'superuser.grant'
  | 'superuser.list'
  | 'superuser.revoke'
  | 'stream_settings.change'
  | 'sync_run.cancel'
  | 'sync_run.fail'
  | 'sync_run.recover'
  | 'sync_run.start'
  | 'table.accept_version'
  | 'table.delete'
  | 'table.describe'
  | 'table.export'
  | 'table.export_delete'
  | 'table.keep_version'
  | 'table.profile'
  | 'table.restore_version'
  | 'table_view.create'
  | 'table_view.delete'
  | 'table_view.update'
  | 'tool_run.cancel'
  | 'tool_run.start'
  | 'tool_setup.create'
  | 'tool_setup.delete'
  | 'tool_setup.update'
  | 'workspace.create'
  | 'workspace.delete';

export interface AuditEvent {
  readonly action: AuditAction;
  readonly outcome?: 'success' | 'failure' | 'denied';
  /** Null if no one is signed in, as for a failed login or a command by the operator. */
  readonly actorId: string | null;
  readonly workspaceId?: string;
  readonly subject?: { readonly type: string; readonly id: string };
  /** The request that caused it, absent for the operator and for automatic actions. */
  readonly request?: Pick<FastifyRequest, 'ip' | 'id'>;
  /** Never contains a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Records what happened, in the transaction of the change itself, so that neither exists without the other. */
export async function audit(db: InstallationDb | WorkspaceDb, event: AuditEvent): Promise<void> {
  const { action, outcome = 'success', actorId, workspaceId, subject, request, details } = event;
  // The two types know different tables besides this one, which is too much for the compiler.
  await (db as WorkspaceDb)
    .insertInto('audit_events')
    .values({
      id: newId('aud'),
      actor_id: actorId,
      workspace_id: workspaceId ?? null,
      action,
      outcome,
      subject_type: subject?.type ?? null,
      subject_id: subject?.id ?? null,
      address: request?.ip ?? null,
      request_id: request?.id ?? null,
      ...(details && { details }),
    })
    .execute();
}
