import { sql } from 'kysely';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { lockIfThere } from './source-connections.repository.ts';
import type { Pause } from './source-connections.tables.ts';

/** Pauses a connection from now on, for this reason, or resumes it. */
export async function setPause(db: WorkspaceDb, id: string, why: Omit<Pause, 'at'> | null): Promise<void> {
  await db
    .updateTable('source_connections')
    .set({
      lifecycle: why ? 'paused' : 'active',
      pause:
        why && sql<string>`jsonb_build_object('code', ${why.code}::text, 'by', ${why.by}::text, 'at', now())`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Pauses a connection because of what happened, unless it's paused already. */
export async function pauseBecause(
  db: WorkspaceDb,
  id: string,
  code: Exclude<Pause['code'], 'person'>,
): Promise<void> {
  const connection = await lockIfThere(db, id);
  if (connection?.lifecycle === 'active') await setPause(db, id, { code, by: null });
}
