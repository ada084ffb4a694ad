import { googleLinkBody, startedSessionDocument } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { account } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import {
  signedInResponse,
  startSession,
  getAccount,
  provePassword,
  requireProved,
} from '../identity/index.ts';
import { configuredGoogle } from './attempt.ts';
import { spendHandOff } from './hand-off.ts';
import { deleteIdentitiesOf } from './identities.repository.ts';
import { link } from './link.ts';

const connect = defineRoute({
  method: 'POST',
  path: '/google-links',
  summary: 'Connect Google with the password and the code that the popup received. Starts a new session.',
  access: account(),
  limit: 'authentication',
  body: googleLinkBody,
  responses: { 201: startedSessionDocument },
  handler: async ({ body, session, user, request, reply, services }) => {
    configuredGoogle(services);
    const { token, password } = body.data.attributes;
    const pointer = '/data/attributes/password';
    const proof = { user, password, pointer, action: 'google.link' } as const;
    const owner = await provePassword(services, proof, { request });
    // Only now, so that a typo in the password doesn't require a second round through the popup.
    const identity = await spendHandOff(services, { purpose: 'link', token, request, reply });
    const visit = { session, request };
    const signedIn = await installationTransaction(services.database, async (db) => {
      await requireProved(db, owner, pointer);
      await link(services, db, { account: owner, identity, visit });
      return startSession(services, db, user, visit, 'password');
    });
    return signedInResponse(services, reply, signedIn);
  },
});

const disconnect = defineRoute({
  method: 'DELETE',
  path: '/profile/google',
  summary: 'Disconnect Google. Only for users who can also log in with a password.',
  access: account(),
  responses: { 204: noContent },
  handler: async ({ user, request, services }) => {
    await installationTransaction(services.database, async (db) => {
      if (!(await deleteIdentitiesOf(db, user.id))) throw new Refusal('not_found');
      const { passwordHash } = await getAccount(db, user.id);
      if (passwordHash === null) throw new Refusal('google_only_way_in');
      const subject = { type: 'users', id: user.id };
      await audit(db, { action: 'google.unlink', actorId: user.id, subject, request });
    });
    return undefined;
  },
});

export const linkRoutes = [connect, disconnect];
