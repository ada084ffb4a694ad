import type { FastifyReply, FastifyRequest } from 'fastify';
import { googleLoginBody, googleSignupBody, startedSessionDocument } from '@headwater/shared/contract';
import { anonymous } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { CurrentSession } from '../../../http/principal.ts';
import { signedInResponse } from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';
import { configuredGoogle } from './attempt.ts';
import { recordRefusal } from './callback.ts';
import { spendHandOff } from './hand-off.ts';
import { signInByGoogle } from './sign-in.ts';

const login = defineRoute({
  method: 'POST',
  path: '/sessions/google-login',
  summary: 'Log in with the code that the Google popup received.',
  access: anonymous(),
  limit: 'authentication',
  body: googleLoginBody,
  responses: { 201: startedSessionDocument },
  handler: ({ body, ...call }) => signIn({ purpose: 'login', token: body.data.attributes.token, ...call }),
});

const signup = defineRoute({
  method: 'POST',
  path: '/google-signup',
  summary: 'Sign up with the code that the Google popup received. Logs in users who have already signed up.',
  access: anonymous(),
  limit: 'authentication',
  body: googleSignupBody,
  responses: { 201: startedSessionDocument },
  handler: ({ body, ...call }) => signIn({ purpose: 'signup', ...body.data.attributes, ...call }),
});

interface Call {
  readonly purpose: 'login' | 'signup';
  readonly token: string;
  /** The code of an invitation's link. */
  readonly invitation?: string;
  readonly session: CurrentSession | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
}

async function signIn({ purpose, token, invitation, session, request, reply, services }: Call) {
  configuredGoogle(services);
  try {
    const identity = await spendHandOff(services, { purpose, token, request, reply });
    const signedIn = await signInByGoogle(services, identity, {
      purpose,
      invitation,
      visit: { session, request },
    });
    return await signedInResponse(services, reply, signedIn);
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal(services, { purpose, reason: error.message, request });
    throw error;
  }
}

export const signInRoutes = [login, signup];
