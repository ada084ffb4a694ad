import type { Failure } from '@headwater/shared/contract';
import type { SyncRun } from '../sync-run.queries.ts';

export interface TableFailure {
  tableName: string;
  failure: Failure;
}

export interface RunFailures {
  /** What kept the run as a whole from succeeding; null where tables failed, each for a reason of its own. */
  whole: Failure | null;
  tables: readonly TableFailure[];
}

const isSame = (one: Failure, other: Failure | null) =>
  one.code === other?.code && one.message === other.message;

/** A failure that every failed table shares is told once, as the run's; else each table tells its own. */
export function failuresOf(run: Pick<SyncRun, 'state' | 'failure' | 'streams'>): RunFailures {
  if (run.state === 'cancelled') return { whole: null, tables: [] };
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
