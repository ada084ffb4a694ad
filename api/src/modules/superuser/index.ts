import type { ApiModule } from '../api-module.ts';
import { superuserRoutes } from './superuser.routes.ts';

/** Every workspace and everybody, for who runs the installation. */
export const superuser: ApiModule = { routes: superuserRoutes };
