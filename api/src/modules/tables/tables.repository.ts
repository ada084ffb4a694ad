import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { TableAttributes } from '@headwater/shared/contract';
import type { LoadedWith, StreamColumn, StreamState } from '../../engine/protocol/protocol.ts';
import { newId } from '../../platform/database/ids.ts';
import type { WorkspaceTables } from '../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import './tables.tables.ts';

/** How many versions of a table are kept: the current one and two to go back to. */
export const VERSIONS_KEPT = 3;

export type TableVersionRow = Selectable<WorkspaceTables['table_versions']>;

/** A table and its current version, whose fields are null before the first one. */
export interface TableRow {
  id: string;
  tableName: string;
  sourceConnectionId: string;
  sourceConnectionName: string;
  connector: string;
  stale: boolean;
  version: number | null;
  rows: number | null;
  bytes: number | null;
  freshAsOf: Date | null;
  /** When it becomes older than its connection's schedule wants it to be. */
  lateAt: Date | null;
  columns: StreamColumn[] | null;
  primaryKey: string[] | null;
  /** The version that was held back because of a sudden drop in rows, or null if there is none. */
  heldVersion: number | null;
  heldRows: number | null;
  heldSince: Date | null;
  selection: TableAttributes['selection'];
  /** Columns that the source had in addition to the table's when it was read. */
  newColumns: string[] | null;
}

