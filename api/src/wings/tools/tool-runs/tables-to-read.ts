import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { selectReadableVersion, type ReadableVersion } from '../../tables/tables/index.ts';
import type { VersionToRead } from './tools.ts';

/** Finds the versions that a tool reads. Throws why one of them can't be read. */
export async function findVersionsToRead(
  db: WorkspaceDb,
  tables: readonly VersionToRead[],
): Promise<ReadableVersion[]> {
  const found: ReadableVersion[] = [];
  for (const table of tables) found.push(await findVersionToRead(db, table));
  return found;
}

async function findVersionToRead(
  db: WorkspaceDb,
  { tableId, version = undefined }: VersionToRead,
): Promise<ReadableVersion> {
  const table = await db
    .selectFrom('tables')
    .select(['source_connection_id', 'table_name'])
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .executeTakeFirst();
  if (!table) throw new Refusal('tool_table_gone');
  const { rows } = await sql<ReadableVersion & { isSynced: boolean; token: number | null }>`
    ${selectReadableVersion(db.workspaceId, table.source_connection_id, table.table_name, version ?? null)}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('tool_table_gone');
  if (!found.isSynced) throw new Refusal('table_not_synced');
  if (found.token === null) throw new Refusal('version_gone');
  return found;
}
