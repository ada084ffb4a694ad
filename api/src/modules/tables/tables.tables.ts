import type { Generated, JSONColumnType } from 'kysely';
import type { StreamColumn } from '../../engine/protocol/protocol.ts';

declare module '../../platform/database/tables.ts' {
  interface WorkspaceTables {
    tables: {
      workspace_id: string;
      id: string;
      source_connection_id: string;
      table_name: string;
      current_version: number | null;
      held_version: number | null;
      stale: Generated<boolean>;
    };
    table_versions: {
      workspace_id: string;
      table_id: string;
      version: number;
      run_id: string;
      token: number;
      rows: number;
      bytes: number;
      columns: JSONColumnType<StreamColumn[]>;
      primary_key: JSONColumnType<string[]>;
      committed_at: Generated<Date>;
    };
  }
}
