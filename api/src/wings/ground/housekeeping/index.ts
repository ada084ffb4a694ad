import { installationTransaction } from '../../../platform/database/installation-db.ts';
import type { ApiModule } from '../../api-module.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    housekeeping: Record<string, never>;
  }
}

const EVERY_NIGHT = '17 3 * * *';

/** Once a night, for all processes, every module deletes what no one can use anymore. */
export const housekeeping: ApiModule = {
  name: 'housekeeping',
  needs: [],
  routes: [],
  start: async ({ jobs, hooks, database }) => {
    await jobs.work('housekeeping', {
      run: () => installationTransaction(database, (db) => hooks.within('nightly', db)),
    });
    await jobs.schedule('housekeeping', EVERY_NIGHT, {});
  },
};
