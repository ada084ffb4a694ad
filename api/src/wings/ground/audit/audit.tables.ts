import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    audit_events: Table<'audit_events', { details: Record<string, unknown> }>;
  }
}
