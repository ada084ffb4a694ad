import type { ApiModule } from '../../api-module.ts';
import { builtQueries } from '../built-queries/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { joinBuilder } from './join-builder.ts';
import { joinRoutes } from './joins.routes.ts';

/** The data tool that joins tables. */
export const joins: ApiModule = {
  name: 'join-builder',
  needs: [toolRuns, builtQueries, tables],
  routes: joinRoutes,
  provide: ({ tools }) => {
    tools.add(joinBuilder);
    return {};
  },
};
