import { sql, type RawBuilder } from 'kysely';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { movePointers } from './tables.repository.ts';
import './tables.tables.ts';

/** How many versions of a table are kept: the current one and two to go back to. */
export const VERSIONS_KEPT = 3;

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
