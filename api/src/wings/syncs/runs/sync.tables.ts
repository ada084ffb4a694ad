import type { Generated, JSONColumnType } from 'kysely';
import type {
  AttemptOutcome,
  Failure,
  MessageValues,
  RejectionCode,
  RunState,
  RunStream,
  StreamState,
  SyncRunAttributes,
} from '@headwater/shared/contract';
import type { NullableJson } from '../../../platform/database/tables.ts';

export interface SyncRunTable {
  workspace_id: string;
  id: string;
  source_connection_id: string;
  number: number;
  state: RunState;
  trigger: SyncRunAttributes['trigger'];
  /** A user's name at that time. Null for runs that start automatically. */
  started_by: string | null;
  started_by_id: string | null;
  attempt: Generated<number>;
  /** The only tables to read, by name. All selected ones if null. */
  scope: NullableJson<string[]>;
  /** Stored states are ignored. */
  from_scratch: Generated<boolean>;
  failure: NullableJson<Failure>;
  retry_at: Date | null;
  lease_token: number | null;
  lease_until: Date | null;
  leased_at: Date | null;
  deadline: Date | null;
  progressed: Generated<boolean>;
  attempts_with_progress: Generated<number>;
  attempts_without_progress: Generated<number>;
  attempts_without_progress_in_a_row: Generated<number>;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface SyncAttemptTable {
  workspace_id: string;
  run_id: string;
  number: number;
  started_at: Generated<Date>;
  ended_at: Date | null;
  outcome: AttemptOutcome | null;
  failure: NullableJson<Failure>;
}

export interface SyncRunStreamTable {
  workspace_id: string;
  run_id: string;
  table_name: string;
  state: StreamState;
  phase: RunStream['phase'];
  rows_read: Generated<number>;
  rows_loaded: Generated<number>;
  rows_rejected: Generated<number>;
  rows_deduplicated: Generated<number>;
  rows_filtered: Generated<number>;
  /** The sync mode and the destination sync mode. */
  mode: Generated<string>;
  estimated_rows: number | null;
  /** Until when the source makes it wait. Only has a meaning while it's rate limited. */
  limited_until: Date | null;
  failure: NullableJson<Failure>;
  /** The tables of the source were listed again in this run because this one had changed. */
  schema_refreshed: Generated<boolean>;
  /** How many rows the table had after the run. Null unless it was counted. */
  table_rows: number | null;
  /** How many of them are NULL, by column. Null if the run didn't change the table, or before this was stored. */
  null_counts: NullableJson<Record<string, number>>;
  /** The size of the version that the run has written. 0 if it changed nothing, null before this was stored. */
  bytes_written: number | null;
}

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    sync_runs: SyncRunTable;
    sync_run_streams: SyncRunStreamTable;
    sync_attempts: SyncAttemptTable;
    /** A row for each change of ended runs, as long as the table of the workspace's runs doesn't show it. */
    run_fact_changes: { workspace_id: string; position: Generated<number> };
    rejected_rows: {
      workspace_id: string;
      run_id: string;
      position: Generated<number>;
      table_name: string;
      line: number | null;
      column_name: string | null;
      code: RejectionCode | null;
      reason: string;
      reason_values: JSONColumnType<MessageValues>;
      raw: string;
    };
  }
}
