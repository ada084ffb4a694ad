import { sql, type RawBuilder } from 'kysely';
import {
  TABLE_INDEX_STATES,
  type TableAttributes,
  type TableFacets,
  type TableIndexState,
} from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import '../tables.tables.ts';

/** A table of the index. Its column names are only those that a search has found. */
export interface IndexRow {
  tableId: string;
  tableName: string;
  sourceConnectionId: string;
  sourceConnectionName: string;
  connector: string;
  connectionDeletedAt: Date | null;
  connectionDeletedBy: string | null;
  version: number | null;
  rows: number | null;
  bytes: number | null;
  freshAsOf: Date | null;
  lateAt: Date | null;
  stale: boolean;
  selection: TableAttributes['selection'];
  columnCount: number;
  columnsFound: string[] | null;
  columnDescriptions: Record<string, string> | null;
  description: string | null;
  /** What its source says, and about columns only what a search has found and people say nothing about. */
  comment: string | null;
  columnComments: Record<string, string> | null;
  tags: string[] | null;
  owner: { id: string; name: string } | null;
  reports: number;
  /** Null for a table that is in none. */
  schema: string | null;
  /** How many tables of the connection match, and how many of its schema. */
  total: number;
  schemaTotal: number;
  /** The position of the schema among those of all connections, from 1. */
  schemaPlace: number;
}

/** What people narrow the index to. Null for all of a kind. */
interface Narrowed {
  /** Each has to be found in the names or descriptions of a table, its columns, its tags, or its connection. */
  words: readonly string[];
  tag: string | null;
  ownerId: string | null;
  state: TableIndexState | null;
  connectionId: string | null;
}

interface TablesWanted extends Narrowed {
  /** Null for all connections. */
  sourceConnectionId: string | null;
  /** One of that connection's. Null for its tables that are in none. */
  schema: string | null;
  /** The last one on the page before. */
  after: { tableName: string; id: string } | null;
  /** The most tables of each schema. */
  limit: number;
  /** Only so many schemas get their tables, and the others one. */
  schemas: number;
}

// Every lookup by a key is lateral with a limit, so that it uses the key whatever the statistics of a table are: these are
// missing just after thousands of tables have been loaded.
const streamOfTable = sql`
  left join lateral (
    select stream_key, namespace from streams
    where workspace_id = tables.workspace_id and source_connection_id = tables.source_connection_id
      and table_name = tables.table_name limit 1
  ) stream on true`;
const current = sql`
  left join lateral (
    select columns, rows, bytes, coalesce(checked_at, committed_at) as fresh_as_of from table_versions
    where workspace_id = tables.workspace_id and table_id = tables.id and version = tables.current_version limit 1
  ) current on true`;
const schedule = sql`
  left join lateral (
    select freshness_target_minutes from connection_schedules
    where workspace_id = tables.workspace_id and source_connection_id = tables.source_connection_id limit 1
  ) schedule on true`;
/** Needs the stream. */
const setting = sql`
  left join lateral (
    select selected from stream_settings
    where workspace_id = tables.workspace_id and source_connection_id = tables.source_connection_id
      and stream_key = stream.stream_key limit 1
  ) setting on true`;

const said = sql`
  left join lateral (
    select description, tags, columns, owner_id from table_descriptions
    where workspace_id = tables.workspace_id and table_id = tables.id limit 1
  ) said on true`;

const isUnsynced = sql`(connection.connector not in ('views', 'headwater')
  and (connection.deleted_at is not null or setting.selected is not true))`;
/** The condition of each state, which needs all of these. */
const IS: Record<TableIndexState, RawBuilder<unknown>> = {
  tables: sql`connection.connector <> 'views'`,
  views: sql`connection.connector = 'views'`,
  delayed: sql`(tables.current_version is not null and not ${isUnsynced} and (tables.stale
    or current.fresh_as_of + make_interval(mins => schedule.freshness_target_minutes) <= now()))`,
  never: sql`(tables.current_version is null and not ${isUnsynced})`,
  unsynced: isUnsynced,
};

/** The most columns that are named for a table. */
const COLUMNS_FOUND = 4;

/** What the source says about the column called `name`, unless people say something about it. */
const commentOfColumn = sql`
  case when said.columns -> name is null then tables.comments -> 'columns' ->> name end`;

/** SQL for the patterns of a search, as `wanted`. */
const patternsOf = (words: readonly string[]) => {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  return sql`wanted as materialized (
    select array_agg(lower(pattern)) as patterns from unnest(${patterns}::text[]) as pattern
  )`;
};

