import type { ApiModule } from '../../api-module.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { toolRuns } from '../tool-runs/index.ts';
import { piiScanner } from './pii-scanner.ts';

/** The data tool that finds personal data in a table. */
export const personalData: ApiModule = {
  name: 'pii-scanner',
  needs: [toolRuns, sourceConnections],
  routes: [],
  provide: ({ tools }) => {
    tools.add(piiScanner);
    return {};
  },
};