/** Returns the ID of the stream's table, and creates it if necessary. */
export async function ensureTable(
  db: WorkspaceDb,
  sourceConnectionId: string,
  { stream_key, table_name }: { stream_key: string; table_name: string },
): Promise<string> {
  const { id } = await db
    .insertInto('tables')
    .values({
      workspace_id: db.workspaceId,
      id: newId('tbl'),
      source_connection_id: sourceConnectionId,
      table_name,
      stream_key,
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

/** A version that the next load can build on. */
export interface CurrentVersion {
  version: number;
  columns: StreamColumn[];
  generation: number;
  state: StreamState | null;
  loadedWith: LoadedWith | null;
  isDamaged: boolean;
  /** Of its only file. Null if it has several. */
  token: number | null;
}

/** Returns the version that readers of a table see, with its highest generation so far. */
export async function findCurrentVersion(
  db: WorkspaceDb,
  tableId: string,
): Promise<(CurrentVersion & { lastGeneration: number }) | undefined> {
  const { rows } = await sql<CurrentVersion & { lastGeneration: number }>`
    select found.version, found.columns, found.generation, found.state, found.loaded_with as "loadedWith",
      found.damaged_at is not null as "isDamaged",
      (select max(generation) from table_versions
        where workspace_id = ${db.workspaceId} and table_id = ${tableId}) as "lastGeneration",
      (select case when count(*) = 1 then min(token) end from version_files
        where workspace_id = ${db.workspaceId} and table_id = ${tableId} and version = found.version) as token
    from tables join table_versions as found
      on found.workspace_id = tables.workspace_id and found.table_id = tables.id
      and found.version = tables.current_version
    where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId}`.execute(db);
  return rows[0];
}

/** Stores that a run found no changes since a version. Its state may have moved on all the same. */
export async function confirmVersion(
  db: WorkspaceDb,
  tableId: string,
  version: number,
  state: StreamState | null,
): Promise<void> {
  await db
    .updateTable('table_versions')
    .set({ state: state && JSON.stringify(state), checked_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .execute();
  await movePointers(db, tableId, { stale: false });
}

interface NewVersion {
  tableId: string;
  runId: string;
  token: number;
  rows: number;
  bytes: number;
  columns: readonly StreamColumn[];
  primaryKey: readonly string[];
  generation: number;
  state: StreamState | null;
  loadedWith: LoadedWith;
}

/** Returns a table's pointers and locks them, so that nothing else moves them until the transaction ends. */
export async function lockTable(
  db: WorkspaceDb,
  tableId: string,
): Promise<{ currentVersion: number | null; heldVersion: number | null }> {
  return db
    .selectFrom('tables')
    .select(['current_version as currentVersion', 'held_version as heldVersion'])
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Stores a version and moves one of the table's pointers to it. Readers follow only `current_version`. */
export async function insertVersion(
  db: WorkspaceDb,
  version: NewVersion,
  pointer: 'current_version' | 'held_version' = 'current_version',
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from table_versions
    where workspace_id = ${db.workspaceId} and table_id = ${version.tableId}`.execute(db);
  const number = rows[0]!.version;
  await db
    .insertInto('table_versions')
    .values({
      workspace_id: db.workspaceId,
      table_id: version.tableId,
      version: number,
      run_id: version.runId,
      rows: version.rows,
      bytes: version.bytes,
      columns: JSON.stringify(version.columns),
      primary_key: JSON.stringify(version.primaryKey),
      generation: version.generation,
      state: version.state && JSON.stringify(version.state),
      loaded_with: JSON.stringify(version.loadedWith),
    })
    .execute();
  await db
    .insertInto('version_files')
    .values({
      workspace_id: db.workspaceId,
      table_id: version.tableId,
      version: number,
      position: 1,
      role: 'base',
      token: version.token,
      rows: version.rows,
      bytes: version.bytes,
    })
    .execute();
  await movePointers(
    db,
    version.tableId,
    pointer === 'held_version'
      ? { held_version: number }
      : { current_version: number, held_version: null, stale: false },
  );
  return number;
}

export async function movePointers(
  db: WorkspaceDb,
  tableId: string,
  change: Partial<{ current_version: number; held_version: number | null; stale: boolean }>,
): Promise<void> {
  await db
    .updateTable('tables')
    .set(change)
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .execute();
}

/** Deletes the version that is held back, if there is one. Returns the tokens of files that nothing needs anymore. */
export async function deleteHeldVersion(db: WorkspaceDb, tableId: string): Promise<number[]> {
  const held = sql`
    select held_version from tables
    where workspace_id = ${db.workspaceId} and id = ${tableId} and held_version is not null`;
  const { deleted, tokens } = await deleteVersions(db, tableId, sql`version in (${held})`);
  if (deleted > 0) await movePointers(db, tableId, { held_version: null });
  return tokens;
}

/** Deletes the versions that are no longer kept. Returns the tokens of files that nothing needs anymore. */
export async function deleteOldVersions(db: WorkspaceDb, tableId: string): Promise<number[]> {
  const kept = sql`
    select version from table_versions
    where workspace_id = ${db.workspaceId} and table_id = ${tableId}
    order by version desc limit ${VERSIONS_KEPT} + (
      select count(held_version) from tables where workspace_id = ${db.workspaceId} and id = ${tableId}
    )`;
  return (await deleteVersions(db, tableId, sql`version not in (${kept})`)).tokens;
}

/** Deletes versions, and returns the tokens of their files that no other version has. */
async function deleteVersions(
  db: WorkspaceDb,
  tableId: string,
  which: RawBuilder<unknown>,
): Promise<{ deleted: number; tokens: number[] }> {
  const { rows: files } = await sql<{ version: number; token: number }>`
    select version, token from version_files
    where workspace_id = ${db.workspaceId} and table_id = ${tableId} and ${which}`.execute(db);
  const { numAffectedRows: deleted = 0n } = await sql`
    delete from table_versions
    where workspace_id = ${db.workspaceId} and table_id = ${tableId} and ${which}`.execute(db);
  const needed = new Set(await listTableTokens(db, tableId));
  const tokens = new Set(files.map(({ token }) => token).filter((token) => !needed.has(token)));
  return { deleted: Number(deleted), tokens: [...tokens] };
}

/** Lists the tokens of the files that the table's versions have. */
export async function listTableTokens(db: WorkspaceDb, tableId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('version_files')
    .select('token')
    .distinct()
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .execute();
  return rows.map(({ token }) => token);
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

/** Returns the tokens of the files that versions of the connection's tables need, by table ID. */
export async function listTokens(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<Map<string, Set<number>>> {
  const rows = await db
    .selectFrom('tables')
    .leftJoin('version_files', (join) =>
      join
        .onRef('version_files.workspace_id', '=', 'tables.workspace_id')
        .onRef('version_files.table_id', '=', 'tables.id'),
    )
    .select(['tables.id', 'version_files.token'])
    .where('tables.workspace_id', '=', db.workspaceId)
    .where('tables.source_connection_id', '=', sourceConnectionId)
    .execute();
  const tokens = new Map<string, Set<number>>();
  for (const { id, token } of rows) {
    const known = tokens.get(id) ?? new Set();
    if (token !== null) known.add(token);
    tokens.set(id, known);
  }
  return tokens;
}

function tables(db: WorkspaceDb) {
  return db
    .selectFrom('tables')
    .innerJoin('source_connections', (join) =>
      join
        .onRef('source_connections.workspace_id', '=', 'tables.workspace_id')
        .onRef('source_connections.id', '=', 'tables.source_connection_id'),
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
    .leftJoin('sync_run_streams as reading', (join) =>
      join
        .onRef('reading.workspace_id', '=', 'tables.workspace_id')
        .onRef('reading.run_id', '=', 'table_versions.run_id')
        .onRef('reading.table_name', '=', 'tables.table_name'),
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
          when streams.stream_key is null then 'gone'
          when stream_settings.selected then 'selected'
          else 'deselected'
        end`.as('selection'),
    )
    .select([
      'tables.id',
      'tables.table_name as tableName',
      'tables.source_connection_id as sourceConnectionId',
      'source_connections.name as sourceConnectionName',
      'source_connections.connector',
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
      'held.version as heldVersion',
      'held.rows as heldRows',
      'held.committed_at as heldSince',
      'reading.new_columns as newColumns',
    ])
    .where('tables.workspace_id', '=', db.workspaceId);
}

export async function countTables(db: WorkspaceDb, sourceConnectionId: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('tables')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .$if(sourceConnectionId !== null, (query) => query.where('source_connection_id', '=', sourceConnectionId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface TablesWanted {
  /** Null for the tables of all connections. */
  sourceConnectionId: string | null;
  /** The last table on the previous page. */
  after: { connection: string; tableName: string; id: string } | null;
  limit: number;
}

/** The maximum size of a page of tables, measured as the JSON of their columns: 1,600 columns take about 200 KB. */
const PAGE_BYTES = 2 * 1024 ** 2;

/**
 * Returns a page of tables, sorted by the names of connection and table. `hasMore` is true if others follow.
 * A page contains fewer tables than `limit` if their columns take too many bytes, but always at least one.
 */
export async function listTables(
  db: WorkspaceDb,
  { sourceConnectionId, after, limit }: TablesWanted,
): Promise<{ tables: TableRow[]; hasMore: boolean }> {
  const found = tables(db)
    .$if(sourceConnectionId !== null, (query) =>
      query.where('tables.source_connection_id', '=', sourceConnectionId),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(source_connections.name, tables.table_name, tables.id)
          > (${after?.connection}, ${after?.tableName}, ${after?.id})`,
      ),
    )
    .orderBy('source_connections.name')
    .orderBy('tables.table_name')
    .orderBy('tables.id')
    .limit(limit + 1);
  const { rows } = await sql<TableRow & { place: number; bytesSoFar: number; candidates: number }>`
    select * from (
      select found.*, row_number() over page as place, count(*) over () as candidates,
        sum(octet_length(concat(columns, "newColumns"))) over page as "bytesSoFar"
      from (${found}) found
      window page as (order by "sourceConnectionName", "tableName", id)
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

/** Deletes a table with its versions. Returns the tokens of their files. */
export async function deleteTable(db: WorkspaceDb, tableId: string): Promise<number[]> {
  const tokens = await listTableTokens(db, tableId);
  await db
    .deleteFrom('tables')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .execute();
  return tokens;
}

export function findVersion(
  db: WorkspaceDb,
  tableId: string,
  version: number,
): Promise<TableVersionRow | undefined> {
  return db
    .selectFrom('table_versions')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** What is needed to read a table's rows. */
export interface ReadableVersion {
  sourceConnectionId: string;
  tableId: string;
  version: number;
  token: number;
  rows: number;
  columns: StreamColumn[];
}

/**
 * Selects one row if the table exists: with the given version, or with the current one if it is null. If the
 * returned `version` is null, only the table is known, and `isSynced` is true if it has another version.
 */
export const selectReadableVersion = (
  workspaceId: string,
  sourceConnectionId: string,
  tableName: string,
  version: number | null,
) => sql`
  select tables.id as "tableId", tables.source_connection_id as "sourceConnectionId",
    tables.current_version is not null as "isSynced",
    found.version, files.token, found.rows, found.columns
  from tables left join table_versions as found
    on found.workspace_id = tables.workspace_id and found.table_id = tables.id
    and found.version = coalesce(${version}::bigint, tables.current_version)
  left join version_files as files
    on files.workspace_id = found.workspace_id and files.table_id = found.table_id
    and files.version = found.version and files.position = 1
  where tables.workspace_id = ${workspaceId} and tables.source_connection_id = ${sourceConnectionId}
    and tables.table_name = ${tableName}`;