/** Whether a table has all words of a search. Needs the patterns, the current version, and what people say. */
const isMatch = sql`
  lower(concat_ws(chr(10), tables.table_name, connection.name,
    coalesce(nullif(said.description, ''), tables.comments ->> 'table'),
    array_to_string(said.tags, chr(10)),
    (select string_agg(concat_ws(chr(10), name, ${commentOfColumn}), chr(10))
      from jsonb_array_elements(current.columns) entry, lateral (select entry ->> 'name' as name) one),
    (select string_agg(value, chr(10)) from jsonb_each_text(said.columns))
  )) like all ((select patterns from wanted)::text[])`;

/** Returns the tables that match, by the names of connection, schema, and table. */
export async function listIndex(db: WorkspaceDb, wanted: TablesWanted): Promise<IndexRow[]> {
  const { words, tag, ownerId, state, connectionId, sourceConnectionId, schema, after, limit, schemas } =
    wanted;
  const isSearch = words.length > 0;
  const { rows } = await sql<IndexRow>`
    with ${patternsOf(words)}, matching as materialized (
      select tables.*, connection.name as source_name, connection.connector, connection.deleted_at, connection.deleted_by,
        stream.stream_key as found_stream, stream.namespace,
        count(*) over (partition by connection.id) as total,
        count(*) over (partition by connection.id, stream.namespace) as schema_total,
        dense_rank() over (order by connection.name collate alphabetical, connection.id, stream.namespace is not null,
          stream.namespace <> 'public', stream.namespace collate alphabetical) as schema_place
      from all_source_connections as connection
        join tables on tables.workspace_id = connection.workspace_id and tables.source_connection_id = connection.id
        ${streamOfTable}
        ${isSearch || tag !== null || ownerId !== null ? said : sql``}
        ${isSearch || state !== null ? current : sql``}
        ${state === null ? sql`` : sql`${schedule} ${setting}`}
      where connection.workspace_id = ${db.workspaceId}
        ${sourceConnectionId === null ? sql`` : sql`and connection.id = ${sourceConnectionId} and stream.namespace is not distinct from ${schema}`}
        ${connectionId === null ? sql`` : sql`and connection.id = ${connectionId}`}
        ${state === null ? sql`` : sql`and ${IS[state]}`}
        ${tag === null ? sql`` : sql`and ${tag} = any(said.tags)`}
        ${ownerId === null ? sql`` : sql`and said.owner_id = ${ownerId}`}
        ${isSearch ? sql`and ${isMatch}` : sql``}
    ), placed as materialized (
      select *, row_number() over (partition by schema_place order by table_name collate alphabetical, id) as place from matching
      ${after === null ? sql`` : sql`where (table_name collate alphabetical, id) > (${after.tableName}, ${after.id})`}
    ), page as materialized (
      select * from placed where place <= case when schema_place <= ${schemas} then ${limit} else 1 end
    )
    select tables.id as "tableId", tables.table_name as "tableName", tables.total::int,
      tables.schema_total::int as "schemaTotal", tables.schema_place::int as "schemaPlace",
      tables.namespace as schema, used.reports, tables.source_connection_id as "sourceConnectionId",
      tables.source_name as "sourceConnectionName", tables.connector,
      tables.deleted_at as "connectionDeletedAt", tables.deleted_by as "connectionDeletedBy",
      tables.stale, tables.current_version as version, current.rows, current.bytes,
      current.fresh_as_of as "freshAsOf",
      current.fresh_as_of + make_interval(mins => schedule.freshness_target_minutes) as "lateAt",
      case
        when tables.connector = 'views' then 'view'
        when tables.connector = 'headwater' then 'built_in'
        when tables.deleted_at is not null then 'connection_deleted'
        when tables.found_stream is null then 'gone'
        when (
          select selected from stream_settings
          where workspace_id = tables.workspace_id and source_connection_id = tables.source_connection_id
            and stream_key = tables.found_stream
        ) then 'selected'
        else 'deselected'
      end as selection,
      coalesce(jsonb_array_length(current.columns), 0) as "columnCount",
      ${
        isSearch
          ? sql`(select (array_agg(name order by position))[:${sql.lit(COLUMNS_FOUND)}]
              from jsonb_array_elements(current.columns) with ordinality as listed (entry, position),
                lateral (select entry ->> 'name' as name) one
              where lower(name) like any ((select patterns from wanted)::text[]))`
          : sql`null`
      } as "columnsFound",
      said.description, tables.comments ->> 'table' as comment, said.tags, said.columns as "columnDescriptions",
      ${
        isSearch
          ? sql`(select jsonb_object_agg(name, comment) from (
              select name, comment
              from jsonb_array_elements(current.columns) with ordinality as listed (entry, position),
                lateral (select entry ->> 'name' as name) one, lateral (select ${commentOfColumn} as comment) said_there
              where lower(comment) like any ((select patterns from wanted)::text[])
              order by position limit ${sql.lit(COLUMNS_FOUND)}
            ) found)`
          : sql`null`
      } as "columnComments",
      (select jsonb_build_object('id', user_id, 'name', coalesce(nullif(name, ''), email))
        from workspace_members where workspace_id = tables.workspace_id and user_id = said.owner_id) as owner
    from page as tables
      ${said}
      ${current}
      ${schedule}
      left join lateral (
        with recursive below(id) as (
          select tables.id
          union select input.view_id from below join sql_view_inputs input
            on input.workspace_id = tables.workspace_id and input.table_id = below.id
        )
        select count(distinct dependent_id)::int as reports
        from below join tables made on made.workspace_id = tables.workspace_id and made.id = below.id
        join dependencies on dependencies.workspace_id = made.workspace_id
          and dependencies.source_connection_id = made.source_connection_id
          and dependencies.table_name = made.table_name
        where dependent_type = 'report'
      ) used on true
    order by tables.schema_place, tables.place`.execute(db);
  return rows;
}

