import type { Selectable } from 'kysely';
import type { CheckStep } from '@headwater/shared/contract';
import type { WorkspaceTables } from '../db/tables.ts';
import type { WorkspaceDb } from '../db/workspace-db.ts';
import { HttpError } from '../http/http-error.ts';

export type ConnectionCheckRow = Selectable<WorkspaceTables['connection_checks']>;

export async function insertCheck(
  db: WorkspaceDb,
  id: string,
  steps: CheckStep[],
): Promise<ConnectionCheckRow> {
  return db
    .insertInto('connection_checks')
    .values({ workspace_id: db.workspaceId, id, state: 'running', steps: JSON.stringify(steps) })
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
  if (!row) throw new HttpError('not_found');
  return row;
}

/** Only a running check changes: one that was cancelled stays so. */
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
