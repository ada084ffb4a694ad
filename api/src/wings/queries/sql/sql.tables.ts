import type { ErrorObject } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    sql_runs: Table<'sql_runs', { parameters: Record<string, string | null>; error: ErrorObject }>;
  }
}
