import type { ErrorObject } from '@headwater/shared/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import { allows, stateAfter } from '../../../platform/database/transitions.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LEASE_SECONDS, LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { VIEW_REFRESH } from './refresh.states.ts';
import { isDue, signatureOfInputs } from './sql-views.repository.ts';
import type { Signature } from './sql-views.tables.ts';

/** How long until a refresh is tried again that failed for reasons that pass. */
const RETRY_MINUTES = 5;

/** How many refreshes of a view its history has. */
export const REFRESHES_KEPT = 50;

/** Only one worker takes a view at a time. */
const TAKING = 6_604_127;

/** A refresh that has begun. */
export interface OpenRefresh {
  id: string;
  workspaceId: string;
  sourceConnectionId: string;
  viewId: string;
  tableName: string;
  sql: string;
  parameters: Readonly<Record<string, string | null>>;
  /** Of the file that it writes. */
  token: number;
  /** The versions of its tables as of its beginning, and the workspace's zone. */
  attempted: Signature;
}

/**
 * Takes the next view that is due, or returns null: on request at once, otherwise when all its tables are complete. A
 * view waits for views that it is made of, and for a run that is about to load one of its tables. Workspaces take turns;
 * `served` is the one that was served last.
 */
export function takeDueRefresh(database: Database, served: string): Promise<OpenRefresh | null> {
  return installationTransaction(database, async (db) => {
    await sql`select pg_advisory_xact_lock(${TAKING})`.execute(db);
    const { rows } = await sql<Omit<OpenRefresh, 'id' | 'token'>>`
      with due as (
        select view.workspace_id, view.id, view.requested_by
        from sql_views view
        left join sql_view_refreshes running on running.workspace_id = view.workspace_id
          and running.view_id = view.id and running.state = 'running'
        where coalesce(running.alive_until <= now(), ${isDue}) and ${isLiveWorkspace('view.workspace_id')}
      ), open as (
        select workspace_id, id from due
        union select workspace_id, view_id from sql_view_refreshes where state = 'running'
      ), next as (
        select due.* from due
        where not exists (
          select from sql_view_inputs input join open
            on open.workspace_id = input.workspace_id and open.id = input.table_id
          where input.workspace_id = due.workspace_id and input.view_id = due.id
        ) and (due.requested_by is not null or not exists (
          select from sql_view_inputs input
          join tables on tables.workspace_id = input.workspace_id and tables.id = input.table_id
          join sync_runs run on run.workspace_id = tables.workspace_id
            and run.source_connection_id = tables.source_connection_id and run.state in ('running', 'canceling')
          join sync_run_streams stream on stream.workspace_id = run.workspace_id and stream.run_id = run.id
            and stream.table_name = tables.table_name and stream.state in ('pending', 'running', 'rate_limited')
          where input.workspace_id = due.workspace_id and input.view_id = due.id
        ))
        order by due.requested_by is null, due.workspace_id <= ${served}, due.workspace_id, due.id
        limit 1
      )
      select view.workspace_id as "workspaceId", tables.source_connection_id as "sourceConnectionId",
        view.id as "viewId", tables.table_name as "tableName", view.sql, view.parameters, ${signatureOfInputs} as attempted
      from next join sql_views view on view.workspace_id = next.workspace_id and view.id = next.id
      join tables on tables.workspace_id = view.workspace_id and tables.id = view.id
      for update of view`.execute(db);
    const taken = rows[0];
    if (!taken) return null;
    const { workspaceId, viewId, sourceConnectionId, attempted } = taken;
    const { rows: lost } = await sql<{ requestedBy: string | null }>`
      update sql_view_refreshes set state = ${stateAfter(VIEW_REFRESH, 'lost')}, ended_at = now()
      where workspace_id = ${workspaceId} and view_id = ${viewId} and ${allows(VIEW_REFRESH, 'lost')}
      returning requested_by as "requestedBy"`.execute(db);
    const id = newId('rfr');
    const { rows: begun } = await sql<{ token: number }>`
      with token as (
        update all_source_connections set last_lease_token = last_lease_token + 1
        where workspace_id = ${workspaceId} and id = ${sourceConnectionId}
        returning last_lease_token as number
      ), begun as (
        insert into sql_view_refreshes (workspace_id, id, view_id, token, state, requested_by, alive_until)
        select view.workspace_id, ${id}, view.id, token.number, 'running',
          coalesce(view.requested_by, ${lost[0]?.requestedBy ?? null}),
          now() + make_interval(secs => ${LEASE_SECONDS})
        from sql_views view, token where view.workspace_id = ${workspaceId} and view.id = ${viewId}
      ), taken as (
        update sql_views set requested_by = null, retry_at = null, attempted = ${JSON.stringify(attempted)}::jsonb
        where workspace_id = ${workspaceId} and id = ${viewId}
      )
      select number as token from token`.execute(db);
    return { ...taken, id, token: begun[0]!.token };
  });
}

