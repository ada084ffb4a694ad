import { sql, type RawBuilder } from 'kysely';
import type { TableAttributes, TableDescription } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { SourceComments } from '@headwater/protocol/source-comments';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { StreamRow } from '../../connections/source-connections/index.ts';
import { describedTable } from './descriptions/table-descriptions.repository.ts';
import './tables.tables.ts';

/** A table and its current version, whose fields are null before the first one. */
export interface TableRow {
  id: string;
  tableName: string;
  sourceConnectionId: string;
  sourceConnectionName: string;
  connector: string;
  /** Set if its connection was deleted without its tables. */
  connectionDeletedAt: Date | null;
  connectionDeletedBy: string | null;
  stale: boolean;
  version: number | null;
  rows: number | null;
  bytes: number | null;
  freshAsOf: Date | null;
  /** When it becomes older than its connection's schedule wants it to be. */
  lateAt: Date | null;
  columns: StreamColumn[] | null;
  primaryKey: string[] | null;
  /** When the current version was found missing or altered on disk. */
  damagedAt: Date | null;
  /** The version that was held back because of a sudden drop in rows, or null if there is none. */
  heldVersion: number | null;
  heldRows: number | null;
  heldSince: Date | null;
  selection: TableAttributes['selection'];
  /** What people say about it, with the texts about columns by name. Null if nobody has said anything. */
  about: (Omit<TableDescription, 'columns' | 'source'> & { columns: Record<string, string> }) | null;
  /** What its source says. */
  comments: SourceComments;
}

