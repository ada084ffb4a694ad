import type { ApiModule } from '../api-module.ts';
import { clearWorkspace } from './delete-organizations.ts';
import { organizationRoutes } from './organizations.routes.ts';
import './organizations.tables.ts';

export { deleteOrganizations } from './delete-organizations.ts';
export { insertOrganization } from './organizations.repository.ts';

/** Workspaces. */
export const organizations: ApiModule = {
  routes: organizationRoutes,
  start: async (services) => {
    await services.jobs.work('clear-workspace', { run: (gone) => clearWorkspace(services, gone) });
  },
};
