import type { Generated, JSONColumnType } from 'kysely';
import type { NullableJson } from '../../../platform/database/tables.ts';
import type { SourceComments } from '../../../engine/protocol/source-comments.ts';
import type { LoadedWith, StreamColumn, StreamState } from '../../../engine/protocol/protocol.ts';

import type { SourceVersion } from './versions.repository.ts';

declare module '../../../platform/database/tables.ts' {
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
      /** How much its versions take, files that they share once. */
      stored_bytes: Generated<number>;
      /** What its source says about it and its columns, as it was last known. */
      comments: JSONColumnType<SourceComments, string | undefined>;
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
      /** Increases with each load from scratch. Versions of one generation build on each other. */
      generation: Generated<number>;
      /** The connector's state as of this version, from which the next incremental read continues. */
      state: NullableJson<StreamState>;
      /** What the version was loaded with. Null for versions from before this was stored. */
      loaded_with: NullableJson<LoadedWith>;
      /** When a run last found that the source had no changes since. */
      checked_at: Date | null;
      /** How many rows have NULL, by column. Null for versions from before this was stored. */
      null_counts: NullableJson<Record<string, number>>;
      /** The version whose data it brought back. */
      restored_from: number | null;
      /** A user's name at that time. */
      restored_by: string | null;
      /** Only of a view. */
      made_of: NullableJson<SourceVersion[]>;
      /** When its files were found missing or altered. */
      damaged_at: Date | null;
    };
    /** What people say about tables and their columns. */
    table_descriptions: {
      workspace_id: string;
      table_id: string;
      description: Generated<string>;
      /** A member of the workspace. */
      owner_id: string | null;
      tags: Generated<string[]>;
      /** By name. */
      columns: JSONColumnType<Record<string, string>>;
      version: Generated<number>;
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
      /** When the file was last compared with its hash. */
      verified_at: Date | null;
    };
  }
}
