import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface WorkspaceTables {
    organizations: { id: string; name: string; created_by: string | null; created_at: Generated<Date> };
  }
}
