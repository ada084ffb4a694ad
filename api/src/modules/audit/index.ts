import type { ApiModule } from '../api-module.ts';

export { audit, type AuditAction, type AuditEvent } from './audit.ts';
export { auditDenial } from './denials.ts';

/** What was done, and by whom. All other modules write to it. */
export const auditing: ApiModule = { name: 'audit', needs: [], routes: [] };
