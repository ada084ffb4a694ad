import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { EndedRun } from '../../hooks.ts';
import { startOfDue } from './planned-runs.ts';
import { startsAfter } from './schedule.rules.ts';
import { choicesOf, databaseNow, lockFollowers, planNext } from './schedules.repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'wake-scheduler': Record<string, never>;
  }
}

/** Plans the runs that wait for a run that ends in this transaction. */
export async function planFollowers(
  db: WorkspaceDb,
  jobs: Jobs,
  { sourceConnectionId, state, before }: EndedRun,
): Promise<void> {
  const followers = await lockFollowers(db, sourceConnectionId);
  if (followers.length === 0) return;
  const now = await databaseNow(db);
  for (const row of followers) {
    const choices = choicesOf(row);
    const { after } = choices;
    if (!after || !startsAfter(after.when, state) || (before && startsAfter(after.when, before))) continue;
    const start = startOfDue(choices, now + after.waitMinutes * 60_000);
    // One that is planned already isn't put off by another end.
    if (start === null || (row.next_run_at && row.next_run_at.getTime() <= start)) continue;
    await planNext(db, row.source_connection_id, start);
  }
  await jobs.enqueue(db, 'wake-scheduler', {});
}
