import type { SourceVersion } from './source-version.ts';
import { sql, type Selectable } from 'kysely';
import type { LoadedWith, StreamColumn, StreamState } from '@headwater/protocol/protocol';
import type { WorkspaceTables } from '../../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { columnsMaskedSince, isReadableNow } from '../rows/masked-columns.ts';
import { bytesOfFiles } from './stored-bytes.ts';
import { movePointers } from '../tables.repository.ts';
import '../tables.tables.ts';
import type { VisibleRows } from './visible-data.ts';

export type TableVersionRow = Selectable<WorkspaceTables['table_versions']>;

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
  bytes: number;
  /** Null for files from before it was stored. */
  sha256: Buffer | null;
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
      file.token, found.bytes, file.sha256
    from tables join table_versions as found
      on found.workspace_id = tables.workspace_id and found.table_id = tables.id
      and found.version = tables.current_version
    left join version_files file
      on file.workspace_id = found.workspace_id and file.table_id = found.table_id and file.version = found.version
      and (select count(*) from version_files others
        where others.workspace_id = found.workspace_id and others.table_id = found.table_id
          and others.version = found.version) = 1
    where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId}`.execute(db);
  return rows[0];
}

/** Lists the states of the versions that readers see, by table. */
export async function listStates(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<{ tableName: string; version: number; state: StreamState }[]> {
  const { rows } = await sql<{ tableName: string; version: number; state: StreamState }>`
    select tables.table_name as "tableName", found.version, found.state
    from tables join table_versions as found
      on found.workspace_id = tables.workspace_id and found.table_id = tables.id
      and found.version = tables.current_version
    where tables.workspace_id = ${db.workspaceId} and tables.source_connection_id = ${sourceConnectionId}
      and jsonb_typeof(found.state) = 'object'
    order by tables.table_name collate alphabetical`.execute(db);
  return rows;
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
  sha256: string;
  columns: readonly StreamColumn[];
  primaryKey: readonly string[];
  generation: number;
  state: StreamState | null;
  /** Null for a view's. */
  loadedWith: LoadedWith | null;
  /** Only of a view. */
  madeOf?: readonly SourceVersion[];
  /** As of when its data are the sources', if that isn't now. */
  freshAsOf?: string;
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
      loaded_with: version.loadedWith && JSON.stringify(version.loadedWith),
      made_of: version.madeOf ? JSON.stringify(version.madeOf) : null,
      checked_at: version.freshAsOf ? new Date(version.freshAsOf) : null,
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
      sha256: Buffer.from(version.sha256, 'hex'),
      rows: version.rows,
      bytes: version.bytes,
    })
    .execute();
  const pointers =
    pointer === 'held_version'
      ? { held_version: number }
      : { current_version: number, held_version: null, stale: false };
  await movePointers(db, version.tableId, { ...pointers, stored_bytes: bytesOfFiles });
  return number;
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
  sourceConnectionName: string;
  tableName: string;
  tableId: string;
  version: number;
  token: number;
  rows: number;
  bytes: number;
  /** In hex. Null for files from before it was stored. */
  sha256: string | null;
  columns: StreamColumn[];
  primaryKey: string[];
  /** The only rows that are read, if these aren't all. */
  only?: VisibleRows;
  isDamaged: boolean;
  /** When its data were last known to be the source's: a time in ISO 8601. */
  freshAsOf: string;
  /** Whether it has all rows that there were at the source then, as far as they match the connection's filter. */
  isWhole: boolean;
  /** The workspace's. */
  timeZone: string | null;
  weekStart: 'monday' | 'sunday';
}

/**
 * Selects one row if the table exists: with the given version, or with the current one if it is null. If the
 * returned `version` is null, only the table is known, and `isSynced` is true if it has another version. An earlier
 * version with values that are masked by now counts as gone.
 */
export const selectReadableVersion = (
  workspaceId: string,
  sourceConnectionId: string,
  tableName: string,
  version: number | null,
) => sql`
  select tables.id as "tableId", tables.source_connection_id as "sourceConnectionId",
    connection.name as "sourceConnectionName", tables.table_name as "tableName",
    tables.current_version is not null as "isSynced",
    found.version, files.token, found.rows, files.bytes, encode(files.sha256, 'hex') as sha256, found.columns,
    found.primary_key as "primaryKey", found.damaged_at is not null as "isDamaged",
    coalesce(found.checked_at, found.committed_at) as "freshAsOf",
    found.loaded_with ->> 'startFrom' is null and found.loaded_with ->> 'rowCap' is null
      and connection.connector <> 'csv' as "isWhole",
    workspace.time_zone as "timeZone", workspace.week_start as "weekStart"
  from tables
  join organizations as workspace on workspace.id = tables.workspace_id
  join all_source_connections as connection
    on connection.workspace_id = tables.workspace_id and connection.id = tables.source_connection_id
  left join table_versions as found
    on found.workspace_id = tables.workspace_id and found.table_id = tables.id
    and found.version = coalesce(${version}::bigint, tables.current_version)
    and ${isReadableNow}
  left join version_files as files
    on files.workspace_id = found.workspace_id and files.table_id = found.table_id
    and files.version = found.version and files.position = 1
  where tables.workspace_id = ${workspaceId} and tables.source_connection_id = ${sourceConnectionId}
    and tables.table_name = ${tableName}`;

export interface KeptVersion {
  version: number;
  state: 'current' | 'held' | 'kept';
  rows: number;
  bytes: number;
  columns: number;
  committedAt: Date;
  freshAsOf: Date;
  runId: string;
  runNumber: number | null;
  restoredFrom: number | null;
  restoredBy: string | null;
  damagedAt: Date | null;
  /** Columns that are masked by now, but aren't in this version. */
  maskedSince: string[];
}

/**
 * Returns the tables and versions that rows come from which are made of these versions: of a view, those that it was
 * made of itself. Throws a 410 if one of them has just been deleted.
 */
export async function listSourceVersions(
  db: WorkspaceDb,
  read: readonly Pick<ReadableVersion, 'tableId' | 'version'>[],
): Promise<SourceVersion[]> {
  const keys = read.map(({ tableId, version }) => ({ tableId, version }));
  const { rows } = await sql<{ madeOf: SourceVersion[] | null; own: SourceVersion }>`
    select made_of as "madeOf", jsonb_build_object('tableId', table_id, 'version', found.version,
      'masks', coalesce(loaded_with -> 'masks', '{}')) as own
    from table_versions found
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as asked("tableId" text, version integer)
      on asked."tableId" = found.table_id and asked.version = found.version
    where found.workspace_id = ${db.workspaceId}`.execute(db);
  if (rows.length < read.length) throw new Refusal('version_gone');
  const all = rows.flatMap(({ madeOf, own }) => madeOf ?? [own]);
  const seen = new Set<string>();
  return all.filter(({ tableId, version }) => {
    const key = `${tableId} ${version}`;
    return !seen.has(key) && seen.add(key);
  });
}

const keptVersions = (db: WorkspaceDb, tableId: string) => sql`
  select found.version, found.rows, found.bytes, jsonb_array_length(found.columns) as columns,
    case found.version
      when tables.current_version then 'current' when tables.held_version then 'held' else 'kept'
    end as state,
    found.committed_at as "committedAt", coalesce(found.checked_at, found.committed_at) as "freshAsOf",
    found.run_id as "runId", run.number as "runNumber",
    found.restored_from as "restoredFrom", found.restored_by as "restoredBy",
    found.damaged_at as "damagedAt", ${columnsMaskedSince} as "maskedSince"
  from tables
  join table_versions found on found.workspace_id = tables.workspace_id and found.table_id = tables.id
  left join sync_runs run on run.workspace_id = found.workspace_id and run.id = found.run_id
  where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId}`;

/** Lists the versions of a table, newest first, from the one before `before` on. */
export async function listVersions(
  db: WorkspaceDb,
  tableId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ versions: KeptVersion[]; hasMore: boolean; total: number }> {
  const { rows } = await sql<KeptVersion>`
    ${keptVersions(db, tableId)} and (${before}::integer is null or found.version < ${before})
    order by found.version desc limit ${limit + 1}`.execute(db);
  const { total } = await db
    .selectFrom('table_versions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', db.workspaceId)
    .where('table_id', '=', tableId)
    .executeTakeFirstOrThrow();
  return { versions: rows.slice(0, limit), hasMore: rows.length > limit, total: Number(total) };
}

export async function findKeptVersion(
  db: WorkspaceDb,
  tableId: string,
  version: number,
): Promise<KeptVersion | undefined> {
  const { rows } = await sql<KeptVersion>`
    ${keptVersions(db, tableId)} and found.version = ${version}`.execute(db);
  return rows[0];
}

/**
 * Makes a new version of an earlier one's files, and moves the table to it. The connector's state as of the earlier
 * version comes along, so the next incremental read brings everything since then. Returns the new version's number.
 */
export async function restoreVersion(
  db: WorkspaceDb,
  tableId: string,
  version: number,
  by: string,
): Promise<number> {
  const key = sql`workspace_id = ${db.workspaceId} and table_id = ${tableId}`;
  const { rows } = await sql<{ version: number }>`
    insert into table_versions (workspace_id, table_id, version, run_id, rows, bytes, columns, primary_key, generation,
      state, loaded_with, checked_at, null_counts, restored_from, restored_by)
    select workspace_id, table_id, (select max(version) + 1 from table_versions where ${key}), run_id, rows, bytes,
      columns, primary_key, generation, state, loaded_with, coalesce(checked_at, committed_at), null_counts, version,
      ${by}
    from table_versions where ${key} and version = ${version}
    returning version`.execute(db);
  const made = rows[0]!.version;
  await sql`
    insert into version_files (workspace_id, table_id, version, position, role, token, sha256, rows, bytes)
    select workspace_id, table_id, ${made}, position, role, token, sha256, rows, bytes
    from version_files where ${key} and version = ${version}`.execute(db);
  await sql`
    update tables set current_version = ${made} where workspace_id = ${db.workspaceId} and id = ${tableId}`.execute(
    db,
  );
  return made;
}
