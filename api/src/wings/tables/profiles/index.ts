import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { tables } from '../tables/index.ts';
import { columnProfileRoutes } from './column-profiles.routes.ts';
import { expireProfiles } from './open-profiles.ts';
import { Profiler } from './profiler.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly profiler: Profiler;
  }
}

/** What is known about the values of each column: of each table's current version, and of others on request. */
export const columnProfiles: ApiModule = {
  name: 'column-profiles',
  needs: [auditing, sourceConnections, tables],
  routes: columnProfileRoutes,
  provide: (services) => ({ profiler: new Profiler(services) }),
  start: async ({ config, database, profiler }) => {
    if (config.databaseUrl === null) await expireProfiles(database);
    profiler.start();
  },
  onConnectionDeleted: ({ profiler }, gone) =>
    profiler.stopWhere(({ sourceConnectionId }) => sourceConnectionId === gone.sourceConnectionId),
  onWorkspaceDeleted: ({ profiler }, gone) => profiler.stopWhere(({ workspaceId }) => workspaceId === gone),
  close: ({ profiler }) => profiler.close(),
};
