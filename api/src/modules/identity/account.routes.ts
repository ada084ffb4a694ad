import {
  acceptedDocument,
  emailConfirmationBody,
  emailConfirmationDocument,
  emailConfirmationRequestBody,
  invitationDocument,
  passwordResetBody,
  passwordResetRequestBody,
} from '@headwater/shared/contract';
import { installationTransaction } from '../../platform/database/installation-db.ts';
import { anonymous } from '../../http/access.ts';
import { defineRoute, noContent } from '../../http/define-route.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { requestAccountMail } from './account-mail.ts';
import { confirmByCode } from './email-confirmation.ts';
import { findInvitation } from './invitations.ts';
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
  summary: "The email address that an invitation's link is for.",
  access: anonymous(),
  limit: 'authentication',
  responses: { 200: invitationDocument },
  handler: async ({ params, services }) => {
    const found = await installationTransaction(services.database, (db) => findInvitation(db, params.code));
    if (!found) throw new Refusal('not_found');
    return { data: { type: 'invitations', id: found.id, attributes: { email: found.email } } };
  },
});

export const accountRoutes = [requestReset, reset, requestConfirmation, confirm, invitation];
