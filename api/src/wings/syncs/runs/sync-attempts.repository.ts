import { sql, type Selectable } from 'kysely';
import type { AttemptOutcome, Failure } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { SyncAttemptTable } from './sync.tables.ts';

export type SyncAttemptRow = Selectable<SyncAttemptTable>;

interface AttemptKey {
  workspaceId: string;
  runId: string;
  attempt: number;
}

/** Stores that an attempt has begun. One that was interrupted by a restart continues. */
export async function beginAttempt(
  db: InstallationDb,
  { workspaceId, runId, attempt }: AttemptKey,
): Promise<void> {
  await sql`
    insert into sync_attempts (workspace_id, run_id, number) values (${workspaceId}, ${runId}, ${attempt})
    on conflict (workspace_id, run_id, number)
    do update set ended_at = null, outcome = null, failure = null`.execute(db);
}

/** Stores how an attempt ended. */
export async function endAttemptRow(
  db: WorkspaceDb,
  { id: runId, attempt }: { id: string; attempt: number },
  outcome: AttemptOutcome,
  failure: Failure | null,
): Promise<void> {
  await db
    .updateTable('sync_attempts')
    .set({ ended_at: sql<Date>`now()`, outcome, failure: failure && JSON.stringify(failure) })
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .where('number', '=', attempt)
    .execute();
}

/** Lists a run's attempts, newest first. Runs from before they were stored have none. */
export function listAttempts(db: WorkspaceDb, runId: string): Promise<SyncAttemptRow[]> {
  return db
    .selectFrom('sync_attempts')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .orderBy('number', 'desc')
    .execute();
}
