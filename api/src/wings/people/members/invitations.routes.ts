import {
  newInvitationLinkBody,
  newInvitationsBody,
  sentInvitationCollection,
  sentInvitationDocument,
  workspaceInvitationCollection,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { foldEmail } from '../identity/index.ts';
import { note, type MemberChange } from './member-change.ts';
import { presentSentInvitation, presentWorkspaceInvitation } from './invitation.presenter.ts';
import { requireInvitable } from './invitation.rules.ts';
import {
  cancelInvitations,
  findOpenInvitation,
  insertWorkspaceInvitation,
  listInvitations,
  updateLink,
  type InvitationRow,
} from './invitations.repository.ts';
import { mailLink, makeLink } from './make-link.ts';
import { lockAsEditor } from './member.rules.ts';
import { listMembers } from './members.repository.ts';

const INVITATIONS = '/organizations/:organizationId/invitations';
const ONE = `${INVITATIONS}/:invitationId` as const;

const list = defineRoute({
  method: 'GET',
  path: INVITATIONS,
  summary: 'The invitations that nobody has accepted yet, also those that have expired, the newest first.',
  access: member('members:read'),
  responses: { 200: workspaceInvitationCollection },
  handler: async ({ workspace }) => {
    const invitations = await workspace.transaction(listInvitations);
    return {
      data: invitations.map((each) => presentWorkspaceInvitation(each, workspace)),
      links: { next: null },
      meta: { total: invitations.length },
    };
  },
});

const invite = defineRoute({
  method: 'POST',
  path: INVITATIONS,
  summary:
    'Invite people by their email addresses, for 7 days, all of them or none. Where no email is sent, only this response contains the links.',
  access: member('members:edit'),
  body: newInvitationsBody,
  responses: { 201: sentInvitationCollection },
  handler: ({ workspace, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { emails, role } = body.data.attributes;
      await lockAsEditor(db, workspace);
      const invitations = await listInvitations(db);
      requireInvitable(emails, await listMembers(db), invitations);
      for (const email of emails) spendMail({ services }, email);
      const replaced = invitations.filter(({ emailFolded }) =>
        emails.some((email) => foldEmail(email) === emailFolded),
      );
      await cancelInvitations(
        db,
        replaced.map(({ id }) => id),
      );
      const sent = [];
      for (const email of emails)
        sent.push(await inviteOne({ db, workspace, services, request }, { email, role }));
      return { data: sent, links: { next: null }, meta: { total: sent.length } };
    }),
});

const renew = defineRoute({
  method: 'POST',
  path: `${ONE}/links`,
  summary:
    'Replace the link of an invitation, which is then valid for another 7 days. It is mailed, or only this response contains it.',
  access: member('members:edit'),
  body: newInvitationLinkBody,
  responses: { 201: sentInvitationDocument },
  handler: ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { mail } = body.data.attributes;
      if (mail && !services.mail.isOn) throw new Refusal('mail_off', { pointer: '/data/attributes/mail' });
      await lockAsEditor(db, workspace);
      const { id, email, role } = await requireInvitation(db, params.invitationId);
      if (mail) spendMail({ services }, email);
      const circumstances = { db, workspace, services, request };
      const { codeHash, link } = makeLink(circumstances);
      const expiresAt = await updateLink(db, id, { codeHash, byMail: mail });
      if (mail) await mailLink(circumstances, { email, role, link });
      const subject = { type: 'workspace_invitations', id } as const;
      await note(circumstances, 'invitation.renew', subject, { email, mail });
      return { data: presentSentInvitation({ id, email, expiresAt, link: mail ? null : link }) };
    }),
});

const cancel = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Cancel an invitation. Its link stops working.',
  access: member('members:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      await lockAsEditor(db, workspace);
      const { id, email } = await requireInvitation(db, params.invitationId);
      await cancelInvitations(db, [id]);
      const subject = { type: 'workspace_invitations', id } as const;
      await note({ db, workspace, services, request }, 'invitation.cancel', subject, { email });
    });
    return undefined;
  },
});

export const invitationRoutes = [list, invite, renew, cancel];

async function inviteOne(
  circumstances: MemberChange,
  { email, role }: Pick<InvitationRow, 'email' | 'role'>,
) {
  const { db, workspace, services } = circumstances;
  const id = newId('inv');
  const byMail = services.mail.isOn;
  const { codeHash, link } = makeLink(circumstances);
  const invitedBy = workspace.principal.name;
  const emailFolded = foldEmail(email);
  const invitation = { id, email, emailFolded, role, invitedBy, codeHash, byMail };
  const expiresAt = await insertWorkspaceInvitation(db, invitation);
  if (byMail) await mailLink(circumstances, { email, role, link });
  const subject = { type: 'workspace_invitations', id } as const;
  await note(circumstances, 'invitation.create', subject, { email, role });
  return presentSentInvitation({ id, email, expiresAt, link: byMail ? null : link });
}

async function requireInvitation(db: WorkspaceDb, id: string): Promise<InvitationRow> {
  const found = await findOpenInvitation(db, id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Nobody's mailbox is filled, whoever invites. */
function spendMail({ services: { limits, mail } }: Pick<MemberChange, 'services'>, email: string): void {
  if (mail.isOn) limits.spend('account_mail', `invitation|${foldEmail(email)}`);
}
