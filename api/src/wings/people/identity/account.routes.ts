import {
  acceptedDocument,
  emailConfirmationBody,
  emailConfirmationDocument,
  emailConfirmationRequestBody,
  invitationAcceptanceBody,
  invitationDocument,
  passwordResetBody,
  passwordResetRequestBody,
  type InvitationResource,
} from '@headwater/shared/contract';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { account, anonymous } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { requestAccountMail } from './account-mail.ts';
import { confirmByCode } from './email-confirmation.ts';
import { acceptInvitation, announceMember, findInvitation, type Invitation } from './invitations.ts';
import { resetPassword } from './password-reset.ts';

const requestReset = defineRoute({
  method: 'POST',
  path: '/password/request-reset',
  summary: 'Request a mail with a link to set a new password. Always returns the same.',
  access: anonymous(),
  limit: 'reset',
  body: passwordResetRequestBody,
  responses: { 202: acceptedDocument },
  handler: async ({ body, session, request, services }) => {
    await requestAccountMail(services, 'reset_password', body.data.attributes.email, { session, request });
    return { data: null };
  },
});

const reset = defineRoute({
  method: 'POST',
  path: '/password/reset',
  summary: 'Set a new password with the code in a mail. Ends every session of the account.',
  access: anonymous(),
  limit: 'authentication',
  body: passwordResetBody,
  responses: { 204: noContent },
  handler: async ({ body, session, request, services }) => {
    await resetPassword(services, body.data.attributes, { session, request });
    return undefined;
  },
});

const requestConfirmation = defineRoute({
  method: 'POST',
  path: '/email-confirmation-requests',
  summary: 'Request the mail that confirms an email address again. Always returns the same.',
  access: anonymous(),
  limit: 'reset',
  body: emailConfirmationRequestBody,
  responses: { 202: acceptedDocument },
  handler: async ({ body, session, request, services }) => {
    await requestAccountMail(services, 'confirm_email', body.data.attributes.email, { session, request });
    return { data: null };
  },
});

const confirm = defineRoute({
  method: 'POST',
  path: '/email-confirmations',
  summary: 'Confirm an email address with the code in a mail.',
  access: anonymous(),
  limit: 'authentication',
  body: emailConfirmationBody,
  responses: { 200: emailConfirmationDocument },
  handler: async ({ body, session, request, services }) => {
    return { data: await confirmByCode(services, body.data.attributes.code, { session, request }) };
  },
});

const invitation = defineRoute({
  method: 'GET',
  path: '/invitations/:code',
  summary: "The email address that an invitation's link is for, and the workspace that it leads to, if any.",
  access: anonymous(),
  limit: 'authentication',
  responses: { 200: invitationDocument },
  handler: async ({ params, services }) => {
    const found = await installationTransaction(services.database, (db) => findInvitation(db, params.code));
    return { data: presentInvitation(found) };
  },
});

const accept = defineRoute({
  method: 'POST',
  path: '/invitation-acceptances',
  summary: 'Accept an invitation to a workspace with an account that has its email address.',
  access: account(),
  body: invitationAcceptanceBody,
  responses: { 201: invitationDocument },
  handler: async ({ body, user, request, services }) => {
    const { code } = body.data.attributes;
    const own = await services.memberships.listOf(user.id);
    const limit = services.config.quotas.workspaces;
    const accepted = await installationTransaction(services.database, async (db) => {
      const invitation = await acceptInvitation(db, {
        code,
        user,
        pointer: '/data/attributes/code',
        request,
      });
      const isKnown = own.some(({ id }) => id === invitation.workspace?.id);
      if (own.length >= limit && !isKnown)
        throw new Refusal('workspace_quota_reached', { pointer: '/data/attributes/code', values: { limit } });
      return invitation;
    });
    announceMember(services, accepted);
    return { data: presentInvitation(accepted) };
  },
});

const presentInvitation = ({ id, email, workspace }: Invitation): InvitationResource => ({
  type: 'invitations',
  id,
  attributes: {
    email,
    workspace: workspace && {
      organizationId: workspace.id,
      name: workspace.name,
      role: workspace.role,
      invitedBy: workspace.invitedBy,
    },
  },
});

export const accountRoutes = [requestReset, reset, requestConfirmation, confirm, invitation, accept];
