import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  emailLoginBody,
  emailSignupBody,
  sessionDocument,
  startedSessionDocument,
} from '@headwater/shared/contract';
import { anonymous, signedIn } from '../http/access.ts';
import { defineRoute, noContent } from '../http/define-route.ts';
import { HttpError } from '../http/http-error.ts';
import { addressKey } from '../http/rate-limits.ts';
import { clearSessionCookie, setSessionCookie } from '../http/session-cookie.ts';
import type { Services } from '../services.ts';
import { presentSession } from './session.presenter.ts';
import { logIn, signUp, type SignedIn } from './sign-in.ts';

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
    return answerSignedIn(await logIn(services, body.data.attributes, session), reply, services);
  },
});

const emailSignup = defineRoute({
  method: 'POST',
  path: '/email-signup',
  summary: 'Sign up with email and password; signs in at once.',
  access: anonymous(),
  body: emailSignupBody,
  answer: { 201: startedSessionDocument },
  handler: async ({ body, session, request, reply, services }) => {
    services.limits.spend('sign_up', addressKey(request.ip));
    return answerSignedIn(await signUp(services, body.data.attributes, session), reply, services);
  },
});

const logOut = defineRoute({
  method: 'DELETE',
  path: '/sessions/:sessionId',
  summary: 'Log out: ends the session and removes its cookie.',
  access: signedIn(),
  answer: { 204: noContent },
  handler: async ({ params, session, reply, services }) => {
    if (params.sessionId !== session.id) throw new HttpError('not_found');
    await services.sessions.end(session.id);
    clearSessionCookie(reply, services.config);
    return undefined;
  },
});

function limitAttempts(request: FastifyRequest, { limits }: Services): void {
  const address = addressKey(request.ip);
  limits.spend('authentication', address);
  limits.spend('authentication_hourly', address);
}

async function answerSignedIn({ user, session }: SignedIn, reply: FastifyReply, services: Services) {
  setSessionCookie(reply, services.config, session.token, session.expiresAt);
  return { data: await presentSession(services, session.id, user) };
}

export const sessionRoutes = [currentSession, emailLogin, emailSignup, logOut];
