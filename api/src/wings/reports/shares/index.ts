import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../../people/identity/index.ts';
import { reportFiles } from '../files/index.ts';
import { reports } from '../reports/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { deleteOldShares } from './report-shares.repository.ts';
import './report-shares.tables.ts';
import { shareLinkRoutes } from './share-links.routes.ts';
import { sharedReportRoutes } from './shared-reports.routes.ts';
import { workspaceShareRoutes } from './workspace-shares.routes.ts';

/** Links by which people without an account see a report, and nothing else. */
export const reportShares: ApiModule = {
  name: 'report-shares',
  needs: [reports, reportFiles, tables, sourceConnections, identity, auditing],
  routes: [...shareLinkRoutes, ...workspaceShareRoutes, ...sharedReportRoutes],
  nightly: (_services, db) => deleteOldShares(db),
};
