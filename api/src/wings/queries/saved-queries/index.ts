import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { dependencies } from '../../ground/dependencies/index.ts';
import { sql } from '../sql/index.ts';
import { sqlViews } from '../sql-views/index.ts';
import { deleteOldQueryVersions } from './saved-queries.repository.ts';
import { savedQueryRoutes } from './saved-queries.routes.ts';
import './saved-queries.tables.ts';

/** SQL that people have saved for everybody in the workspace, with every version of it. */
export const savedQueries: ApiModule = {
  name: 'saved-queries',
  needs: [sql, sqlViews, dependencies, auditing],
  routes: savedQueryRoutes,
  nightly: (_services, db) => deleteOldQueryVersions(db),
};
