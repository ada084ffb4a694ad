import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../identity/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { clearDeleted } from './clear-deleted.ts';
import { deletionRoutes } from './deletions.routes.ts';
import { organizationRoutes } from './organizations.routes.ts';
import './organizations.tables.ts';

export { deleteOrganizations } from './delete-organizations.ts';
export { insertOrganization, readZone } from './organizations.repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'clear-deleted-workspaces': Record<string, never>;
  }
}

const EVERY_HOUR = '47 * * * *';

/** Workspaces. */
export const organizations: ApiModule = {
  name: 'organizations',
  needs: [identity, auditing, mail],
  routes: [...organizationRoutes, ...deletionRoutes],
  start: async (services) => {
    const { jobs, hooks } = services;
    await jobs.work('clear-workspace', {
      run: ({ workspaceId }) => hooks.announce('onWorkspaceDeleted', workspaceId),
    });
    await jobs.work('clear-deleted-workspaces', { run: () => clearDeleted(services) });
    await jobs.schedule('clear-deleted-workspaces', EVERY_HOUR, {});
  },
};
