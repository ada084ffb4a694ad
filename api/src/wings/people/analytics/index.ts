import type { ApiModule } from '../../api-module.ts';
import { identity } from '../identity/index.ts';
import { analyticsRoutes } from './analytics.routes.ts';

/** Analytics: what users did on screens. */
export const analytics: ApiModule = {
  name: 'analytics',
  needs: [identity],
  routes: analyticsRoutes,
};
