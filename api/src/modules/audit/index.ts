export { audit, type AuditAction, type AuditEvent } from './audit.ts';
export { auditDenial } from './denials.ts';
