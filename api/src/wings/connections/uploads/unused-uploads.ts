import { sql } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { StoredFiles } from './stored-files.ts';

/** Long enough to finish the form that the file was uploaded for. */
const KEPT_HOURS = 24;

/** Holds for a row of `uploads` that no connection names. */
const isUnused = sql<boolean>`not exists (
  select from source_connections
  where source_connections.workspace_id = uploads.workspace_id
    and configuration @> jsonb_build_object('files', jsonb_build_array(jsonb_build_object('uploadId', uploads.id)))
)`;

/** Deletes files that no connection uses, because their form was abandoned or they were removed from their connection. */
export async function deleteUnusedUploads(db: InstallationDb, files: StoredFiles): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    delete from uploads
    where created_at < now() - make_interval(hours => ${KEPT_HOURS}) and ${isUnused}
    returning workspace_id as "workspaceId", id`.execute(db);
  // If a crash happens before the commit, rows remain without files. A sync reports that, and the next
  // night deletes the rows.
  for (const { workspaceId, id } of rows) await files.remove(workspaceId, id);
}

/** Deletes those of these files that no connection uses, and returns how many. */
export async function deleteUnused(
  db: WorkspaceDb,
  files: StoredFiles,
  uploadIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from uploads
    where workspace_id = ${db.workspaceId} and id = any(${[...uploadIds]}::text[]) and ${isUnused}
    returning id`.execute(db);
  for (const { id } of rows) await files.remove(db.workspaceId, id);
  return rows.length;
}
