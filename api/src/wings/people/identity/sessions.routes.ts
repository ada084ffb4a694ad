import {
  emailLoginBody,
  emailSignupBody,
  reauthenticationBody,
  sessionDocument,
  startedSessionDocument,
} from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { account, anonymous, signedIn } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { signedInResponse, startSession } from './start-session.ts';
import { provePassword, requireProved } from './password-proof.ts';
import { presentSession } from './session.presenter.ts';
import { deleteSessionOf } from './sessions.repository.ts';
import { logIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const currentSession = defineRoute({
  method: 'GET',
  path: '/sessions',
  summary: "The caller's session, or null for a visitor who is not signed in.",
  access: anonymous(),
  responses: { 200: sessionDocument },
  handler: async ({ session, services }) => ({
    data: session && (await presentSession(services, session.id, session.user)),
  }),
});

const emailLogin = defineRoute({
  method: 'POST',
  path: '/sessions/email-login',
  summary: 'Log in with email and password.',
  access: anonymous(),
  limit: 'authentication',
  body: emailLoginBody,
  responses: { 201: startedSessionDocument },
  handler: async ({ body, session, request, reply, services }) => {
    const signedIn = await logIn(services, body.data.attributes, { session, request });
    return signedInResponse(services, reply, signedIn);
  },
});

const reauthenticate = defineRoute({
  method: 'POST',
  path: '/reauthentications',
  summary: 'Prove again who you are, for actions that require a recent proof. Starts a new session.',
  access: account(),
  limit: 'authentication',
  body: reauthenticationBody,
  responses: { 201: startedSessionDocument },
  handler: async ({ body, session, user, request, reply, services }) => {
    const { password } = body.data.attributes;
    const pointer = '/data/attributes/password';
    const claim = { user, password, pointer, action: 'session.begin' } as const;
    const proved = await provePassword(services, claim, { request });
    const signedIn = await installationTransaction(services.database, async (db) => {
      await requireProved(db, proved, pointer);
      return startSession(services, db, user, { session, request }, 'reauthentication');
    });
    return signedInResponse(services, reply, signedIn);
  },
});

const emailSignup = defineRoute({
  method: 'POST',
  path: '/email-signup',
  summary:
    'Sign up with email and password. Signs in at once, or returns null if the email address has to be confirmed.',
  access: anonymous(),
  limit: 'sign_up',
  body: emailSignupBody,
  responses: { 201: sessionDocument },
  handler: async ({ body, session, request, reply, services }) => {
    const signedIn = await signUp(services, body.data.attributes, { session, request });
    return signedIn ? signedInResponse(services, reply, signedIn) : { data: null };
  },
});

const endSession = defineRoute({
  method: 'DELETE',
  path: '/sessions/:sessionId',
  summary: 'Log out, or end another of your own sessions.',
  access: signedIn(),
  responses: { 204: noContent },
  handler: async ({ params: { sessionId }, session, user, request, reply, services }) => {
    await installationTransaction(services.database, async (db) => {
      if (!(await deleteSessionOf(db, user.id, sessionId))) throw new Refusal('not_found');
      const subject = { type: 'sessions', id: sessionId };
      await audit(db, { action: 'session.end', actorId: user.id, subject, request });
    });
    if (sessionId === session.id) sessionCookie.clear(reply, services.config);
    return undefined;
  },
});

export const sessionRoutes = [currentSession, emailLogin, reauthenticate, emailSignup, endSession];
