import type { Failure } from '@headwater/shared/contract';
import type { SyncRun } from '../sync-run.queries.ts';

export interface TableFailure {
  tableName: string;
  failure: Failure;
}

export interface RunFailures {
  /** What kept the whole run from succeeding; null if tables failed, each for its own reason. */
  whole: Failure | null;
  tables: readonly TableFailure[];
}

const isSame = (one: Failure, other: Failure | null) =>
  one.code === other?.code && one.message === other.message;

/** Returns a failure that all failed tables share once, as the run's, or else each table's own failure. */
export function failuresOf(run: Pick<SyncRun, 'state' | 'failure' | 'streams'>): RunFailures {
  if (run.state === 'canceled') return { whole: null, tables: [] };
  const failed = run.streams.flatMap(({ tableName, state, failure }) =>
    state === 'incomplete' && failure && failure.type !== 'manual_cancellation'
      ? [{ tableName, failure }]
      : [],
  );
  const own = failed.filter(({ failure }) => !isSame(failure, run.failure));
  const isShared = own.length === 0 && failed.length !== 1;
  if (isShared) return { whole: run.failure, tables: [] };
  // The run carries the first table's failure, unless it has one of its own, such as too many attempts.
  const isOfTables = failed.some(({ failure }) => isSame(failure, run.failure));
  return { whole: isOfTables ? null : run.failure, tables: failed };
}
