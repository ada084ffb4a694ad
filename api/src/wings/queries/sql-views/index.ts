import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { dependencies } from '../../ground/dependencies/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { sql } from '../sql/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { expireRefreshes } from './due-refreshes.ts';
import { lineageRoutes } from './lineage.routes.ts';
import { sqlViewRoutes } from './sql-views.routes.ts';
import { ViewRowFiles } from './view-rows.ts';
import { ViewRefresher } from './view-refresher.ts';
import './sql-views.tables.ts';

export { addViewOfQuery, followQuery } from './query-view.ts';
export { presentView, readChecked } from './save-view.ts';
export { presentSqlView } from './sql-view.presenter.ts';
export { findViewOfQuery, findViewQuery } from './sql-views.repository.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly viewRefresher: ViewRefresher;
    readonly viewRowFiles: ViewRowFiles;
  }
}

/**
 * Views: tables that are made by a query, and refreshed whenever the tables it reads change. Their connection
 * is the product's own, and only what reads tables knows it.
 */
export const sqlViews: ApiModule = {
  name: 'sql-views',
  needs: [dependencies, tables, sql, organizations, auditing, quotas],
  routes: [...sqlViewRoutes, ...lineageRoutes],
  provide: (services) => {
    const viewRowFiles = new ViewRowFiles(services);
    services.viewRows.readFrom(viewRowFiles);
    return { viewRefresher: new ViewRefresher(services), viewRowFiles };
  },
  start: async ({ config, database, viewRefresher }) => {
    if (config.databaseUrl === null) await expireRefreshes(database);
    viewRefresher.start();
  },
  onWorkspaceDeleted: ({ viewRefresher }, gone) =>
    viewRefresher.stopWhere(({ workspaceId }) => workspaceId === gone),
  close: async ({ viewRefresher, viewRowFiles }) => {
    await Promise.all([viewRefresher.close(), viewRowFiles.close()]);
  },
};
