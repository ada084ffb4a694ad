import type { ApiModule } from '../api-module.ts';
import { auditing } from '../audit/index.ts';
import { superuserRoutes } from './superuser.routes.ts';

/** Every workspace and everybody, for who runs the installation. */
export const superuser: ApiModule = {
  name: 'superuser',
  needs: [auditing],
  routes: superuserRoutes,
};
