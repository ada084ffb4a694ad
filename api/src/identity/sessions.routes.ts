import type { FastifyRequest } from 'fastify';
import {
  emailLoginBody,
  emailSignupBody,
  sessionDocument,
  startedSessionDocument,
} from '@headwater/shared/contract';
import { audit } from '../audit/index.ts';
import { installationTransaction } from '../db/installation-db.ts';
import { anonymous, signedIn } from '../http/access.ts';
import { defineRoute, noContent } from '../http/define-route.ts';
import { HttpError } from '../http/http-error.ts';
import { addressKey } from '../http/rate-limits.ts';
import { clearSessionCookie } from '../http/session-cookie.ts';
import type { Services } from '../services.ts';
import { answerSignedIn } from './enter.ts';
import { presentSession } from './session.presenter.ts';
import { deleteSessionOf } from './sessions.repository.ts';
import { logIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const currentSession = defineRoute({
  method: 'GET',
  path: '/sessions',
  summary: "The caller's session; null for a visitor who is not signed in.",
  access: anonymous(),
  answer: { 200: sessionDocument },
  handler: async ({ session, services }) => ({
    data: session && (await presentSession(services, session.id, session.user)),
  }),
});

const emailLogin = defineRoute({
  method: 'POST',
  path: '/sessions/email-login',
  summary: 'Log in with email and password.',
  access: anonymous(),
  body: emailLoginBody,
  answer: { 201: startedSessionDocument },
  handler: async ({ body, session, request, reply, services }) => {
    limitAttempts(request, services);
    const signedIn = await logIn(services, body.data.attributes, { session, request });
    return answerSignedIn(services, reply, signedIn);
  },
});

const emailSignup = defineRoute({
  method: 'POST',
  path: '/email-signup',
  summary:
    'Sign up with email and password. Signs in at once, or answers null where the address is to be confirmed.',
  access: anonymous(),
  body: emailSignupBody,
  answer: { 201: sessionDocument },
  handler: async ({ body, session, request, reply, services }) => {
    services.limits.spend('sign_up', addressKey(request.ip));
    const signedIn = await signUp(services, body.data.attributes, { session, request });
    return signedIn ? answerSignedIn(services, reply, signedIn) : { data: null };
  },
});

const endSession = defineRoute({
  method: 'DELETE',
  path: '/sessions/:sessionId',
  summary: "Log out, or end another one of one's own sessions.",
  access: signedIn(),
  answer: { 204: noContent },
  handler: async ({ params: { sessionId }, session, user, request, reply, services }) => {
    await installationTransaction(services.database, async (db) => {
      if (!(await deleteSessionOf(db, user.id, sessionId))) throw new HttpError('not_found');
      const subject = { type: 'sessions', id: sessionId };
      await audit(db, { action: 'session.end', actorId: user.id, subject, request });
    });
    if (sessionId === session.id) clearSessionCookie(reply, services.config);
    return undefined;
  },
});

/** Each attempt to prove who one is, by whatever means. */
export function limitAttempts(request: FastifyRequest, { limits }: Services): void {
  const address = addressKey(request.ip);
  limits.spend('authentication', address);
  limits.spend('authentication_hourly', address);
}

export const sessionRoutes = [currentSession, emailLogin, emailSignup, endSession];
