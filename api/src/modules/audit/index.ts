import type { ApiModule } from '../api-module.ts';
import { audit } from './audit.ts';
import { auditLogRoutes } from './audit-log.routes.ts';

export { audit, type AuditAction, type AuditEvent } from './audit.ts';
export { auditDenial } from './denials.ts';

/** What was done, and by whom. All other modules write to it. */
export const auditing: ApiModule = {
  name: 'audit',
  needs: [],
  routes: auditLogRoutes,
  onNotification: (_services, db, { kind, sourceConnectionId, runId, details }) =>
    audit(db, {
      action: kind,
      actorId: null,
      workspaceId: db.workspaceId,
      subject:
        kind.startsWith('sync_run.') && runId
          ? { type: 'sync_runs', id: runId }
          : { type: 'source_connections', id: sourceConnectionId },
      details,
    }),
};
