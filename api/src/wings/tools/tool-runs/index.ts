import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { dependencies } from '../../ground/dependencies/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { deleteOldRuns } from './tool-runs.repository.ts';
import { toolRunRoutes } from './tool-runs.routes.ts';
import { ToolRuns } from './tool-runs.ts';
import { toolSetupRoutes } from './tool-setups.routes.ts';
import { Tools } from './tools.ts';
import './tool-runs.tables.ts';

export { withinBytes } from './within-bytes.ts';
export { findVersionsToRead } from './tables-to-read.ts';
export type { OpenTable, TableInQuery, Tool, ToolContext, ToolFindings, VersionToRead } from './tools.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly tools: Tools;
    readonly toolRuns: ToolRuns;
  }
}

/** What data tools have in common: saved setups, and runs in the background with their history. */
export const toolRuns: ApiModule = {
  name: 'tool-runs',
  needs: [tables, dependencies, auditing],
  routes: [...toolSetupRoutes, ...toolRunRoutes],
  provide: (services) => {
    const tools = new Tools();
    return { tools, toolRuns: new ToolRuns({ ...services, tools } as typeof services) };
  },
  start: async ({ jobs, toolRuns: runs }) => {
    await jobs.work('run-tool', {
      concurrency: 4,
      queue: { retryLimit: 20, expireInSeconds: 2 * 3_600, heartbeatSeconds: 30 },
      run: (key, signal) => runs.run(key, signal),
    });
    runs.start();
  },
  onWorkspaceDeleted: ({ toolRuns: runs }, workspaceId) => runs.cancelAllOf(workspaceId),
  nightly: (_services, db) => deleteOldRuns(db),
  close: ({ toolRuns: runs }) => runs.close(),
};
