import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { dependencies } from '../../ground/dependencies/index.ts';
import { sqlViews } from '../../queries/sql-views/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { clearDeleted } from './deleted-reports.repository.ts';
import { deletedReportRoutes } from './deleted-reports.routes.ts';
import { deleteOldVersions } from './report-versions.repository.ts';
import { reportVersionRoutes } from './report-versions.routes.ts';
import { reportRoutes } from './reports.routes.ts';
import { deleteOldOpenings } from './reports.repository.ts';
import './reports.tables.ts';

export { addReport } from './add-report.ts';
export { getLocked, getReport, noteChange, type Change } from './change-report.ts';
export { parametersOfCard } from './parameters-of-card.ts';
export { contentOf } from './report.presenter.ts';
export { countOpening, countReports, setFavorite } from './reports.repository.ts';

/** Cards on a grid that show what queries compute of tables, kept in versions. */
export const reports: ApiModule = {
  name: 'reports',
  needs: [tables, sqlViews, dependencies, auditing],
  routes: [...reportRoutes, ...reportVersionRoutes, ...deletedReportRoutes],
  nightly: async (_services, db) => {
    await clearDeleted(db);
    await deleteOldVersions(db);
    await deleteOldOpenings(db);
  },
};
