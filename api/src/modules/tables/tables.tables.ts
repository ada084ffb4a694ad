import type { Generated, JSONColumnType } from 'kysely';
import type { StreamColumn } from '../../engine/protocol/protocol.ts';

declare module '../../platform/database/tables.ts' {
  interface WorkspaceTables {
    tables: {
      workspace_id: string;
      id: string;
      source_connection_id: string;
      table_name: string;
      /** The stream that it's loaded from. Null if that was gone before this was stored. */
      stream_key: string | null;
      current_version: number | null;
      held_version: number | null;
      stale: Generated<boolean>;
    };
    table_versions: {
      workspace_id: string;
      table_id: string;
      version: number;
      run_id: string;
      rows: number;
      bytes: number;
      columns: JSONColumnType<StreamColumn[]>;
      primary_key: JSONColumnType<string[]>;
      committed_at: Generated<Date>;
    };
    /** Versions that build on each other share files. */
    version_files: {
      workspace_id: string;
      table_id: string;
      version: number;
      position: number;
      role: 'base' | 'delta' | 'deletes';
      /** Of the lease that wrote the file, which it names. */
      token: number;
      /** Null for files from before it was stored. */
      sha256: Buffer | null;
      rows: number;
      bytes: number;
    };
  }
}
