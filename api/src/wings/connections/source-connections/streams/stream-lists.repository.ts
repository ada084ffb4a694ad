import { sql, type RawBuilder } from 'kysely';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { SourceComments } from '@headwater/protocol/source-comments';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';

/**
 * The approximate limit for a list's JSON, which PostgreSQL creates and which is never parsed here. A source has up
 * to 10,000 tables, and a response stays this small whatever their names are.
 */
const LIST_BYTES = 4 * 1024 ** 2;
/** How many matching columns of each table are returned by name. */
const NAMES_FIRST = 3;

interface List {
  /** The items, in order, separated by commas. */
  json: string;
  /** The table name of the last item if others follow, or null. */
  next: string | null;
}

export interface StreamPage extends List {
  version: number;
  discoveredAt: Date | null;
}

/** Returns the tables after `after`, as many as fit, or undefined if the workspace has no such connection. */
export async function findStreamPage(
  db: WorkspaceDb,
  sourceConnectionId: string,
  after: string,
): Promise<StreamPage | undefined> {
  const listed = sql`
    select table_name, row_to_json(item)::text as json
    from streams left join stream_settings using (workspace_id, source_connection_id, stream_key)
      left join tables using (workspace_id, source_connection_id, table_name)
      left join (${changedStreams(db, sourceConnectionId)}) changed on changed.stream_key = streams.stream_key, lateral (
      select namespace, name, table_name as "tableName", jsonb_array_length(columns) as "columnCount",
        coalesce(key_columns, primary_key) as "primaryKey", estimated_rows as "estimatedRows", estimated_bytes as "estimatedBytes",
        coalesce(selected, false) as selected, problem, findings,
        streams.comments ->> 'table' as comment,
        coalesce(sync_mode, 'full_refresh') as "syncMode",
        coalesce(destination_sync_mode, 'overwrite') as "destinationSyncMode", cursor_column as "cursorColumn",
        (select count(*) from jsonb_each_text(masks) where value = 'drop') as "droppedColumns",
        suggested_cursor as "suggestedCursor", current_version is not null as "isLoaded", change
    ) item
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and table_name > ${after}`;
  const { rows } = await sql<StreamPage>`
    select connection.version, connection.discovered_at as "discoveredAt", list.json, list.next
    from source_connections connection, (${withinBytes(listed)}) list
    where connection.workspace_id = ${db.workspaceId} and connection.id = ${sourceConnectionId}`.execute(db);
  return rows[0];
}

/** For how long a new table is called so, unless someone has decided about it. */
const NEW_DAYS = 14;

/** Selects streams with a change that waits for a decision, and new ones about which nobody has decided. */
const changedStreams = (db: WorkspaceDb, sourceConnectionId: string) => sql`
  select stream_key, case when bool_or(state = 'pending') then 'waits' else 'new' end as change
  from schema_changes left join stream_settings using (workspace_id, source_connection_id, stream_key)
  where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
    and (state = 'pending' or state = 'ignored' and decided_by is null and diff ->> 'table' = 'added'
      and found_at > now() - make_interval(days => ${sql.lit(NEW_DAYS)})
      and not coalesce(selected or deselected, false))
  group by stream_key`;

/** Returns tables with columns whose names contain `search`, ignoring case, as many as fit. */
export async function listColumnMatches(
  db: WorkspaceDb,
  sourceConnectionId: string,
  search: string,
): Promise<List> {
  const listed = sql`
    select table_name, row_to_json(item)::text as json
    from streams, lateral (
      select table_name as "tableName", count(*) as total,
        (array_agg(name order by position))[:${sql.lit(NAMES_FIRST)}] as first
      from jsonb_array_elements(columns) with ordinality as listed (entry, position),
        lateral (select entry ->> 'name' as name) one
      where strpos(lower(name), lower(${search})) > 0
    ) item
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId} and item.total > 0`;
  const { rows } = await sql<List>`${withinBytes(listed)}`.execute(db);
  return rows[0]!;
}

/** Joins the rows of `listed` (`table_name`, `json`) into one JSON text, by table name, up to the limit. */
const withinBytes = (listed: RawBuilder<unknown>) => sql`
  select coalesce(string_agg(json, ',') filter (where fits), '') as json,
    case when not bool_and(fits) then max(table_name) filter (where fits) end as next
  from (
    select table_name, json,
      sum(octet_length(json)) over (order by table_name rows unbounded preceding) - octet_length(json)
        < ${sql.lit(LIST_BYTES)} as fits
    from (${listed} order by table_name) listed
  ) measured`;

export async function findStreamColumns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableName: string,
): Promise<{ columns: StreamColumn[]; comments: SourceComments } | undefined> {
  return db
    .selectFrom('streams')
    .select(['columns', 'comments'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('table_name', '=', tableName)
    .executeTakeFirst();
}
