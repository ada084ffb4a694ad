import type {
  CheckStep,
  Dependent,
  Failure,
  Finding,
  Masks,
  RowFilter,
  SourceConnectionAttributes,
  SystemCursor,
} from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';
import type { Configuration, StreamColumn } from '@headwater/protocol/protocol';
import type { SourceComments } from '@headwater/protocol/source-comments';
import type { SchemaDiff, StreamSchema } from './schema-changes/schema-diff.ts';

/** Why a connection is paused, since when, and by whom, if by someone. */
export type Pause = NonNullable<SourceConnectionAttributes['pause']>;

interface ConnectionContent {
  configuration: Configuration;
  setup_failure: Failure;
  pause: Pause;
  schema_failure: Failure;
}

export type SourceConnectionTable = Table<'source_connections', ConnectionContent>;

export type StreamTable = Table<
  'streams',
  {
    columns: StreamColumn[];
    primary_key: string[];
    system_cursor: SystemCursor;
    problem: Failure;
    findings: Finding[];
    comments: SourceComments;
    source: Record<string, unknown>;
  }
>;

export type StreamSettingsTable = Table<
  'stream_settings',
  { key_columns: string[]; row_filter: RowFilter; masks: Masks }
>;

export type SchemaChangeTable = Table<
  'schema_changes',
  { diff: SchemaDiff; baseline: StreamSchema; impact: Dependent[] }
>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    all_source_connections: Table<'all_source_connections', ConnectionContent>;
    source_connections: SourceConnectionTable;
    connection_secrets: Table<'connection_secrets'>;
    streams: StreamTable;
    stream_settings: StreamSettingsTable;
    schema_changes: SchemaChangeTable;
    connection_checks: Table<'connection_checks', { steps: CheckStep[] }>;
  }
}
