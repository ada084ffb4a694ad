import type { ApiModule } from '../../api-module.ts';
import type { Notification } from '../../hooks.ts';
import { audit, type AuditEvent } from './audit.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

export { audit, type AuditAction, type AuditEvent } from './audit.ts';
export { auditDenial } from './denials.ts';

/** What was done, and by whom. All other modules write to it. */
export const auditing: ApiModule = {
  name: 'audit',
  needs: [],
  routes: auditLogRoutes,
  onNotification: (_services, db, notification) =>
    audit(db, {
      action: notification.kind,
      actorId: null,
      workspaceId: db.workspaceId,
      subject: subjectOf(notification),
      details: notification.details,
    }),
};

function subjectOf(notification: Notification): NonNullable<AuditEvent['subject']> {
  if (notification.kind === 'service_token.expiring')
    return { type: 'service_account_tokens', id: notification.tokenId };
  if ('alertId' in notification) return { type: 'reports', id: notification.reportId };
  const { kind, runId, sourceConnectionId } = notification;
  return kind.startsWith('sync_run.') && runId
    ? { type: 'sync_runs', id: runId }
    : { type: 'source_connections', id: sourceConnectionId };
}
