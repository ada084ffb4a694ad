import type { Generated } from 'kysely';

interface AuditEvents {
  id: string;
  at: Generated<Date>;
  actor_id: string | null;
  workspace_id: string | null;
  action: string;
  outcome: 'success' | 'failure' | 'denied';
  subject_type: string | null;
  subject_id: string | null;
  address: string | null;
  request_id: string | null;
  details: Generated<Record<string, unknown>>;
}

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    audit_events: AuditEvents;
  }
}
