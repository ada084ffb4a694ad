import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './uploads.tables.ts';

export interface Upload {
  id: string;
  file_name: string;
  bytes: number;
  sha256: string;
}

export async function insertUpload(db: WorkspaceDb, upload: Upload): Promise<void> {
  await db
    .insertInto('uploads')
    .values({ ...upload, workspace_id: db.workspaceId })
    .execute();
}

/** Returns this workspace's uploads with these IDs, by ID. */
export async function listUploads(db: WorkspaceDb, ids: readonly string[]): Promise<Map<string, Upload>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'file_name', 'bytes', 'sha256'])
    .where('workspace_id', '=', db.workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
