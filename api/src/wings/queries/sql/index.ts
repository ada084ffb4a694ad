import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { organizations } from '../../people/organizations/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { Sandboxes } from '@headwater/warehouse';
import { deleteOldRuns } from './past-runs.repository.ts';
import { pastRunRoutes } from './past-runs.routes.ts';
import { rowSqlRoutes } from './row-sql.routes.ts';
import { sqlCatalogRoutes } from './sql-catalog.routes.ts';
import { sqlPlanRoutes } from './sql-plans.routes.ts';
import { sqlRunRoutes } from './sql-runs.routes.ts';
import './sql.tables.ts';
import { ZoneDifferences } from './zone-differences.ts';

export { kindOfType } from './kind-of-type.ts';
export {
  findNamedVersions,
  reachableTables,
  type BoundName,
  type NamedVersion,
  type TableReader,
} from './reachable-tables.ts';
export { hashOf, runSql, secondsFor, type FoundTable } from './run-sql.ts';
export { sqlNamesByTable } from './sql-tables.repository.ts';
export { sqlRefusalOf } from './sql-refusal.ts';
export { columnsOfSql, usesIn, usesOfSql } from './uses-of-sql.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly sandboxes: Sandboxes;
    readonly zoneDifferences: ZoneDifferences;
  }
}

/** SQL that people write, over all tables of their workspace. */
export const sql: ApiModule = {
  name: 'sql',
  needs: [tables, organizations, auditing],
  routes: [...sqlRunRoutes, ...sqlPlanRoutes, ...pastRunRoutes, ...sqlCatalogRoutes, ...rowSqlRoutes],
  provide: () => {
    const sandboxes = new Sandboxes();
    return { sandboxes, zoneDifferences: new ZoneDifferences(sandboxes) };
  },
  nightly: (_services, db) => deleteOldRuns(db),
  close: ({ sandboxes }) => sandboxes.close(),
};
