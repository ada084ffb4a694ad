import type { ApiModule } from '../api-module.ts';
import { auditing } from '../audit/index.ts';
import { identity } from '../identity/index.ts';
import { mail } from '../mail/index.ts';
import { deleteOrganizations } from './delete-organizations.ts';
import { listExpired } from './deleted-organizations.repository.ts';
import { deletionRoutes } from './deletions.routes.ts';
import { organizationRoutes } from './organizations.routes.ts';
import './organizations.tables.ts';

export { deleteOrganizations } from './delete-organizations.ts';
export { insertOrganization } from './organizations.repository.ts';

/** Workspaces. */
export const organizations: ApiModule = {
  name: 'organizations',
  needs: [identity, auditing, mail],
  routes: [...organizationRoutes, ...deletionRoutes],
  start: async ({ jobs, hooks }) => {
    await jobs.work('clear-workspace', {
      run: ({ workspaceId }) => hooks.announce('onWorkspaceDeleted', workspaceId),
    });
  },
  nightly: async (services, db) =>
    deleteOrganizations(services, db, await listExpired(db), { actorId: null }, 'workspace.clear'),
};
