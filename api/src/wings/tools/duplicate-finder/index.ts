import type { ApiModule } from '../../api-module.ts';
import { tables } from '../../tables/tables/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { duplicateFinder } from './duplicate-finder.ts';

/** The data tool that finds duplicates. */
export const duplicates: ApiModule = {
  name: 'duplicate-finder',
  needs: [toolRuns, tables],
  routes: [],
  provide: ({ tools }) => {
    tools.add(duplicateFinder);
    return {};
  },
};
