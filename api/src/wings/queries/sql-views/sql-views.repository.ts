import type { ErrorObject } from '@headwater/shared/contract';
import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { readZone } from '../../people/organizations/index.ts';
import type { BoundName } from '../sql/index.ts';
import { columnsMaskedSince } from '../../tables/tables/index.ts';
import './sql-views.tables.ts';
import { listBoundNames } from './view-inputs.ts';

/** What its tables are called and how old they are, as JSON. */
export interface ViewInput {
  sourceConnectionId: string;
  sourceConnectionName: string;
  tableName: string;
  freshAsOf: string | null;
}

export interface SqlViewRow extends ViewQuery {
  id: string;
  sourceConnectionId: string;
  tableName: string;
  /** The saved query that it follows. */
  savedQuery: { id: string; name: string } | null;
  version: number;
  tableVersion: number | null;
  /** Columns of its tables that are masked by now, but not in its rows. */
  maskedSince: string[];
  isDue: boolean;
  inputs: ViewInput[];
  /** Of the last refresh, null before the first one. */
  state: 'running' | 'succeeded' | 'failed' | null;
  failure: ErrorObject | null;
  endedAt: Date | null;
  /** In which the last refresh that succeeded ran. */
  zone: string | null;
}

/**
 * Returns the connection of the workspace's views, which is created with the first one. Nobody else changes views until
 * the transaction ends.
 */
export async function lockViewsConnection(db: WorkspaceDb): Promise<string> {
  await sql`
    insert into all_source_connections (workspace_id, id, name, connector, configuration, address, setup)
    values (${db.workspaceId}, ${newId('src')}, 'Views', 'views', '{}', '', 'connected')
    on conflict (workspace_id) where connector = 'views' do nothing`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select id from all_source_connections
    where workspace_id = ${db.workspaceId} and connector = 'views' for no key update`.execute(db);
  return rows[0]!.id;
}

/**
 * SQL for what `view` would be made of now: see Signature. A table that the view waits for counts as soon as it has a
 * version.
 */
export const signatureOfInputs = sql`(
  select coalesce(jsonb_object_agg(id, number), '{}') from (
    select input.id, coalesce(input.current_version, 0) as number
    from tables input where input.workspace_id = view.workspace_id and input.id in (
      select table_id from sql_view_inputs used
      where used.workspace_id = view.workspace_id and used.view_id = view.id)
    union all
    select missed.id, least(coalesce(missed.current_version, 0), 1)
    from unnest(view.waits_for) as waited(name)
    join tables missed on missed.workspace_id = view.workspace_id and lower(missed.table_name) = waited.name
    where missed.id not in (
      select table_id from sql_view_inputs used
      where used.workspace_id = view.workspace_id and used.view_id = view.id)
  ) each
) || (
  select case when time_zone <> 'UTC' then jsonb_build_object('zone', time_zone) else '{}' end
  from organizations where organizations.id = view.workspace_id
)`;

/** SQL for whether `view` isn't what its query makes of its tables now, and a refresh is to come. */
export const isDue = sql`(
  view.requested_by is not null
  or view.attempted is distinct from ${signatureOfInputs}
  or coalesce(view.retry_at <= now(), false)
)`;

const selectViews = (db: WorkspaceDb) => sql`
  select view.id, tables.source_connection_id as "sourceConnectionId", tables.table_name as "tableName",
    view.sql, view.parameters, view.version,
    case when query.id is not null then jsonb_build_object('id', query.id, 'name', query.name) end as "savedQuery", tables.current_version as "tableVersion",
    coalesce(shown.columns, '{}') as "maskedSince", ${isDue} as "isDue",
    last.state, last.failure, last.ended_at as "endedAt",
    case when tables.current_version is not null then coalesce((
      select refresh.zone from sql_view_refreshes refresh
      where refresh.workspace_id = view.workspace_id and refresh.view_id = view.id and refresh.state = 'succeeded'
      order by started_at desc limit 1
    ), 'UTC') end as zone,
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'sourceConnectionId', input.source_connection_id, 'sourceConnectionName', connection.name,
        'tableName', input.table_name, 'freshAsOf',
        to_char(coalesce(current.checked_at, current.committed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) order by connection.name collate alphabetical, input.table_name collate alphabetical), '[]')
      from tables input
      join all_source_connections connection on connection.workspace_id = input.workspace_id
        and connection.id = input.source_connection_id
      left join table_versions current on current.workspace_id = input.workspace_id
        and current.table_id = input.id and current.version = input.current_version
      where input.workspace_id = view.workspace_id and input.id in (
        select table_id from sql_view_inputs used
        where used.workspace_id = view.workspace_id and used.view_id = view.id)
    ) as inputs
  from sql_views view
  join tables on tables.workspace_id = view.workspace_id and tables.id = view.id
  left join saved_queries query on query.workspace_id = view.workspace_id and query.id = view.saved_query_id
  left join lateral (
    select ${columnsMaskedSince} as columns from table_versions found
    where found.workspace_id = tables.workspace_id and found.table_id = tables.id
      and found.version = tables.current_version
  ) shown on true
  left join lateral (
    select state, failure, ended_at from sql_view_refreshes refresh
    where refresh.workspace_id = view.workspace_id and refresh.view_id = view.id
    order by started_at desc limit 1
  ) last on true
  where view.workspace_id = ${db.workspaceId}`;

/** Lists all views of the workspace by name. */
export async function listSqlViews(db: WorkspaceDb): Promise<SqlViewRow[]> {
  const { rows } =
    await sql<SqlViewRow>`${selectViews(db)} order by tables.table_name collate alphabetical`.execute(db);
  return rows;
}

export async function findSqlView(db: WorkspaceDb, id: string): Promise<SqlViewRow | undefined> {
  const { rows } = await sql<SqlViewRow>`${selectViews(db)} and view.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists the names of all views, to compare new ones with. */
