import { randomBytes } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import { networkOf, object, paths, word } from '@headwater/shared/contract';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { anonymous } from '../../../http/access.ts';
import { defineRoute, redirection } from '../../../http/define-route.ts';
import { ownOrigins } from '../../../http/own-origins.ts';
import type { Services } from '../../../http/services.ts';
import { browserHmac, configuredGoogle } from './attempt.ts';
import { insertAttempt } from './attempts.repository.ts';
import { handOver } from './callback.ts';
import { ATTEMPT_SECONDS, oauthCookie } from './oauth-cookie.ts';
import { describe, reasonOf } from './popup-error.ts';

const CALLBACK_PATH = '/api/google/callback';
const STATE_BYTES = 16;

const start = defineRoute({
  method: 'GET',
  path: '/google/start',
  summary: 'Where the popup of "Continue with Google" starts. Redirects to the provider.',
  access: anonymous(),
  query: object({ purpose: word(['login', 'signup', 'link']) }),
  responses: { 303: redirection },
  handler: async ({ query: { purpose }, request, reply, services }) => {
    const google = configuredGoogle(services);
    leaveOpener(reply);
    if (isTooMuch(request, services)) return paths.oauthRedirects({ error: 'failed' });
    const attempt = {
      state: randomBytes(STATE_BYTES).toString('base64url'),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
    };
    try {
      const url = await google.authorizationUrl(attempt, callbackUrl(request, services).href);
      const browser = randomBytes(32).toString('base64url');
      const hmac = browserHmac(services, browser);
      await installationTransaction(services.database, (db) =>
        insertAttempt(db, { ...attempt, purpose, browserHmac: hmac }),
      );
      oauthCookie.set(reply, services.config, browser, { maxAge: ATTEMPT_SECONDS });
      return url.href;
    } catch (error) {
      request.log.warn(describe(error), 'Google could not be reached');
      return paths.oauthRedirects({ error: reasonOf(error) });
    }
  },
});

const callback = defineRoute({
  method: 'GET',
  path: '/google/callback',
  summary: 'Where the provider redirects the popup back to. Checks its response and hands over our own code.',
  access: anonymous(),
  // Providers may add anything, and the page behind the popup would never learn of a refusal here.
  query: Type.Object({}, { additionalProperties: true }),
  responses: { 303: redirection },
  handler: async ({ request, reply, services }) => {
    const google = configuredGoogle(services);
    leaveOpener(reply);
    if (isTooMuch(request, services)) return paths.oauthRedirects({ error: 'failed' });
    const url = callbackUrl(request, services);
    url.search = new URL(request.url, url).search;
    return paths.oauthRedirects(await handOver(services, google, url, { request, reply }));
  },
});

/**
 * Returns the callback at the browser's origin, if it is one of ours: both the cookie and the page behind
 * the popup belong to it.
 */
function callbackUrl(request: FastifyRequest, { config }: Services): URL {
  const origins = ownOrigins(config, request.raw.socket.localPort ?? config.port);
  const here = origins.find((origin) => new URL(origin).host === request.host);
  return new URL(CALLBACK_PATH, here ?? origins[0]);
}

/**
 * The popup passes through the provider's pages. With its own opener policy, it would lose the
 * page that waits for it.
 */
function leaveOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', 'unsafe-none');
}

/** Anyone may call these routes, and each call writes a row. */
function isTooMuch(request: FastifyRequest, { limits }: Services): boolean {
  return limits.count('google_popup', networkOf(request.ip)) > 0;
}

export const popupRoutes = [start, callback];
