import type { ApiModule } from '../../api-module.ts';
import { searchRoutes } from './search.routes.ts';

/** Finds what a workspace has by its name, for whoever wants to go there. */
export const search: ApiModule = { name: 'search', needs: [], routes: searchRoutes };
