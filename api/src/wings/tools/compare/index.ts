import type { ApiModule } from '../../api-module.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { tables } from '../../tables/tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { compare } from './compare.ts';

/** The data tool that compares tables. */
export const comparisons: ApiModule = {
  name: 'compare',
  needs: [toolRuns, tables, sourceConnections],
  routes: [],
  provide: ({ tools }) => {
    tools.add(compare);
    return {};
  },
};