export async function listViewNames(db: WorkspaceDb): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select view.id, table_name as name from sql_views view
    join tables on tables.workspace_id = view.workspace_id and tables.id = view.id
    where view.workspace_id = ${db.workspaceId}`.execute(db);
  return rows;
}

export interface ViewQuery {
  sql: string;
  /** The values of `$name` in it. */
  parameters: Readonly<Record<string, string | null>>;
}

export interface NewView extends ViewQuery {
  sourceConnectionId: string;
  name: string;
  /** The saved query that it follows. */
  savedQueryId: string | null;
}

/** Creates a view and its table, and returns the ID of both. */
export async function insertSqlView(db: WorkspaceDb, view: NewView): Promise<string> {
  const id = newId('tbl');
  await db
    .insertInto('tables')
    .values({
      workspace_id: db.workspaceId,
      id,
      source_connection_id: view.sourceConnectionId,
      table_name: view.name,
      stream_key: null,
    })
    .execute();
  await db
    .insertInto('sql_views')
    .values({
      workspace_id: db.workspaceId,
      id,
      sql: view.sql,
      parameters: JSON.stringify(view.parameters),
      saved_query_id: view.savedQueryId,
    })
    .execute();
  return id;
}

/** Stores an edit. A view with another query is refreshed, and what uses a renamed one goes on to. */
export async function updateSqlView(
  db: WorkspaceDb,
  id: string,
  { name, sql: statement, parameters }: Omit<NewView, 'sourceConnectionId' | 'savedQueryId'>,
): Promise<void> {
  const key = sql`workspace_id = ${db.workspaceId} and id = ${id}`;
  await sql`
    update dependencies set table_name = ${name} from tables view
    where view.workspace_id = ${db.workspaceId} and view.id = ${id} and view.table_name <> ${name}
      and dependencies.workspace_id = view.workspace_id
      and dependencies.source_connection_id = view.source_connection_id and dependencies.table_name = view.table_name`.execute(
    db,
  );
  await sql`
    update dependencies set dependent_name = ${name}
    where workspace_id = ${db.workspaceId} and dependent_type = 'view' and dependent_id = ${id}`.execute(db);
  await sql`update tables set table_name = ${name} where ${key}`.execute(db);
  await sql`
    update sql_views set
      attempted = case when sql = ${statement} and parameters = ${JSON.stringify(parameters)}::jsonb then attempted end,
      sql = ${statement}, parameters = ${JSON.stringify(parameters)}::jsonb, version = version + 1
    where ${key}`.execute(db);
}

/** What a view's rows are made with, also with other values of its parameters. */
export interface ViewMaking extends ViewQuery {
  sourceConnectionId: string;
  /** Which versions of its tables it would be made of now. */
  signature: unknown;
  /** The workspace's time zone. */
  zone: string;
  bound: BoundName[];
}

export async function findViewMaking(db: WorkspaceDb, id: string): Promise<ViewMaking | undefined> {
  const { rows } = await sql<Omit<ViewMaking, 'bound' | 'zone'>>`
    select tables.source_connection_id as "sourceConnectionId", view.sql, view.parameters,
      ${signatureOfInputs} as signature
    from sql_views view join tables on tables.workspace_id = view.workspace_id and tables.id = view.id
    where view.workspace_id = ${db.workspaceId} and view.id = ${id}`.execute(db);
  const [found] = rows;
  return found && { ...found, zone: await readZone(db), bound: await listBoundNames(db, id) };
}

/** Returns the query of a view, if the table with this ID is one. */
export async function findViewQuery(db: WorkspaceDb, id: string): Promise<ViewQuery | undefined> {
  return db
    .selectFrom('sql_views')
    .select(['sql', 'parameters'])
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Has a view refreshed as soon as possible. */
export async function requestRefresh(db: WorkspaceDb, id: string, by: string): Promise<void> {
  await db
    .updateTable('sql_views')
    .set({ requested_by: by })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Returns the view that follows a saved query, if one does. */
export async function findViewOfQuery(
  db: WorkspaceDb,
  savedQueryId: string,
): Promise<SqlViewRow | undefined> {
  const { rows } = await sql<SqlViewRow>`
    ${selectViews(db)} and view.saved_query_id = ${savedQueryId}`.execute(db);
  return rows[0];
}
