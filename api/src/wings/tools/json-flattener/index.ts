import type { ApiModule } from '../../api-module.ts';
import { builtQueries } from '../built-queries/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { jsonFlattener } from './json-flattener.ts';
import { jsonStructureRoutes } from './json-structures.routes.ts';

/** The data tool that makes columns and rows of JSON. */
export const jsonFlattening: ApiModule = {
  name: 'json-flattener',
  needs: [toolRuns, builtQueries, tables],
  routes: jsonStructureRoutes,
  provide: ({ tools }) => {
    tools.add(jsonFlattener);
    return {};
  },
};
