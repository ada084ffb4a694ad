import type { ApiModule } from '../api-module.ts';
import { auditing } from '../audit/index.ts';
import { identity } from '../identity/index.ts';
import { quotas } from '../quotas/index.ts';
import { reports } from '../reports/index.ts';
import { sourceConnections } from '../source-connections/index.ts';
import { sync } from '../sync/index.ts';
import { syncLogs } from '../sync-logs/index.ts';
import { tables } from '../tables/index.ts';
import { sampleDataRoutes } from './sample-data.routes.ts';

export { linkSampleData } from './link-sample-data.ts';
export { loadSampleData } from './load-sample-data.ts';

/** The sample shop for newcomers. */
export const sampleData: ApiModule = {
  name: 'sample-data',
  needs: [identity, sourceConnections, tables, sync, syncLogs, reports, quotas, auditing],
  routes: sampleDataRoutes,
};
