import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { hmac, type Keys } from '../platform/secrets/keys.ts';
import type { Route } from './define-route.ts';
import { Refusal } from '../platform/refusals/refusal.ts';
import { ownOrigins } from './own-origins.ts';

const JSON_TYPES = ['application/json', 'application/vnd.api+json'];
const BYTES = ['application/octet-stream'];

/** What a page sends back in X-CSRF-Token; bound to the session, so that one of another session is worth nothing. */
export function csrfToken(keys: Keys, sessionId: string): string {
  return hmac(keys.csrf, `v1|${sessionId}`).toString('base64url');
}

/**
 * 1. The raw media type is exactly what the route takes: a form of another site can't send that without asking first.
 */
export function requireMediaType(request: FastifyRequest, route: Route): void {
  // No form can send a DELETE; without a body there is nothing whose type could be told.
  if (request.method === 'DELETE' && !hasBody(request)) return;
  const expected = route.raw ? BYTES : JSON_TYPES;
  if (expected.includes(request.headers['content-type'] ?? '')) return;
  throw new Refusal('media_type_unsupported', { values: { expected: expected[0]! } });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** 2. The browser says that the call comes from a page of ours: by Origin, by Sec-Fetch-Site, by at least one of them. */
export function requireOwnOrigin(request: FastifyRequest, config: Config): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const port = request.raw.socket.localPort ?? config.port;
  if (origin === undefined && site === undefined) throw refused('neither Origin nor Sec-Fetch-Site was sent');
  if (origin !== undefined && !ownOrigins(config, port).includes(origin))
    throw refused('its Origin is another one');
  if (site !== undefined && site !== 'same-origin') throw refused('its Sec-Fetch-Site is not same-origin');
}

/** 3. The caller has read the session that the cookie stands for. */
export function requireCsrfToken(request: FastifyRequest, keys: Keys, sessionId: string): void {
  const sent = Buffer.from(String(request.headers['x-csrf-token'] ?? ''));
  const expected = Buffer.from(csrfToken(keys, sessionId));
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return;
  throw refused("its X-CSRF-Token is not this session's");
}

function refused(check: string): Refusal {
  return new Refusal('csrf_refused', { values: { check } });
}
