import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    saved_queries: Table<'saved_queries'>;
    saved_query_versions: Table<'saved_query_versions', { parameters: Record<string, string | null> }>;
  }
}
