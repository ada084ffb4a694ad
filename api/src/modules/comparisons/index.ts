import type { ApiModule } from '../api-module.ts';
import { sourceConnections } from '../source-connections/index.ts';
import { tables } from '../tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { compare } from './compare.ts';

/** The data tool that compares tables. */
export const comparisons: ApiModule = {
  name: 'comparisons',
  needs: [toolRuns, tables, sourceConnections],
  routes: [],
  provide: ({ tools }) => {
    tools.add(compare);
    return {};
  },
};
