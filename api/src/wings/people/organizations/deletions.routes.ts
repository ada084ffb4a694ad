import {
  deletedOrganizationCollection,
  organizationDocument,
  organizationRestorationBody,
  paths,
} from '@headwater/shared/contract';
import { Type } from '@sinclair/typebox';
import { account, member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Services } from '../../../http/services.ts';
import { isId } from '../../../platform/database/ids.ts';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { listAdmins } from '../identity/index.ts';
import type { MailContent } from '../../ground/mail/index.ts';
import {
  markDeleted,
  restorableBy,
  unmarkDeleted,
  type DeletedOrganization,
} from './deleted-organizations.repository.ts';
import { presentDeletedOrganization, presentOrganization } from './organization.presenter.ts';
import { lockOrganization, readOrganization } from './organizations.repository.ts';
import { requirePlace } from './require-place.ts';

const remove = defineRoute({
  method: 'DELETE',
  path: '/organizations/:organizationId',
  summary: 'Delete a workspace. For 30 days, its admins can bring it back.',
  access: member('workspace:edit'),
  query: Type.Object(
    { name: Type.String({ description: 'The name of the workspace, so that no other is meant.' }) },
    { additionalProperties: false },
  ),
  responses: { 204: noContent },
  handler: async ({ workspace, query, request, services }) => {
    const { id, principal } = workspace;
    await workspace.transaction(async (db) => {
      const { name: given, timeZone } = await lockOrganization(db);
      if (given !== query.name) throw new Refusal('workspace_name_mismatch', { parameter: 'name' });
      const deleted = await markDeleted(db, principal.name);
      if (!deleted) throw new Refusal('not_found');
      await services.hooks.within('onWorkspaceStopped', db);
      // Whoever is reading something stops.
      await services.events.publishIn(db, { type: 'organizations', id, sourceConnectionId: null });
      const { name, restorableUntil } = deleted;
      const subject = { type: 'organizations', id } as const;
      const about = { actorId: principal.id, workspaceId: id, subject, request };
      await audit(db, { action: 'workspace.delete', ...about, details: { name } });
      const until = restorableUntil.toISOString();
      const link = pageUrl(services.config, paths.createWorkspace());
      const notice = {
        template: 'workspace_deleted',
        workspace: name,
        by: principal.name,
        until,
        zone: timeZone ?? 'UTC',
        link,
      } as const;
      await mailAdmins(services, db, notice);
    });
    return undefined;
  },
});

const list = defineRoute({
  method: 'GET',
  path: '/deleted-organizations',
  summary: 'The deleted workspaces that the caller can bring back, the latest first.',
  access: account(),
  responses: { 200: deletedOrganizationCollection },
  handler: async ({ user, services: { database } }) => {
    const found = await installationSelect<DeletedOrganization>(database, restorableBy(user.id));
    return {
      data: found.map(presentDeletedOrganization),
      links: { next: null },
      meta: { total: found.length },
    };
  },
});

const restore = defineRoute({
  method: 'POST',
  path: '/deleted-organizations/:deletedOrganizationId/restorations',
  summary: 'Bring back a deleted workspace, with everything in it. Its schedules continue.',
  access: account(),
  body: organizationRestorationBody,
  responses: { 200: organizationDocument },
  handler: async ({ params: { deletedOrganizationId: id }, user, request, services }) => {
    if (!isId('org', id)) throw new Refusal('not_found');
    const own = await installationSelect<DeletedOrganization>(services.database, restorableBy(user.id));
    if (!own.some((each) => each.id === id)) throw new Refusal('not_found');
    await requirePlace(services, user.id);
    const restored = await workspaceTransaction(services.database, id, async (db) => {
      if (!(await unmarkDeleted(db, user.id))) throw new Refusal('not_found');
      const found = await readOrganization(db);
      const subject = { type: 'organizations', id } as const;
      await audit(db, { action: 'workspace.restore', actorId: user.id, workspaceId: id, subject, request });
      const by = user.name || user.email;
      const link = pageUrl(services.config, paths.workspace(id));
      const notice = { template: 'workspace_restored', workspace: found.name, by, link } as const;
      await mailAdmins(services, db, notice);
      return found;
    });
    return { data: presentOrganization({ id, role: 'admin', ...restored }) };
  },
});

type Notice = Extract<MailContent, { template: 'workspace_deleted' | 'workspace_restored' }>;

/** Tells every admin, in their own language. */
async function mailAdmins(services: Services, db: WorkspaceDb, notice: Notice): Promise<void> {
  for (const { address, language } of await listAdmins(db))
    await services.mail.send(db, { ...notice, to: address, language });
}

export const deletionRoutes = [remove, list, restore];
