import {
  firstBroken,
  newOrganizationBody,
  organizationCollection,
  organizationDocument,
  workspaceChangeBody,
  workspaceNameRules,
} from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { account, member, signedIn } from '../../../http/access.ts';
import { callersZone } from '../../../http/callers-zone.ts';
import { defineRoute } from '../../../http/define-route.ts';
import type { ErrorCode } from '@headwater/base/refusals/refusal-catalog';
import { Refusal } from '@headwater/base/refusals/refusal';
import { presentOrganization } from './organization.presenter.ts';
import { requirePlace } from './require-place.ts';
import { changesIn, checkSettings } from './settings.rules.ts';
import {
  insertOrganization,
  lockOrganization,
  readOrganization,
  updateSettings,
} from './organizations.repository.ts';

const listOrganizations = defineRoute({
  method: 'GET',
  path: '/organizations',
  summary: "The caller's workspaces, by name.",
  access: signedIn(),
  responses: { 200: organizationCollection },
  handler: async ({ user, services }) => {
    const own = await services.memberships.listOf(user.id);
    return { data: own.map(presentOrganization), links: { next: null }, meta: { total: own.length } };
  },
});

const createOrganization = defineRoute({
  method: 'POST',
  path: '/organizations',
  summary: "Create a workspace in the caller's time zone. Its creator becomes its admin.",
  access: account(),
  body: newOrganizationBody,
  takes: 'Time-Zone',
  responses: { 201: organizationDocument },
  handler: async ({ body, user, request, services }) => {
    const { name } = body.data.attributes;
    const broken = firstBroken(workspaceNameRules, name);
    if (broken) throw new Refusal(broken.code as ErrorCode, { pointer: '/data/attributes/name' });
    const settings = { timeZone: callersZone(request) };
    await requirePlace(services, user.id, '/data/attributes/name');
    const id = newId('org');
    const inserted = await workspaceTransaction(services.database, id, async (db) => {
      await audit(db, { action: 'workspace.create', actorId: user.id, workspaceId: id, request });
      return insertOrganization(db, { name, createdBy: user.id, role: 'admin', settings });
    });
    return { data: presentOrganization({ id, name, role: 'admin', ...inserted }) };
  },
});

const getOrganization = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId',
  summary: "A workspace, with the caller's role in it.",
  access: member('workspace:read'),
  responses: { 200: organizationDocument },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const found = await readOrganization(db);
      return { data: presentOrganization({ id: workspace.id, role: workspace.role, ...found }) };
    }),
});

const editOrganization = defineRoute({
  method: 'PATCH',
  path: '/organizations/:organizationId',
  summary: "Change a workspace's time zone, its currency, or the day on which its weeks begin.",
  access: member('workspace:edit'),
  body: workspaceChangeBody,
  responses: { 200: organizationDocument },
  handler: async ({ workspace, body, request, services }) => {
    const change = body.data.attributes;
    checkSettings(change);
    return workspace.transaction(async (db) => {
      const { id, role, principal } = workspace;
      const changed = changesIn(await lockOrganization(db), change);
      if (Object.keys(changed).length > 0) {
        await updateSettings(db, changed);
        const subject = { type: 'organizations', id };
        const about = { workspaceId: id, subject, request, details: changed };
        await audit(db, { action: 'workspace.update', actorId: principal.id, ...about });
        await services.events.publishIn(db, { type: 'organizations', id, sourceConnectionId: null });
      }
      return { data: presentOrganization({ id, role, ...(await readOrganization(db)) }) };
    });
  },
});

export const organizationRoutes = [listOrganizations, createOrganization, getOrganization, editOrganization];
