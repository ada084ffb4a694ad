import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { quotas } from '../../ground/quotas/index.ts';
import { superuserRoutes } from './superuser.routes.ts';

/** All workspaces and users, for people who run the installation. */
export const superuser: ApiModule = {
  name: 'superuser',
  needs: [auditing, quotas],
  routes: superuserRoutes,
};
