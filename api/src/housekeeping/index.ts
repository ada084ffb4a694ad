import { sql } from 'kysely';
import type { ApiModule } from '../api-module.ts';
import { installationTransaction, type InstallationDb } from '../db/installation-db.ts';
import { deleteDeadSessions, deleteOldLoginFailures } from '../identity/index.ts';

declare module '../jobs/jobs.ts' {
  interface JobKinds {
    housekeeping: Record<string, never>;
  }
}

const EVERY_NIGHT = '17 3 * * *';

/** Each night, clears away what nobody can use any more. */
export const housekeeping: ApiModule = {
  routes: [],
  start: async ({ jobs, database }) => {
    await jobs.work('housekeeping', { run: () => installationTransaction(database, clearAway) });
    await jobs.schedule('housekeeping', EVERY_NIGHT, {});
  },
};

/** Sessions that ended by themselves, failed logins of another day, and answers kept for their repetition. */
export async function clearAway(db: InstallationDb): Promise<void> {
  await deleteDeadSessions(db);
  await deleteOldLoginFailures(db);
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
