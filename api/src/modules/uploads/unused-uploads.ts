import { sql } from 'kysely';
import type { InstallationDb } from '../../platform/database/installation-db.ts';
import type { UploadFiles } from './upload-files.ts';

/** Long enough for somebody to finish the form that the file was uploaded for. */
const KEPT_HOURS = 24;

/** Removes files that no connection names: their form was left, or their connection is gone. */
export async function deleteUnusedUploads(db: InstallationDb, files: UploadFiles): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; id: string }>`
    delete from uploads
    where created_at < now() - make_interval(hours => ${KEPT_HOURS})
      and not exists (
        select from source_connections
        where source_connections.workspace_id = uploads.workspace_id
          and configuration @> jsonb_build_object('files', jsonb_build_array(jsonb_build_object('uploadId', uploads.id)))
      )
    returning workspace_id as "workspaceId", id`.execute(db);
  // A crash before the commit leaves rows without files: a sync says so, and the next night takes the rows.
  for (const { workspaceId, id } of rows) await files.remove(workspaceId, id);
}
