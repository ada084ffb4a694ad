import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { installationTransaction } from '../db/installation-db.ts';
import type { WorkspaceDb } from '../db/workspace-db.ts';
import { failure } from '../connectors/failure.ts';
import { DISCOVERY_LOST_AFTER_MS } from '../source-connections/index.ts';
import { nextState } from './run.ts';
import { lockRun, updateRun, type SyncRunRow } from './sync-runs.repository.ts';

export const HEARTBEAT_MS = 10_000;
/** A lease without a heartbeat for this long is lost. */
const LEASE_SECONDS = 60;

/** Thrown where somebody else has the run by now: whoever meets it stops and commits nothing. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

export interface Lease {
  workspaceId: string;
  runId: string;
  sourceConnectionId: string;
  /** Rises with each taking in a connection. */
  token: number;
  /** Counts from 1. */
  attempt: number;
}

/**
 * Takes the next run that is due (queued, its time to retry has come, or its worker was lost), or null. Two workers
 * never take the same: each passes over what another one holds.
 */
export function takeDueRun(database: Database): Promise<Lease | null> {
  return installationTransaction(database, async (db) => {
    const { rows } = await sql<SyncRunRow>`
      select * from sync_runs
      where (
          state = 'queued'
          or (state = 'incomplete' and retry_at <= now())
          or (state in ('running', 'cancelling') and lease_until <= now())
        )
        -- What it has to read is not known while the source's tables are being read again.
        and not exists (
          select from source_connections connection
          where connection.workspace_id = sync_runs.workspace_id
            and connection.id = sync_runs.source_connection_id
            and connection.schema_state = 'discovering'
            and connection.discovery_started_at > now() - make_interval(secs => ${DISCOVERY_LOST_AFTER_MS / 1_000})
        )
      order by created_at
      limit 1
      for update skip locked`.execute(db);
    const run = rows[0];
    if (!run) return null;
    if (run.state === 'cancelling') return endLostCancel(db, run);
    const { rows: leased } = await sql<{ token: number; attempt: number }>`
      with token as (
        update source_connections set last_lease_token = last_lease_token + 1
        where workspace_id = ${run.workspace_id} and id = ${run.source_connection_id}
        returning last_lease_token
      )
      update sync_runs set
        state = 'running', attempt = attempt + 1, failure = null, retry_at = null,
        started_at = coalesce(started_at, now()),
        lease_token = token.last_lease_token,
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from token
      where workspace_id = ${run.workspace_id} and id = ${run.id}
      returning lease_token as token, attempt`.execute(db);
    const { workspace_id: workspaceId, id: runId, source_connection_id: sourceConnectionId } = run;
    return { workspaceId, runId, sourceConnectionId, ...leased[0]! };
  });
}

/**
 * Ends every lease at once. For the start of a product with a store of its own: nobody else can have a worker on it,
 * so whatever still holds a lease is dead, and its runs need not wait for the lease to run out.
 */
export async function expireLeases(database: Database): Promise<void> {
  await installationTransaction(database, (db) =>
    sql`update sync_runs set lease_until = now() where state in ('running', 'cancelling')`.execute(db),
  );
}

/** Somebody asked for its end, and whoever was to see to it is gone. */
async function endLostCancel(
  db: Parameters<Parameters<typeof installationTransaction>[1]>[0],
  run: SyncRunRow,
): Promise<null> {
  await sql`
    update sync_runs set state = ${nextState('cancelling', { type: 'lease_lost' })!}, ended_at = now(), lease_until = null,
      failure = ${JSON.stringify(failure('cancelled'))}
    where workspace_id = ${run.workspace_id} and id = ${run.id}`.execute(db);
  return null;
}

/** Locks the run for a transaction under its lease; Fenced where another one has it. */
export async function lockUnderLease(db: WorkspaceDb, lease: Lease): Promise<SyncRunRow> {
  const run = await lockRun(db, lease.runId);
  if (!run || run.lease_token !== lease.token || !['running', 'cancelling'].includes(run.state))
    throw new Fenced();
  return run;
}

/** Prolongs the lease; answers whether the run is to be cancelled. */
export async function beat(db: WorkspaceDb, lease: Lease): Promise<{ cancel: boolean }> {
  const run = await lockUnderLease(db, lease);
  await sql`
    update sync_runs set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${lease.workspaceId} and id = ${lease.runId}`.execute(db);
  return { cancel: run.state === 'cancelling' };
}

/** Gives an attempt back that the product's own stop cut short: it goes on at the next start, as the same attempt. */
export async function handBack(db: WorkspaceDb, lease: Lease): Promise<void> {
  const run = await lockUnderLease(db, lease);
  await updateRun(db, lease.runId, { state: nextState(run.state, { type: 'lease_lost' })! });
  await sql`
    update sync_runs set attempt = greatest(attempt - 1, 0), lease_until = null
    where workspace_id = ${lease.workspaceId} and id = ${lease.runId}`.execute(db);
}
