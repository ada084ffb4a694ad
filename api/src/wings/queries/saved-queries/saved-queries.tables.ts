import type { Generated, JSONColumnType } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    saved_queries: {
      workspace_id: string;
      id: string;
      /** Unique within the workspace, whatever its case. */
      name: string;
      version: Generated<number>;
    };
    saved_query_versions: {
      workspace_id: string;
      saved_query_id: string;
      version: number;
      name: string;
      description: string;
      sql: string;
      parameters: JSONColumnType<Record<string, string | null>>;
      saved_by: string;
      saved_at: Generated<Date>;
      restored_version: number | null;
    };
  }
}
