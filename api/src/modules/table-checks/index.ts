import type { ApiModule } from '../api-module.ts';
import { sourceConnections } from '../source-connections/index.ts';
import { tables } from '../tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { profiler } from './profiler.ts';

/** The data tool that checks tables: what people want to hold for each version. */
export const tableChecks: ApiModule = {
  name: 'table-checks',
  needs: [toolRuns, tables, sourceConnections],
  routes: [],
  provide: ({ tools }) => {
    tools.add(profiler);
    return {};
  },
};
