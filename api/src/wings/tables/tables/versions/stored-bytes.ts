import { sql, type RawBuilder } from 'kysely';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import '../tables.tables.ts';

/** SQL for how many bytes the files of a row of `tables` take. Versions can share files. */
export const bytesOfFiles: RawBuilder<number> = sql<number>`(
  select coalesce(sum(bytes), 0) from (
    select distinct on (token) bytes from version_files
    where workspace_id = tables.workspace_id and table_id = tables.id) files)`;

/** Stores how much the table takes. Whatever adds versions to it or deletes some does that in the same transaction. */
export async function storeBytes(db: WorkspaceDb, tableId: string): Promise<void> {
  await db
    .updateTable('tables')
    .set({ stored_bytes: bytesOfFiles })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', tableId)
    .execute();
}
