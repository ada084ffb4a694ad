import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../../people/identity/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { reports } from '../../reports/reports/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { sync } from '../../syncs/runs/index.ts';
import { syncLogs } from '../../syncs/logs/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { sampleDataRoutes } from './sample-data.routes.ts';

export { linkSampleData } from './link-sample-data.ts';
export { loadSampleData } from './load-sample-data.ts';

/** The sample shop for newcomers. */
export const sampleData: ApiModule = {
  name: 'sample-data',
  needs: [identity, sourceConnections, tables, sync, syncLogs, reports, quotas, auditing],
  routes: sampleDataRoutes,
};
