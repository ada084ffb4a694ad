import {
  accountDeletionBody,
  emailChangeBody,
  passwordChangeBody,
  profileDocument,
  startedSessionDocument,
} from '@headwater/shared/contract';
import { account } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { signedInResponse } from '../identity/index.ts';
import { deleteAccount } from './account-deletion.ts';
import { changeEmail } from './email-change.ts';
import { changePassword } from './password-change.ts';
import { presentProfile } from './profile.presenter.ts';

const passwordChange = defineRoute({
  method: 'POST',
  path: '/password-changes',
  summary: 'Set a new password. Ends every session of the account and opens a new one.',
  access: account(),
  limit: 'authentication',
  body: passwordChangeBody,
  responses: { 201: startedSessionDocument },
  handler: async ({ body, session, user, request, reply, services }) => {
    const visit = { session, request };
    const signedIn = await changePassword(services, user, body.data.attributes, visit);
    return signedInResponse(services, reply, signedIn);
  },
});

const emailChange = defineRoute({
  method: 'POST',
  path: '/email-changes',
  summary: 'Change the email address: at once, or through the link in a mail if mail is on.',
  access: account(),
  limit: 'authentication',
  body: emailChangeBody,
  responses: { 200: profileDocument },
  handler: async ({ body, session, user, request, services }) => {
    await changeEmail(services, user, body.data.attributes, { session, request });
    return { data: await presentProfile(services, user.id) };
  },
});

const accountDeletion = defineRoute({
  method: 'POST',
  path: '/account-deletions',
  summary: 'Delete the account, and the workspaces to which no one else belongs.',
  access: account(),
  limit: 'authentication',
  body: accountDeletionBody,
  responses: { 204: noContent },
  handler: async ({ body, session, request, reply, services }) => {
    await deleteAccount(services, session, body.data.attributes, { request });
    sessionCookie.clear(reply, services.config);
    return undefined;
  },
});

export const accountRoutes = [passwordChange, emailChange, accountDeletion];
