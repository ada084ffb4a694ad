import type { ApiModule } from '../api-module.ts';
import { auditing } from '../audit/index.ts';
import { tables } from '../tables/index.ts';
import { Sandboxes } from '../../engine/warehouse/index.ts';
import { sqlCatalogRoutes } from './sql-catalog.routes.ts';
import { sqlRunRoutes } from './sql-runs.routes.ts';

export { kindOfType } from './kind-of-type.ts';
export {
  findNamedVersions,
  reachableTables,
  type BoundName,
  type NamedVersion,
  type TableReader,
} from './reachable-tables.ts';
export { hashOf } from './run-sql.ts';
export { sqlRefusalOf } from './sql-refusal.ts';

declare module '../../http/services.ts' {
  interface Services {
    readonly sandboxes: Sandboxes;
  }
}

/** SQL that people write, over all tables of their workspace. */
export const sql: ApiModule = {
  name: 'sql',
  needs: [tables, auditing],
  routes: [...sqlRunRoutes, ...sqlCatalogRoutes],
  provide: () => ({ sandboxes: new Sandboxes() }),
  close: ({ sandboxes }) => sandboxes.close(),
};