/** Returns the ID of the stream's table, and creates it if necessary. */
export async function ensureTable(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { stream_key, table_name, comments }: Pick<StreamRow, 'stream_key' | 'table_name' | 'comments'>,
): Promise<string> {
  const { id } = await db
    .insertInto('tables')
    .values({
      workspace_id: db.workspaceId,
      id: newId('tbl'),
      source_connection_id: sourceConnectionId,
      table_name,
      stream_key,
      comments: JSON.stringify(comments),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'source_connection_id', 'table_name'])
        // Another file has replaced the one that it was loaded from.
        .doUpdateSet({ stream_key }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Pointers {
  currentVersion: number | null;
  heldVersion: number | null;
}

/** Returns a table's pointers and locks them, so that nothing else moves them until the transaction ends. */
export async function lockTable(db: WorkspaceDb, tableId: string): Promise<Pointers> {
  const pointers = await lockIfThere(db, tableId);
  if (!pointers) throw new Error(`There is no table ${tableId}.`);
  return pointers;
}

/** Does the same for a table that may have been deleted meanwhile. */
export async function lockIfThere(db: WorkspaceDb, tableId: string): Promise<Pointers | undefined> {
  return db
    .selectFrom('tables')
    .select(['current_version as currentVersion', 'held_version as heldVersion'])
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .forUpdate()
    .executeTakeFirst();
}

export async function movePointers(
  db: WorkspaceDb,
  tableId: string,
  change: Partial<{
    current_version: number;
    held_version: number | null;
    stale: boolean;
    stored_bytes: RawBuilder<number>;
  }>,
): Promise<void> {
  await db
    .updateTable('tables')
    .set(change)
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .execute();
}

/** Marks tables whose last run failed: they show the last good version. */
export async function markStale(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableNames: readonly string[],
): Promise<void> {
  await sql`
    update tables set stale = true
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and table_name = any(${[...tableNames]}::text[]) and current_version is not null`.execute(db);
}

function tables(db: WorkspaceDb) {
  return db
    .selectFrom('tables')
    .innerJoin('all_source_connections as connection', (join) =>
      join
        .onRef('connection.workspace_id', '=', 'tables.workspace_id')
        .onRef('connection.id', '=', 'tables.source_connection_id'),
    )
    .leftJoin('connection_schedules', (join) =>
      join
        .onRef('connection_schedules.workspace_id', '=', 'tables.workspace_id')
        .onRef('connection_schedules.source_connection_id', '=', 'tables.source_connection_id'),
    )
    .leftJoin('table_versions', (join) =>
      join
        .onRef('table_versions.workspace_id', '=', 'tables.workspace_id')
        .onRef('table_versions.table_id', '=', 'tables.id')
        .onRef('table_versions.version', '=', 'tables.current_version'),
    )
    .leftJoin('table_versions as held', (join) =>
      join
        .onRef('held.workspace_id', '=', 'tables.workspace_id')
        .onRef('held.table_id', '=', 'tables.id')
        .onRef('held.version', '=', 'tables.held_version'),
    )
    .leftJoin('streams', (join) =>
      join
        .onRef('streams.workspace_id', '=', 'tables.workspace_id')
        .onRef('streams.source_connection_id', '=', 'tables.source_connection_id')
        .onRef('streams.table_name', '=', 'tables.table_name'),
    )
    .leftJoin('stream_settings', (join) =>
      join
        .onRef('stream_settings.workspace_id', '=', 'streams.workspace_id')
        .onRef('stream_settings.source_connection_id', '=', 'streams.source_connection_id')
        .onRef('stream_settings.stream_key', '=', 'streams.stream_key'),
    )
    .select(
      sql<TableAttributes['selection']>`
        case
          when connection.connector = 'views' then 'view'
          when connection.connector = 'headwater' then 'built_in'
          when connection.deleted_at is not null then 'connection_deleted'
          when streams.stream_key is null then 'gone'
          when stream_settings.selected then 'selected'
          else 'deselected'
        end`.as('selection'),
    )
    .select(describedTable.as('about'))
    .select([
      'tables.id',
      'tables.comments',
      'tables.table_name as tableName',
      'tables.source_connection_id as sourceConnectionId',
      'connection.name as sourceConnectionName',
      'connection.connector',
      'connection.deleted_at as connectionDeletedAt',
      'connection.deleted_by as connectionDeletedBy',
      'tables.stale',
      'tables.current_version as version',
      'table_versions.rows',
      'table_versions.bytes',
      sql<Date | null>`coalesce(table_versions.checked_at, table_versions.committed_at)`.as('freshAsOf'),
      sql<Date | null>`
        coalesce(table_versions.checked_at, table_versions.committed_at)
          + make_interval(mins => connection_schedules.freshness_target_minutes)`.as('lateAt'),
      'table_versions.columns',
      'table_versions.primary_key as primaryKey',
      'table_versions.damaged_at as damagedAt',
      'held.version as heldVersion',
      'held.rows as heldRows',
      'held.committed_at as heldSince',
    ])
    .where('tables.workspace_id', '=', db.workspaceId);
}

export async function countTables(
  db: WorkspaceDb,
  { sourceConnectionId, visible }: Pick<TablesWanted, 'sourceConnectionId' | 'visible'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('tables')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where(visible)
    .$if(sourceConnectionId !== null, (query) => query.where('source_connection_id', '=', sourceConnectionId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface TablesWanted {
  /** Null for the tables of all connections. */
  sourceConnectionId: string | null;
  /** Which tables the caller sees (`visible-data.ts`). */
  visible: RawBuilder<boolean>;
  /** The last table on the previous page. */
  after: { connection: string; tableName: string; id: string } | null;
  limit: number;
}

/** The maximum size of a page of tables, measured as the JSON of their columns and descriptions: 1,600 columns take about 200 KB. */
const PAGE_BYTES = 2 * 1024 ** 2;

/**
 * Returns a page of tables, sorted by the names of connection and table. `hasMore` is true if others follow.
 * A page contains fewer tables than `limit` if their columns take too many bytes, but always at least one.
 */
export async function listTables(
  db: WorkspaceDb,
  { sourceConnectionId, visible, after, limit }: TablesWanted,
): Promise<{ tables: TableRow[]; hasMore: boolean }> {
  const found = tables(db)
    .where(visible)
    .$if(sourceConnectionId !== null, (query) =>
      query.where('tables.source_connection_id', '=', sourceConnectionId),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(connection.name collate alphabetical, tables.table_name collate alphabetical, tables.id)
          > (${after?.connection}, ${after?.tableName}, ${after?.id})`,
      ),
    )
    .orderBy(sql`connection.name collate alphabetical`)
    .orderBy(sql`tables.table_name collate alphabetical`)
    .orderBy('tables.id')
    .limit(limit + 1);
  const { rows } = await sql<TableRow & { place: number; bytesSoFar: number; candidates: number }>`
    select * from (
      select found.*, row_number() over page as place, count(*) over () as candidates,
        sum(coalesce(octet_length(columns::text), 0) + coalesce(octet_length(about::text), 0)
          + octet_length(comments::text)) over page as "bytesSoFar"
      from (${found}) found
      window page as (order by "sourceConnectionName" collate alphabetical, "tableName" collate alphabetical, id)
    ) found
    where place <= ${limit} and (place = 1 or "bytesSoFar" <= ${PAGE_BYTES})
    order by place`.execute(db);
  return {
    tables: rows.map(({ place: _place, bytesSoFar: _bytes, candidates: _candidates, ...table }) => table),
    hasMore: rows.length < (rows[0]?.candidates ?? 0),
  };
}

export function findTable(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableName: string,
): Promise<TableRow | undefined> {
  return tables(db)
    .where('tables.source_connection_id', '=', sourceConnectionId)
    .where('tables.table_name', '=', tableName)
    .executeTakeFirst();
}

/** Lists those of the workspace's tables that have these IDs, with their current versions. */
export const listTablesOf = (db: WorkspaceDb, ids: readonly string[]): Promise<TableRow[]> =>
  tables(db)
    .where('tables.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();

/** Finds those of the workspace's tables that have these IDs. */
export const listTableNames = (
  db: WorkspaceDb,
  ids: readonly string[],
): Promise<{ id: string; sourceConnectionId: string; tableName: string }[]> =>
  db
    .selectFrom('tables')
    .select(['id', 'source_connection_id as sourceConnectionId', 'table_name as tableName'])
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .execute();

/** Whether a run that has not ended reads the table. */
export async function isInRun(
  db: WorkspaceDb,
  { sourceConnectionId, tableName }: TableRow,
): Promise<boolean> {
  const { rows } = await sql`
    select from sync_runs run join sync_run_streams stream using (workspace_id)
    where run.workspace_id = ${db.workspaceId} and run.source_connection_id = ${sourceConnectionId}
      and run.ended_at is null and stream.run_id = run.id and stream.table_name = ${tableName}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a table with its versions, but not their files. */
export async function deleteTable(db: WorkspaceDb, tableId: string): Promise<void> {
  await db
    .deleteFrom('tables')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .execute();
}
