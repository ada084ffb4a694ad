import { sql } from 'kysely';
import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { ConnectionNotification, EndedRun } from '../../hooks.ts';
import { getSourceConnection, setPause } from '../../connections/source-connections/index.ts';

/** A connection is paused after this many failed runs in a row … */
const PAUSE_AFTER_RUNS = 30;
/** … and this many days without a success. */
const PAUSE_AFTER_DAYS = 7;
/** Someone should look after so many failed runs in a row. */
const WARN_AFTER_RUNS = [4, 20];

/**
 * Notifies of a run that has just failed, or that succeeded after one that didn't, and pauses a connection whose runs
 * keep failing. In the transaction that ends the run, so that each happens once.
 */
export async function followFailures(
  { hooks, events }: Pick<Services, 'hooks' | 'events'>,
  db: WorkspaceDb,
  { sourceConnectionId, runId, state }: EndedRun,
): Promise<void> {
  const notify = (kind: ConnectionNotification['kind'], failures: number) =>
    hooks.within('onNotification', db, { kind, sourceConnectionId, runId, details: { failures } });
  if (state === 'succeeded') {
    if (await hadFailed(db, sourceConnectionId, runId)) await notify('sync_run.recover', 0);
    return;
  }
  if (state !== 'failed') return;
  const { failures, daysWithoutSuccess } = await streakOf(db, sourceConnectionId);
  await notify('sync_run.fail', failures);
  const { lifecycle } = await getSourceConnection(db, sourceConnectionId);
  if (lifecycle !== 'active') return;
  if (failures >= PAUSE_AFTER_RUNS && daysWithoutSuccess >= PAUSE_AFTER_DAYS) {
    await setPause(db, sourceConnectionId, { code: 'auto_paused', by: null });
    await notify('source_connection.auto_pause', failures);
    for (const type of ['source_connections', 'schedules'] as const)
      await events.publishIn(db, { type, id: sourceConnectionId, sourceConnectionId });
  } else if (WARN_AFTER_RUNS.includes(failures)) await notify('source_connection.keeps_failing', failures);
}

/** Whether the run before this one, apart from canceled ones, didn't succeed. */
async function hadFailed(db: WorkspaceDb, sourceConnectionId: string, runId: string): Promise<boolean> {
  const before = await db
    .selectFrom('sync_runs')
    .select('state')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('id', '<>', runId)
    .where('state', 'in', ['succeeded', 'partially_succeeded', 'failed'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before !== undefined && before.state !== 'succeeded';
}

/** Counts the runs that failed since the last one that loaded something, and the days since then. */
async function streakOf(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<{ failures: number; daysWithoutSuccess: number }> {
  const { rows } = await sql<{ failures: number; daysWithoutSuccess: number }>`
    with success as (
      select max(number) as number, max(ended_at) as at from sync_runs
      where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
        and state in ('succeeded', 'partially_succeeded')
    )
    select
      (select count(*) from sync_runs
        where workspace_id = connection.workspace_id and source_connection_id = connection.id
          and state = 'failed' and number > coalesce(success.number, 0))::int as failures,
      extract(epoch from now() - coalesce(success.at, connection.created_at))::float / 86400 as "daysWithoutSuccess"
    from source_connections connection, success
    where connection.workspace_id = ${db.workspaceId} and connection.id = ${sourceConnectionId}`.execute(db);
  return rows[0] ?? { failures: 0, daysWithoutSuccess: 0 };
}
