import { sql } from 'kysely';
import type { ApiModule } from '../api-module.ts';
import { installationTransaction, type InstallationDb } from '../../platform/database/installation-db.ts';
import { deleteOldAttempts } from '../google/index.ts';
import {
  deleteDeadSessions,
  deleteOldCodes,
  deleteOldInvitations,
  deleteOldLoginFailures,
} from '../identity/index.ts';
import { deleteOldChecks } from '../source-connections/index.ts';
import { deleteOldRejections, deleteOldRuns } from '../sync/index.ts';
import { deleteUnusedUploads, type UploadFiles } from '../uploads/index.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobKinds {
    housekeeping: Record<string, never>;
  }
}

const EVERY_NIGHT = '17 3 * * *';

/** Each night, clears away what nobody can use any more. */
export const housekeeping: ApiModule = {
  routes: [],
  start: async ({ jobs, database, uploadFiles }) => {
    await jobs.work('housekeeping', {
      run: () => installationTransaction(database, (db) => clearAway(db, uploadFiles)),
    });
    await jobs.schedule('housekeeping', EVERY_NIGHT, {});
  },
};

/** Dead sessions, failed logins and connection checks of another day, old runs and rejected rows, answers kept for their repetition, and files that nothing names. */
export async function clearAway(db: InstallationDb, uploadFiles: UploadFiles): Promise<void> {
  await deleteUnusedUploads(db, uploadFiles);
  await deleteDeadSessions(db);
  await deleteOldLoginFailures(db);
  await deleteOldCodes(db);
  await deleteOldInvitations(db);
  await deleteOldAttempts(db);
  await deleteOldChecks(db);
  await deleteOldRejections(db);
  await deleteOldRuns(db);
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
