import { sql } from 'kysely';
import type { Workspace } from '../../http/route-context.ts';
import type { Services } from '../../http/services.ts';
import { isUnused } from './unused-uploads.ts';

/** Deletes uploads whose connection couldn't be created, without waiting for the night. What a connection uses stays. */
export async function discardUploads(
  { uploadFiles }: Pick<Services, 'uploadFiles'>,
  workspace: Pick<Workspace, 'id' | 'transaction'>,
  ids: readonly string[],
): Promise<void> {
  const deleted = await workspace.transaction(async (db) => {
    const { rows } = await sql<{ id: string }>`
      delete from uploads
      where workspace_id = ${db.workspaceId} and id = any(${[...ids]}::text[]) and ${isUnused}
      returning id`.execute(db);
    return rows;
  });
  for (const { id } of deleted) await uploadFiles.remove(workspace.id, id);
}
