import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    table_views: {
      workspace_id: string;
      id: string;
      table_id: string;
      /** Unique within the table, whatever its case. */
      name: string;
      query: string;
      version: Generated<number>;
    };
  }
}