interface FacetsRow {
  all: number;
  states: Record<TableIndexState, { there: number; tables: number }>;
  connections: TableFacets['connections'] | null;
  tags: TableFacets['tags'] | null;
  owners: TableFacets['owners'] | null;
}

/**
 * Returns what the workspace's tables can be narrowed to: states, and by name connections, tags, and owners. Each has the
 * number of tables that it would lead to: those that everything else that is wanted leaves.
 */
export async function listFacets(db: WorkspaceDb, wanted: Narrowed): Promise<TableFacets> {
  const { words, tag, ownerId, state, connectionId } = wanted;
  const isSearch = words.length > 0;
  const all = sql`true`;
  const narrowed = {
    in_state: state === null ? all : sql`coalesce(${IS[state]}, false)`,
    in_connection: connectionId === null ? all : sql`connection.id = ${connectionId}`,
    in_tag: tag === null ? all : sql`coalesce(${tag} = any(said.tags), false)`,
    in_owner: ownerId === null ? all : sql`coalesce(said.owner_id = ${ownerId}, false)`,
  };
  const flags = Object.entries({ ...IS, ...narrowed }).map(
    ([name, condition]) => sql`${condition} as ${sql.ref(name)}`,
  );
  /** SQL that counts the tables that all others leave. */
  const count = (own: keyof typeof narrowed, also: RawBuilder<unknown> = all) => {
    const others = Object.keys(narrowed).filter((name) => name !== own);
    const conditions = [sql`in_text`, also, ...others.map((name) => sql.ref(name))];
    return sql`count(*) filter (where ${sql.join(conditions, sql` and `)})::int`;
  };
  const states = TABLE_INDEX_STATES.flatMap((name) => [
    sql.lit(name),
    sql`jsonb_build_object('there', count(*) filter (where ${sql.ref(name)}), 'tables', ${count('in_state', sql.ref(name))})`,
  ]);
  const listed = (key: string, rows: RawBuilder<unknown>) =>
    sql`(select jsonb_agg(to_jsonb(one) order by name collate alphabetical, ${sql.ref(key)}) from (${rows}) one)`;
  const { rows } = await sql<FacetsRow>`
    with ${patternsOf(words)}, found as materialized (
      select connection.id, connection.name, connection.connector, said.tags, said.owner_id,
        ${isSearch ? isMatch : all} as in_text, ${sql.join(flags)}
      from all_source_connections as connection
        join tables on tables.workspace_id = connection.workspace_id and tables.source_connection_id = connection.id
        ${streamOfTable} ${current} ${schedule} ${setting} ${said}
      where connection.workspace_id = ${db.workspaceId}
    )
    select ${count('in_state')} as "all", jsonb_build_object(${sql.join(states)}) as states,
      ${listed('id', sql`select id, name, ${count('in_connection')} as tables from found where connector <> 'views' group by id, name`)} as connections,
      ${listed('name', sql`select tag as name, ${count('in_tag')} as tables from found, unnest(tags) as tag group by tag`)} as tags,
      ${listed(
        'id',
        sql`select member.user_id as id, coalesce(nullif(member.name, ''), member.email) as name, ${count('in_owner')} as tables
          from found join workspace_members member
            on member.workspace_id = ${db.workspaceId} and member.user_id = found.owner_id
          group by 1, 2`,
      )} as owners
    from found`.execute(db);
  const { all: total, states: by, connections, tags, owners } = rows[0]!;
  return {
    all: total,
    states: TABLE_INDEX_STATES.filter((name) => by[name].there > 0).map((name) => ({
      state: name,
      tables: by[name].tables,
    })),
    ...{ connections: connections ?? [], tags: tags ?? [], owners: owners ?? [] },
  };
}