/** Makes all refreshes due whose worker has just been alive, when a product with its own store starts. */
export async function expireRefreshes(database: Database): Promise<void> {
  await installationTransaction(database, (db) =>
    sql`update sql_view_refreshes set alive_until = now() where ${allows(VIEW_REFRESH, 'returned')}`.execute(
      db,
    ),
  );
}

/** Says that the worker is alive. Returns false if the view was deleted, or another worker has taken it. */
export async function keepAlive(db: WorkspaceDb, { id }: OpenRefresh): Promise<boolean> {
  const { rows } = await sql`
    update sql_view_refreshes set alive_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where workspace_id = ${db.workspaceId} and id = ${id} and ${allows(VIEW_REFRESH, 'renewed')}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Gives a refresh back whose worker stops. Another one begins it anew. */
export async function handBack(db: WorkspaceDb, { id }: OpenRefresh): Promise<void> {
  await sql`
    update sql_view_refreshes set alive_until = now()
    where workspace_id = ${db.workspaceId} and id = ${id} and ${allows(VIEW_REFRESH, 'returned')}`.execute(
    db,
  );
}

/** Stores that a view is what its query makes of these versions. Throws LeaseLost if another worker has taken it. */
export async function endSucceeded(
  db: WorkspaceDb,
  { id, viewId }: OpenRefresh,
  { version, rows, zone, read }: { version: number; rows: number; zone: string; read: Signature },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sql_view_refreshes')
    .set({
      state: stateAfter(VIEW_REFRESH, 'succeeded'),
      ended_at: sql<Date>`now()`,
      ...{ version, rows, zone },
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where(allows(VIEW_REFRESH, 'succeeded'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
  await sql`
    -- Somebody may have edited it meanwhile.
    update sql_views set waits_for = '{}',
      attempted = case when attempted is not null then ${JSON.stringify(read)}::jsonb end
    where workspace_id = ${db.workspaceId} and id = ${viewId}`.execute(db);
  await deleteOldRefreshes(db, viewId);
}

interface Failed {
  failure: ErrorObject;
  /** Names in lower case that no table has yet. */
  waitsFor: readonly string[];
  /** Whether another try can help although nothing has changed. */
  passes: boolean;
}

/** Stores why a view keeps showing what it showed. Returns false if another worker has taken it. */
export async function endFailed(
  db: WorkspaceDb,
  { id, viewId, attempted }: OpenRefresh,
  { failure, waitsFor, passes }: Failed,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sql_view_refreshes')
    .set({
      state: stateAfter(VIEW_REFRESH, 'failed'),
      ended_at: sql<Date>`now()`,
      failure: JSON.stringify(failure),
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where(allows(VIEW_REFRESH, 'failed'))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const key = sql`view.workspace_id = ${db.workspaceId} and view.id = ${viewId}`;
  await sql`
    update sql_views view set waits_for = ${[...waitsFor]}::text[],
      retry_at = case when ${passes} then now() + make_interval(mins => ${RETRY_MINUTES}) end
    where ${key}`.execute(db);
  // What has changed since the beginning still counts as changed.
  await sql`
    update sql_views view set attempted = ${signatureOfInputs} || ${JSON.stringify(attempted)}::jsonb
    where ${key} and attempted is not null`.execute(db);
  await sql`
    update tables set stale = true
    where workspace_id = ${db.workspaceId} and id = ${viewId} and current_version is not null`.execute(db);
  await deleteOldRefreshes(db, viewId);
  return true;
}

async function deleteOldRefreshes(db: WorkspaceDb, viewId: string): Promise<void> {
  await sql`
    delete from sql_view_refreshes where workspace_id = ${db.workspaceId} and id in (
      select id from sql_view_refreshes where workspace_id = ${db.workspaceId} and view_id = ${viewId}
      order by started_at desc offset ${REFRESHES_KEPT}
    )`.execute(db);
}

/**
 * Views whose tables were found unchanged at their sources are as fresh as these: moves their age on. Views show the
 * oldest of what they are made of.
 */
export async function confirmFreshness(database: Database): Promise<void> {
  await installationTransaction(database, (db) =>
    sql`
      update table_versions version set checked_at = fresh.at
      from (
        select made.workspace_id, made.table_id, made.version, min(coalesce(part.checked_at, part.committed_at)) as at
        from sql_views view
        join tables shown on shown.workspace_id = view.workspace_id and shown.id = view.id
        join table_versions made on made.workspace_id = shown.workspace_id and made.table_id = shown.id
          and made.version = shown.current_version,
        jsonb_to_recordset(made.made_of) as source("tableId" text, version integer)
        join tables on tables.id = source."tableId" and tables.current_version = source.version
        join table_versions part on part.workspace_id = tables.workspace_id and part.table_id = tables.id
          and part.version = tables.current_version
        where tables.workspace_id = view.workspace_id
        group by made.workspace_id, made.table_id, made.version
        having count(*) = max(jsonb_array_length(made.made_of))
      ) fresh
      where version.workspace_id = fresh.workspace_id and version.table_id = fresh.table_id
        and version.version = fresh.version and version.checked_at is distinct from fresh.at`.execute(db),
  );
}
