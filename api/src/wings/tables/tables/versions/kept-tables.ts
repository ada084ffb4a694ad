import { sql } from 'kysely';
import type { StoredDataAttributes } from '@headwater/shared/contract';
import type { Services } from '../../../../http/services.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { GoneConnection } from '../../../hooks.ts';
import { listTokens } from './kept-versions.repository.ts';
import { columnsMaskedSince } from '../rows/masked-columns.ts';
import { bytesOfFiles } from './stored-bytes.ts';
import '../tables.tables.ts';

/**
 * Makes the tables of a connection final before it is deleted without them. What no one could read, choose, or load
 * anymore is deleted: versions that show values masked since, versions that wait for a decision, and tables without any.
 */
export async function pruneKeptTables(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
  const isOfConnection = sql`
    tables.workspace_id = ${db.workspaceId} and tables.source_connection_id = ${sourceConnectionId}`;
  await sql`select from tables where ${isOfConnection} order by id for update`.execute(db);
  await sql`
    delete from table_versions found using tables
    where ${isOfConnection} and found.workspace_id = tables.workspace_id and found.table_id = tables.id
      and found.version is distinct from tables.current_version
      and (found.version = tables.held_version or cardinality(${columnsMaskedSince}) > 0)`.execute(db);
  await sql`delete from tables where ${isOfConnection} and current_version is null`.execute(db);
  await sql`
    update tables set held_version = null, stale = false, stored_bytes = ${bytesOfFiles} where ${isOfConnection}`.execute(
    db,
  );
}

/** Returns how much a connection has loaded. */
export async function measureStoredData(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<StoredDataAttributes> {
  const { rows } = await sql<StoredDataAttributes>`
    select count(*) as tables, count(tables.held_version) as "heldTables",
      count(*) filter (where cardinality(${columnsMaskedSince}) > 0) as "unmaskedTables",
      coalesce(sum(tables.stored_bytes), 0)::bigint as bytes
    from tables join table_versions found on found.workspace_id = tables.workspace_id
      and found.table_id = tables.id and found.version = tables.current_version
    where tables.workspace_id = ${db.workspaceId} and tables.source_connection_id = ${sourceConnectionId}`.execute(
    db,
  );
  return rows[0]!;
}

/** Removes the files of a deleted connection that no kept version has. */
export async function clearFiles(
  { database, versions }: Services,
  { workspaceId, sourceConnectionId }: GoneConnection,
): Promise<void> {
  const needed = await workspaceTransaction(database, workspaceId, (db) =>
    listTokens(db, sourceConnectionId),
  );
  if (needed.size === 0) return versions.removeConnection(workspaceId, sourceConnectionId);
  const files = await versions.list(workspaceId, sourceConnectionId);
  for (const stage of files.stages) await versions.removeStage(stage);
  for (const read of [...files.reads, ...files.readLogs]) await versions.removeRead(read);
  for (const version of files.versions)
    if (!needed.get(version.tableId)?.has(version.token)) await versions.remove(version);
}
