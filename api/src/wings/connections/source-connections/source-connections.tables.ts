import type { Generated, JSONColumnType } from 'kysely';
import type {
  ChangePolicy,
  CheckStep,
  Dependent,
  DestinationSyncMode,
  Failure,
  Finding,
  Masks,
  NullCursorRule,
  RowFilter,
  SchemaChangeState,
  SourceConnectionAttributes,
  SyncMode,
  SystemCursor,
} from '@headwater/shared/contract';
import type { NullableJson } from '../../../platform/database/tables.ts';
import type { Configuration, StreamColumn } from '../../../engine/protocol/protocol.ts';
import type { SourceComments } from '../../../engine/protocol/source-comments.ts';
import type { SchemaDiff, StreamSchema } from './schema-changes/schema-diff.ts';

/** Why a connection is paused, since when, and by whom, if by someone. */
export type Pause = NonNullable<SourceConnectionAttributes['pause']>;

export interface SourceConnectionTable {
  workspace_id: string;
  id: string;
  name: string;
  connector: string;
  configuration: JSONColumnType<Configuration>;
  address: string;
  /** When the configuration was last saved. */
  configured_at: Generated<Date>;
  setup: SourceConnectionAttributes['setup'];
  setup_at: Generated<Date>;
  /** Why a check or a run found it broken. */
  setup_failure: NullableJson<Failure>;
  lifecycle: Generated<SourceConnectionAttributes['lifecycle']>;
  /** Why it is paused. */
  pause: NullableJson<Pause>;
  schema_state: Generated<SourceConnectionAttributes['schemaState']>;
  schema_failure: NullableJson<Failure>;
  /** When the last discovery ended, successfully or not. */
  schema_at: Date | null;
  discovery_started_at: Date | null;
  discovered_at: Date | null;
  accepts_shrinking: Generated<boolean>;
  change_policy: Generated<ChangePolicy>;
  /** How many of a table's newest versions are kept. */
  versions_kept: Generated<number>;
  /** For how many days all others are kept. */
  version_days: Generated<number>;
  version: Generated<number>;
  last_run_number: Generated<number>;
  last_lease_token: Generated<number>;
  created_at: Generated<Date>;
}

/** Also contains deleted connections with tables that are kept. `source_connections` shows the others. */
export interface AllSourceConnectionsTable extends SourceConnectionTable {
  deleted_at: Date | null;
  /** A user's name at that time. */
  deleted_by: string | null;
}

export interface StreamTable {
  workspace_id: string;
  source_connection_id: string;
  table_name: string;
  namespace: string | null;
  name: string;
  columns: JSONColumnType<StreamColumn[]>;
  primary_key: JSONColumnType<string[]>;
  estimated_rows: number | null;
  estimated_bytes: number | null;
  /** Null if none of its columns is one, or its connector can't use it. */
  suggested_cursor: string | null;
  /** By what its source finds new and changed rows, besides columns. */
  system_cursor: SystemCursor | null;
  problem: NullableJson<Failure>;
  findings: JSONColumnType<Finding[]>;
  /** Its source's own. */
  comments: JSONColumnType<SourceComments, string | undefined>;
  source: JSONColumnType<Record<string, unknown>>;
  /** Identifies the stream in its connection, whatever its table is called. */
  stream_key: string;
}

/** What people chose for a stream. A stream without settings isn't selected. */
export interface StreamSettingsTable {
  workspace_id: string;
  source_connection_id: string;
  stream_key: string;
  selected: boolean;
  /** Set if someone deselected it: a file that becomes readable again isn't selected automatically then. */
  deselected: Generated<boolean>;
  sync_mode: Generated<SyncMode>;
  destination_sync_mode: Generated<DestinationSyncMode>;
  cursor_column: string | null;
  /** The source's own if null. */
  key_columns: NullableJson<string[]>;
  null_cursor: Generated<NullCursorRule>;
  overlap: number | null;
  row_filter: NullableJson<RowFilter>;
  start_from: string | null;
  row_cap: number | null;
  masks: JSONColumnType<Masks, string | undefined>;
}

/** A change that a discovery found in a selected stream, or a new table. */
export interface SchemaChangeTable {
  workspace_id: string;
  id: string;
  source_connection_id: string;
  stream_key: string;
  table_name: string;
  diff: JSONColumnType<SchemaDiff>;
  /** What a pending change is compared with. Null for a new table. */
  baseline: NullableJson<StreamSchema>;
  breaking: boolean;
  /** As of the decision. */
  impact: JSONColumnType<Dependent[]>;
  state: SchemaChangeState;
  found_at: Generated<Date>;
  decided_at: Date | null;
  /** A user's name at that time. Null if the policy decided. */
  decided_by: string | null;
}

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    all_source_connections: AllSourceConnectionsTable;
    source_connections: SourceConnectionTable;
    connection_secrets: {
      workspace_id: string;
      source_connection_id: string;
      field: string;
      sealed: Buffer;
    };
    streams: StreamTable;
    stream_settings: StreamSettingsTable;
    schema_changes: SchemaChangeTable;
    connection_checks: {
      workspace_id: string;
      id: string;
      state: 'running' | 'succeeded' | 'failed' | 'canceled';
      steps: JSONColumnType<CheckStep[]>;
      fingerprint: Buffer | null;
      created_at: Generated<Date>;
    };
  }
}
