import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { syncLogs } from '../logs/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { sayWhoDecides } from './awaited-decisions.ts';
import { heldVersionRoutes } from './held-versions.routes.ts';
import { logRoutes } from './log-lines.routes.ts';
import { qualityRoutes } from './quality.routes.ts';
import { syncRunRoutes } from './sync-runs.routes.ts';
import { expireLeases } from './leases.ts';
import { deleteOldRejections, deleteOldRuns, deleteUnneededRuns, READ_DAYS } from './retention.ts';
import { clearScratch } from './scratch.ts';
import { lockActiveRuns, noteEndedRuns } from './sync-runs.repository.ts';
import { SyncWorker } from './sync-worker.ts';
import { Syncs } from './syncs.ts';
import './sync.tables.ts';

export { makeScratchFolder } from './scratch.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly syncs: Syncs;
    readonly syncWorker: SyncWorker;
  }
}

/** Runs that bring tables up to date. README.md describes their states. */
export const sync: ApiModule = {
  name: 'sync',
  needs: [sourceConnections, tables, syncLogs, organizations, quotas, auditing],
  routes: [...syncRunRoutes, ...heldVersionRoutes, ...logRoutes, ...qualityRoutes],
  provide: (services) => {
    const syncWorker = new SyncWorker(services);
    return { syncWorker, syncs: new Syncs(services.jobs, syncWorker) };
  },
  start: async ({ config, database, jobs, syncWorker }) => {
    if (config.databaseUrl === null) await expireLeases(database);
    await clearScratch(config.dataDirectory);
    await jobs.wakes('wake-sync-worker', syncWorker);
    syncWorker.start();
  },
  // A run may have waited for the discovery.
  onStreamsDiscovered: async ({ syncs, events }, db, sourceConnectionId) => {
    const id = await sayWhoDecides(db, sourceConnectionId);
    if (id) await events.publishIn(db, { type: 'sync_runs', id, sourceConnectionId });
    await syncs.wake(db, sourceConnectionId);
  },
  beforeConnectionDeleted: async ({ syncs }, db, sourceConnectionId) => {
    await syncs.endActive(db, sourceConnectionId);
    await noteEndedRuns(db);
  },
  onTablesKept: (_services, db, sourceConnectionId) => deleteUnneededRuns(db, sourceConnectionId),
  onConnectionDeleted: ({ syncWorker }, gone) =>
    syncWorker.cancelWhere(({ sourceConnectionId }) => sourceConnectionId === gone.sourceConnectionId),
  onWorkspaceStopped: ({ syncs }, db) => syncs.cancelAll(db),
  beforeWorkspaceDeleted: (_services, db, workspaceId) => lockActiveRuns(db, workspaceId),
  onWorkspaceDeleted: ({ syncWorker }, gone) =>
    syncWorker.cancelWhere(({ workspaceId }) => workspaceId === gone),
  nightly: async ({ versions }, db) => {
    await deleteOldRejections(db);
    await deleteOldRuns(db);
    await versions.removeReadsBefore(new Date(Date.now() - READ_DAYS * 86_400_000));
  },
  close: ({ syncWorker }) => syncWorker.close(),
};
