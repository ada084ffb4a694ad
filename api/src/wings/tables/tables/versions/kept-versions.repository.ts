import { sql, type RawBuilder } from 'kysely';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { columnsMaskedSince } from '../rows/masked-columns.ts';
import { storeBytes } from './stored-bytes.ts';
import { movePointers } from '../tables.repository.ts';
import '../tables.tables.ts';

/** Deletes the version that is held back, if there is one. Returns the tokens of files that nothing needs anymore. */
export async function deleteHeldVersion(db: WorkspaceDb, tableId: string): Promise<number[]> {
  const held = sql`
    select held_version from tables
    where workspace_id = ${db.workspaceId} and id = ${tableId} and held_version is not null`;
  const { deleted, tokens } = await deleteVersions(db, tableId, sql`version in (${held})`);
  if (deleted > 0) await movePointers(db, tableId, { held_version: null });
  return tokens;
}

/**
 * Deletes the versions that are no longer kept: its connection says how many of the newest ones are, and for how many
 * days all others. The current version and the one that is held back always stay. Damaged versions don't, as soon as
 * the current one is intact; nor do those with values that are masked in the current one. Returns the tokens of files
 * that nothing needs anymore. The table must be locked.
 */
export async function deleteOldVersions(db: WorkspaceDb, tableId: string): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    with found as (
      select found.version, found.version = tables.current_version as is_current,
        found.damaged_at is not null as is_damaged,
        cardinality(${columnsMaskedSince}) > 0 as is_unmasked,
        found.committed_at > now() - make_interval(days => connection.version_days) as is_young,
        row_number() over (
          partition by found.damaged_at is null or found.version = tables.current_version
          order by found.version desc
        ) <= connection.versions_kept as is_new
      from tables
      join all_source_connections connection
        on connection.workspace_id = tables.workspace_id and connection.id = tables.source_connection_id
        and connection.deleted_at is null
      join table_versions found on found.workspace_id = tables.workspace_id and found.table_id = tables.id
      where tables.workspace_id = ${db.workspaceId} and tables.id = ${tableId}
        and found.version is distinct from tables.held_version
    ), current as (
      select is_damaged, is_unmasked from found where is_current
    )
    select found.version from found left join current on true
    where not found.is_current and (
      not (found.is_new or found.is_young)
      or (found.is_damaged and not current.is_damaged)
      or (found.is_unmasked and not current.is_unmasked)
    )`.execute(db);
  if (rows.length === 0) return [];
  const old = rows.map(({ version }) => version);
  return (await deleteVersions(db, tableId, sql`version = any(${old}::integer[])`)).tokens;
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
  await storeBytes(db, tableId);
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
