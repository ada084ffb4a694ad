import { sql, type Selectable } from 'kysely';
import type { CheckStep } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

export type ConnectionCheckRow = Selectable<WorkspaceTables['connection_checks']>;

export async function insertCheck(
  db: WorkspaceDb,
  id: string,
  steps: CheckStep[],
  fingerprint: Buffer,
): Promise<ConnectionCheckRow> {
  return db
    .insertInto('connection_checks')
    .values({ workspace_id: db.workspaceId, id, state: 'running', steps: JSON.stringify(steps), fingerprint })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function getCheck(db: WorkspaceDb, id: string): Promise<ConnectionCheckRow> {
  const row = await db
    .selectFrom('connection_checks')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Updates a check only while it is running, so that a canceled check stays canceled. */
export async function updateCheck(
  db: WorkspaceDb,
  id: string,
  change: { state?: ConnectionCheckRow['state']; steps?: CheckStep[] },
): Promise<void> {
  const { state, steps } = change;
  await db
    .updateTable('connection_checks')
    .set({ ...(state && { state }), ...(steps && { steps: JSON.stringify(steps) }) })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Whether this check passed, was for exactly these settings, and is recent enough that they should still work. */
export async function hasPassed(db: WorkspaceDb, id: string, fingerprint: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('connection_checks')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'succeeded')
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes checks whose form was abandoned long ago. */
export async function deleteOldChecks(db: InstallationDb): Promise<void> {
  await sql`delete from connection_checks where created_at < now() - interval '24 hours'`.execute(db);
}
