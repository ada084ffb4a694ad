import type { Failure, MessageValues, RejectionCode } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';

export type SyncRunTable = Table<'sync_runs', { scope: string[]; failure: Failure }>;

export type SyncAttemptTable = Table<'sync_attempts', { failure: Failure }>;

export type SyncRunStreamTable = Table<
  'sync_run_streams',
  { failure: Failure; null_counts: Record<string, number> }
>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    sync_runs: SyncRunTable;
    sync_run_streams: SyncRunStreamTable;
    sync_attempts: SyncAttemptTable;
    run_fact_changes: Table<'run_fact_changes'>;
    rejected_rows: Table<'rejected_rows', { code: RejectionCode; reason_values: MessageValues }>;
  }
}
