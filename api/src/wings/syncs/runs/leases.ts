import { sql } from 'kysely';
import { failure } from '@headwater/base/failures/failure';
import type { Database } from '../../../platform/database/database.ts';
import { installationSelect, installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LEASE_SECONDS, LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { DISCOVERY_LOST_AFTER_MS } from '../../connections/source-connections/index.ts';
import { isEnded, nextState, RUN_HOURS } from './run.ts';
import { beginAttempt, endAttemptRow } from './sync-attempts.repository.ts';
import { lockRun, updateRun, type SyncRunRow } from './sync-runs.repository.ts';

/** The key of a lock that lets one worker at a time look for a run. Otherwise, two could see the same free slot. */
const TAKING = 5_213_077;

export interface Lease {
  workspaceId: string;
  runId: string;
  sourceConnectionId: string;
  /** Increases with each lease in a connection. */
  token: number;
  /** The number of the attempt within the run, from 1. */
  attempt: number;
}

/** Selects how many runs of each workspace have a slot. */
const BUSY = sql`
  select workspace_id, count(*) as runs from sync_runs
  where state in ('running', 'canceling') and lease_until > now()
  group by workspace_id`;

/**
 * A condition on `run`. A paused connection makes no automatic retries. While the source's tables are being
 * discovered again, it isn't known what the run has to read.
 */
const IS_DUE = sql`
  (run.state = 'queued' or (run.state = 'incomplete' and run.retry_at <= now()))
  and ${isLiveWorkspace('run.workspace_id')}
  and exists (
    select from source_connections connection
    where connection.workspace_id = run.workspace_id
      and connection.id = run.source_connection_id
      and (run.state = 'queued' or connection.lifecycle = 'active')
      and (connection.schema_state <> 'discovering' or coalesce(
        connection.discovery_started_at <= now() - make_interval(secs => ${DISCOVERY_LOST_AFTER_MS / 1_000}), true))
  )`;

/**
 * Returns the position in line of a due run, from 1, assuming that all runs take the same time. Returns null
 * if the run isn't due or no longer due.
 */
export async function placeInLine(database: Database, runId: string): Promise<number | null> {
  const [found] = await installationSelect<{ place: number }>(
    database,
    sql`
      with busy as (${BUSY}), due as (
        select run.id, run.created_at,
          coalesce(busy.runs, 0)
            + row_number() over (partition by run.workspace_id order by run.created_at, run.id) as turn,
          (select max(leased_at) from sync_runs where workspace_id = run.workspace_id) as served_at
        from sync_runs run left join busy using (workspace_id)
        where ${IS_DUE}
      ), line as (
        select id, row_number() over (order by turn, served_at nulls first, created_at, id) as place from due
      )
      select place from line where id = ${runId}`,
  );
  return found?.place ?? null;
}

/**
 * Takes the next due run (queued, or with its retry time reached), or returns null. Fair between workspaces:
 * one that already has half of the `slots` waits while another one has a due run. Among the others, the one
 * that was served longest ago comes first, with its oldest run. `onlyIdle`: of workspaces that have nothing running.
 */
export function takeDueRun(
  database: Database,
  slots: number,
  { onlyIdle = false } = {},
): Promise<Lease | null> {
  const share = Math.max(1, Math.floor(slots / 2));
  return installationTransaction(database, async (db) => {
    await sql`select pg_advisory_xact_lock(${TAKING})`.execute(db);
    const { rows } = await sql<SyncRunRow>`
      with busy as (${BUSY})
      select run.* from sync_runs run left join busy using (workspace_id)
      where ${IS_DUE} and (not ${onlyIdle}::boolean or busy.runs is null)
      order by
        coalesce(busy.runs, 0) >= ${share},
        (select max(leased_at) from sync_runs where workspace_id = run.workspace_id) nulls first,
        run.created_at, run.id
      limit 1
      for update of run skip locked`.execute(db);
    const run = rows[0];
    if (!run) return null;
    const state = nextState(run.state, { type: 'leased' })!;
    const { rows: leased } = await sql<Pick<Lease, 'token' | 'attempt'>>`
      with token as (
        update source_connections set last_lease_token = last_lease_token + 1
        where workspace_id = ${run.workspace_id} and id = ${run.source_connection_id}
        returning last_lease_token
      )
      update sync_runs set
        state = ${state}, attempt = attempt + 1, progressed = false, failure = null, retry_at = null,
        started_at = coalesce(started_at, now()), leased_at = now(),
        -- A retry keeps the remaining time. A run that was queued, by a user or because its worker is gone, gets all of it.
        deadline = case when state = 'incomplete' then deadline else now() + make_interval(hours => ${RUN_HOURS}) end,
        lease_token = token.last_lease_token,
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from token
      where workspace_id = ${run.workspace_id} and id = ${run.id}
      returning lease_token as token, attempt`.execute(db);
    if (!leased[0]) return null; // Its connection has just been deleted.
    const { workspace_id: workspaceId, id: runId, source_connection_id: sourceConnectionId } = run;
    const lease = { workspaceId, runId, sourceConnectionId, ...leased[0] };
    await beginAttempt(db, lease);
    return lease;
  });
}

/** Returns runs whose worker has sent no heartbeat for the duration of a lease. */
export function listLostRuns(
  database: Database,
): Promise<{ workspaceId: string; runId: string; sourceConnectionId: string }[]> {
  return installationTransaction(database, async (db) => {
    const { rows } = await sql<{ workspaceId: string; runId: string; sourceConnectionId: string }>`
      select workspace_id as "workspaceId", id as "runId", source_connection_id as "sourceConnectionId"
      from sync_runs where state in ('running', 'canceling') and lease_until <= now()`.execute(db);
    return rows;
  });
}

/** Locks a run from that list. Returns undefined if it is no longer lost. */
export async function lockLostRun(db: WorkspaceDb, runId: string): Promise<SyncRunRow | undefined> {
  const { rows } = await sql<SyncRunRow>`
    select * from sync_runs
    where workspace_id = ${db.workspaceId} and id = ${runId}
      and state in ('running', 'canceling') and lease_until <= now()
    for update skip locked`.execute(db);
  return rows[0];
}

/**
 * Ends every lease at once, when a product with its own store starts. No one else can have a worker on that
 * store, so every holder of a lease is dead, and its runs need not wait until the lease expires.
 */
export async function expireLeases(database: Database): Promise<void> {
  await installationTransaction(database, (db) =>
    sql`update sync_runs set lease_until = now() where state in ('running', 'canceling')`.execute(db),
  );
}

/** Locks the run for a transaction under its lease. Throws LeaseLost if another worker has it. */
export async function lockUnderLease(db: WorkspaceDb, lease: Lease): Promise<SyncRunRow> {
  const run = await lockRun(db, lease.runId);
  if (!run || run.lease_token !== lease.token || !['running', 'canceling'].includes(run.state))
    throw new LeaseLost();
  return run;
}

/** Renews the lease. Returns why the attempt should stop, or null if it should continue. */
export async function beat(db: WorkspaceDb, lease: Lease): Promise<'canceled' | 'run_too_long' | null> {
  const run = await lockUnderLease(db, lease);
  const { rows } = await sql<{ overdue: boolean }>`
    update sync_runs set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${lease.workspaceId} and id = ${lease.runId}
    returning deadline <= now() as overdue`.execute(db);
  if (run.state === 'canceling') return 'canceled';
  return rows[0]?.overdue ? 'run_too_long' : null;
}

/**
 * Returns a run whose attempt was interrupted by the product's stop. It continues at the next start,
 * as the same attempt.
 */
export async function handBack(db: WorkspaceDb, lease: Lease): Promise<void> {
  const run = await lockUnderLease(db, lease);
  const state = nextState(run.state, { type: 'lease_lost' })!;
  const ended = isEnded(state) && { ended: true as const, failure: failure('canceled') };
  await updateRun(db, lease.runId, { state, ...ended });
  await endAttemptRow(db, run, state === 'canceled' ? 'canceled' : 'interrupted', null);
  await sql`
    update sync_runs set attempt = greatest(attempt - 1, 0), lease_until = null
    where workspace_id = ${lease.workspaceId} and id = ${lease.runId}`.execute(db);
}
