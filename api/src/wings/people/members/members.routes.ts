import {
  departureBody,
  handOverBody,
  memberChangeBody,
  memberCollection,
  memberDocument,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { note } from './member-change.ts';
import { presentMember } from './member.presenter.ts';
import { lockAsEditor, requireOther, requireSuccessor } from './member.rules.ts';
import { deleteMember, findMember, listMembers, lockMembers, updateRole } from './members.repository.ts';

const MEMBERS = '/organizations/:organizationId/members';
const ONE = `${MEMBERS}/:memberId` as const;

const list = defineRoute({
  method: 'GET',
  path: MEMBERS,
  summary: 'The members of the workspace, by name.',
  access: member('members:read'),
  responses: { 200: memberCollection },
  handler: async ({ workspace }) => {
    const members = await workspace.transaction(listMembers);
    return {
      data: members.map((each) => presentMember(each, workspace)),
      links: { next: null },
      meta: { total: members.length },
    };
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: "Change another member's role. Nobody changes their own.",
  access: member('members:edit'),
  body: memberChangeBody,
  responses: { 200: memberDocument },
  handler: ({ workspace, params: { memberId }, body, request, services }) =>
    workspace.transaction(async (db) => {
      await lockAsEditor(db, workspace);
      const former = await requireOther(db, workspace, memberId, 'own_role');
      const { role } = body.data.attributes;
      if (role !== former.role) {
        await updateRole(db, memberId, role);
        const details = { name: former.name, from: former.role, to: role };
        await note(
          { db, workspace, services, request },
          'member.update',
          { type: 'members', id: memberId },
          details,
        );
      }
      return { data: presentMember({ ...former, role }, workspace) };
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Remove another member. They lose access at once.',
  access: member('members:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { memberId }, request, services }) => {
    await workspace.transaction(async (db) => {
      await lockAsEditor(db, workspace);
      const { name, role } = await requireOther(db, workspace, memberId, 'own_membership');
      await deleteMember(db, memberId);
      const subject = { type: 'members', id: memberId } as const;
      await note({ db, workspace, services, request }, 'member.remove', subject, { name, role });
    });
    return undefined;
  },
});

const leave = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/departures',
  summary: 'Leave the workspace. Its last admin has to hand it over first.',
  access: member('workspace:read'),
  body: departureBody,
  responses: { 204: noContent },
  handler: async ({ workspace, request, services }) => {
    const { id, isDemo } = workspace.principal;
    if (isDemo) throw new Refusal('demo_forbidden');
    await workspace.transaction(async (db) => {
      await lockMembers(db);
      const self = await findMember(db, id);
      if (!self) throw new Refusal('not_found');
      const { name } = await db
        .selectFrom('organizations')
        .select('name')
        .where('id', '=', workspace.id)
        .executeTakeFirstOrThrow();
      await requireSuccessor(db, self, name);
      await deleteMember(db, id);
      const subject = { type: 'members', id } as const;
      const details = { name: self.name, role: self.role };
      await note({ db, workspace, services, request }, 'member.leave', subject, details);
    });
    return undefined;
  },
});

const handOver = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/hand-overs',
  summary: 'Hand the workspace over: another member becomes an admin, and the caller an editor.',
  access: member('members:edit'),
  body: handOverBody,
  responses: { 201: memberDocument },
  handler: ({ workspace, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { memberId } = body.data.attributes;
      await lockAsEditor(db, workspace);
      const successor = memberId === workspace.principal.id ? undefined : await findMember(db, memberId);
      if (!successor) throw new Refusal('not_found', { pointer: '/data/attributes/memberId' });
      await updateRole(db, successor.id, 'admin');
      await updateRole(db, workspace.principal.id, 'editor');
      const subject = { type: 'members', id: successor.id } as const;
      const details = { name: successor.name, from: successor.role };
      await note({ db, workspace, services, request }, 'workspace.hand_over', subject, details);
      return { data: presentMember({ ...successor, role: 'admin' }, { ...workspace, role: 'editor' }) };
    }),
});

export const memberRoutes = [list, change, remove, leave, handOver];
