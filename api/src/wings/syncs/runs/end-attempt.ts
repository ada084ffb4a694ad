import { sql } from 'kysely';
import type { Failure, RunState } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { pauseBecause, updateSetup } from '../../connections/source-connections/index.ts';
import { markStale } from '../../tables/tables/index.ts';
import { countAttempt, isEnded, nextState, RUN_HOURS, verdictOf, type Tries, type Verdict } from './run.ts';
import { endAttemptRow } from './sync-attempts.repository.ts';
import {
  listRunStreams,
  updateRun,
  updateRunStream,
  type SyncRunRow,
  type SyncRunStreamRow,
} from './sync-runs.repository.ts';

/** Failures after which a later run could miss rows, so someone has to decide how to go on. */
const PAUSING: ReadonlySet<string> = new Set([
  'cursor_went_back',
  'row_versions_lost',
  'cursor_missing',
  'key_missing',
]);

/** A run after an attempt. */
export interface EndedAttempt {
  state: RunState;
  /** How many of its tables are complete. */
  complete: number;
  tables: number;
  failure: Failure | null;
  /** Null if there is no other attempt. */
  retryInSeconds: number | null;
  /** Tables have changed at the source, so they have to be listed again before the next attempt. */
  needsDiscovery: boolean;
}

/** Stores the outcome of a locked run's attempt, based on its streams, and whether another attempt follows. */
export async function endAttempt(db: WorkspaceDb, run: SyncRunRow): Promise<EndedAttempt | null> {
  const { streams, tries, verdict } = await evaluate(db, run);
  const state = nextState(run.state, { type: 'attempt_ended', outcome: verdict.outcome });
  if (!state) return null;
  const open = streams.filter((stream) => stream.state !== 'complete');
  const reason = open.find((stream) => stream.failure)?.failure ?? null;
  const changed = open.filter((stream) => stream.failure?.code === 'schema_changed');
  const needsDiscovery = verdict.outcome === 'incomplete' && changed.length > 0;
  for (const { table_name } of needsDiscovery ? changed : [])
    await updateRunStream(db, run.id, table_name, { schema_refreshed: true });
  const end = {
    state,
    failure: failureOf(run, verdict, reason),
    retryInSeconds: verdict.outcome !== 'incomplete' ? null : needsDiscovery ? 0 : verdict.retryInSeconds,
  };
  const ended = { ...end, complete: streams.length - open.length, tables: streams.length, needsDiscovery };
  await updateRun(db, run.id, { ...end, tries, ...(isEnded(state) && { ended: true }) });
  await endAttemptRow(db, run, state === 'canceled' ? 'canceled' : verdict.outcome, reason);
  if (state === 'canceled') return ended;
  const { source_connection_id: sourceConnectionId } = run;
  if (open.some((stream) => stream.failure && PAUSING.has(stream.failure.code)))
    await pauseBecause(db, sourceConnectionId, 'rows_could_be_missed');
  await markStale(
    db,
    sourceConnectionId,
    open.map(({ table_name }) => table_name),
  );
  const isOurs = reason !== null && reason.origin !== 'source';
  if (!isOurs)
    await updateSetup(db, sourceConnectionId, reason?.type === 'config_error' ? 'broken' : 'connected');
  return ended;
}

/**
 * Ends the attempt of a locked run whose worker is gone. It counts like any other. If another attempt may
 * follow, the run is queued without a pause, because the lease's expiry was delay enough.
 */
export async function endLostAttempt(db: WorkspaceDb, run: SyncRunRow): Promise<EndedAttempt | null> {
  await endOpenStreams(db, run.id, failure(run.state === 'canceling' ? 'canceled' : 'worker_lost'));
  const { tries, verdict } = await evaluate(db, run);
  if (run.state === 'canceling' || verdict.outcome !== 'incomplete') return endAttempt(db, run);
  await updateRun(db, run.id, { state: nextState(run.state, { type: 'lease_lost' })!, tries });
  await endAttemptRow(db, run, 'lost', failure('worker_lost'));
  return null;
}

/**
 * Ends the streams that no one reads anymore with this failure. If it's about what was being read, such as the memory
 * that this took, the streams that hadn't begun only have lost their process, and are read in the next attempt.
 */
export async function endOpenStreams(db: WorkspaceDb, runId: string, reason: Failure): Promise<void> {
  const open = (await streamsOf(db, runId)).filter(
    ({ state }) => state !== 'complete' && state !== 'incomplete',
  );
  const isOfOne = IS_OF_ONE.has(reason.code) && open.some(({ state }) => state !== 'pending');
  for (const { table_name, state } of open) {
    const own = isOfOne && state === 'pending' ? failure('process_lost') : reason;
    await updateRunStream(db, runId, table_name, { state: 'incomplete', failure: own });
  }
}

const IS_OF_ONE: ReadonlySet<string> = new Set(['memory_limit_reached', 'work_without_progress']);

async function evaluate(
  db: WorkspaceDb,
  run: SyncRunRow,
): Promise<{ streams: SyncRunStreamRow[]; tries: Tries; verdict: Verdict }> {
  const streams = await streamsOf(db, run.id);
  const before = {
    withProgress: run.attempts_with_progress,
    withoutProgress: run.attempts_without_progress,
    withoutProgressInARow: run.attempts_without_progress_in_a_row,
  };
  const tries = countAttempt(before, run.progressed);
  return { streams, tries, verdict: verdictOf(streams, tries, await secondsLeft(db, run.id)) };
}

/** Returns the seconds until the deadline, by the database's clock, like the deadline itself. */
async function secondsLeft(db: WorkspaceDb, runId: string): Promise<number> {
  const { rows } = await sql<{ left: number | null }>`
    select extract(epoch from deadline - now())::float as left from sync_runs
    where workspace_id = ${db.workspaceId} and id = ${runId}`.execute(db);
  return rows[0]?.left ?? RUN_HOURS * 3_600;
}

const streamsOf = async (db: WorkspaceDb, runId: string) =>
  (await listRunStreams(db, [runId])).get(runId) ?? [];

function failureOf(run: SyncRunRow, verdict: Verdict, last: Failure | null): Failure | null {
  if (verdict.outcome === 'incomplete' || verdict.givenUp === null) return last;
  if (verdict.givenUp === 'run_too_long') return failure('run_too_long', { hours: RUN_HOURS });
  const { message: cause = '', code: causeCode = '', values = {} } = last ?? {};
  return failure('retries_exhausted', { ...values, attempts: run.attempt, cause, causeCode });
}
