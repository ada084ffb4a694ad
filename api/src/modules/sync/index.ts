import type { ApiModule } from '../api-module.ts';
import { heldVersionRoutes } from './held-versions.routes.ts';
import { syncRunRoutes } from './sync-runs.routes.ts';
import { expireLeases } from './lease-scheduler.ts';
import { clearScratch } from './scratch.ts';
import { SyncWorker } from './sync-worker.ts';
import { Syncs } from './syncs.ts';
import './sync.tables.ts';

export { deleteOldRejections, deleteOldRuns } from './retention.ts';

declare module '../../http/services.ts' {
  interface Services {
    readonly syncs: Syncs;
    readonly syncWorker: SyncWorker;
  }
}

/** Runs that bring tables up to date. README.md has their states. */
export const sync: ApiModule = {
  routes: [...syncRunRoutes, ...heldVersionRoutes],
  provide: (services) => {
    const syncWorker = new SyncWorker(services);
    return { syncWorker, syncs: new Syncs(services.jobs, syncWorker) };
  },
  start: async ({ config, database, jobs, syncWorker }) => {
    if (config.databaseUrl === null) await expireLeases(database);
    await clearScratch(config.dataDirectory);
    await jobs.work('wake-sync-worker', { queue: { retryLimit: 0 }, run: async () => syncWorker.wake() });
    syncWorker.start();
  },
  close: ({ syncWorker }) => syncWorker.close(),
};
