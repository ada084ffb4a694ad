import type { ApiModule } from '../../api-module.ts';
import { sql } from '../../queries/sql/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { builtQueryRoutes } from './built-queries.routes.ts';

export { readingTables } from './reading-tables.ts';
export type { TableInQuery } from '../tool-runs/index.ts';

/** Queries that tools make of what people choose, for them to look at and to save as views. */
export const builtQueries: ApiModule = {
  name: 'built-queries',
  needs: [toolRuns, tables, sql],
  routes: builtQueryRoutes,
};
