import type { RunStream, SyncRunFacts, SyncRunListItem, SyncRunResource } from '@headwater/shared/contract';
import type { SyncAttemptRow } from './sync-attempts.repository.ts';
import type { RunTotals, SyncRunRow, SyncRunStreamRow } from './sync-runs.repository.ts';

const NOTHING: RunTotals = { rowsRead: 0, rowsLoaded: 0, rowsRejected: 0 };

/** Presents a run with its tables and attempts. `position` is set if someone watches a waiting run. */
export function presentRun(
  run: SyncRunRow,
  streams: readonly SyncRunStreamRow[],
  attempts: readonly SyncAttemptRow[],
  position: number | null = null,
): SyncRunResource {
  const attributes = {
    ...factsOf(run, totalsOf(streams)),
    position,
    streams: streams.map((stream) => ({
      tableName: stream.table_name,
      state: stream.state,
      phase: stream.phase,
      rowsRead: stream.rows_read,
      rowsLoaded: stream.rows_loaded,
      rowsDeduplicated: stream.rows_deduplicated,
      rowsFiltered: stream.rows_filtered,
      rowsRejected: stream.rows_rejected,
      retry: retryOf(stream),
      estimatedRows: stream.estimated_rows,
      failure: stream.failure,
    })),
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.started_at.toISOString(),
      endedAt: attempt.ended_at?.toISOString() ?? null,
      outcome: attempt.outcome,
      failure: attempt.failure,
    })),
  };
  return { type: 'sync_runs', id: run.id, attributes };
}

function retryOf({ mode }: SyncRunStreamRow): RunStream['retry'] {
  if (mode.startsWith('full_refresh')) return 'any_run';
  return mode === 'incremental_append_dedup' ? 'from_scratch' : 'loses_history';
}

export const presentListedRun = (run: SyncRunRow, totals = NOTHING): SyncRunListItem => ({
  type: 'sync_runs',
  id: run.id,
  attributes: factsOf(run, totals),
});

function factsOf(run: SyncRunRow, totals: RunTotals): SyncRunFacts {
  return {
    number: run.number,
    state: run.state,
    trigger: run.trigger,
    startedBy: run.started_by,
    attempt: run.attempt,
    scope: run.scope,
    fromScratch: run.from_scratch,
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    endedAt: run.ended_at?.toISOString() ?? null,
    ...totals,
    failure: run.failure,
    retryAt: run.retry_at?.toISOString() ?? null,
  };
}

function totalsOf(streams: readonly SyncRunStreamRow[]): RunTotals {
  const committed = streams.filter(({ state }) => state === 'complete');
  const sum = (some: readonly SyncRunStreamRow[], column: 'rows_read' | 'rows_loaded' | 'rows_rejected') =>
    some.reduce((total, stream) => total + stream[column], 0);
  return {
    rowsRead: sum(streams, 'rows_read'),
    rowsLoaded: sum(committed, 'rows_loaded'),
    rowsRejected: sum(committed, 'rows_rejected'),
  };
}
