import type { AuditAction } from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './audit.tables.ts';

export type { AuditAction };

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
      ...(details && { details: JSON.stringify(details) }),
    })
    .execute();
}
