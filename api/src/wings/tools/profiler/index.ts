import type { ApiModule } from '../../api-module.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { profiler } from './profiler.ts';

/** The data tool that checks tables: what people want to hold for each version. */
export const tableChecks: ApiModule = {
  name: 'profiler',
  needs: [toolRuns, tables, sourceConnections],
  routes: [],
  provide: ({ tools }) => {
    tools.add(profiler);
    return {};
  },
};
