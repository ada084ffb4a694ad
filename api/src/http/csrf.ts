import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { hmac, type Keys } from '../platform/secrets/keys.ts';
import type { Route } from './define-route.ts';
import { FORM_TYPES } from './form-body.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { ownOrigins } from './own-origins.ts';

const JSON_TYPES = ['application/json', 'application/vnd.api+json'];
const BYTES = ['application/octet-stream'];

/**
 * Returns the token that a page sends back in X-CSRF-Token. It is bound to the session and
 * worthless in any other.
 */
export function csrfToken(keys: Keys, sessionId: string): string {
  return hmac(keys.csrf, `v1|${sessionId}`).toString('base64url');
}

/** 1. The raw media type is exactly what the route takes. Another site can't send that without a preflight. */
export function requireMediaType(request: FastifyRequest, route: Route): void {
  // No form can send a DELETE, and without a body there is no media type to check.
  if (request.method === 'DELETE' && !hasBody(request)) return;
  const expected = route.raw ? BYTES : JSON_TYPES;
  if (expected.includes(request.headers['content-type'] ?? '')) return;
  throw new Refusal('media_type_unsupported', { values: { expected: expected[0]! } });
}

/** The same for a route that takes a form, from any program: with a boundary or a character set after it. */
export function requireFormType({ headers }: FastifyRequest): void {
  const type = headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase() ?? '';
  if (!FORM_TYPES.includes(type))
    throw new Refusal('media_type_unsupported', { values: { expected: FORM_TYPES[0]! } });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Throws if a page of another site sends the request. Programs send no Origin, but a page that has been given our
 * address by its own DNS does.
 */
export function refuseOtherOrigin(request: FastifyRequest, config: Config): void {
  if (request.headers.origin !== undefined && !isOwnOrigin(request, config))
    throw refused('its Origin is not ours');
}

/** 2. Origin or Sec-Fetch-Site, at least one of which is required, show that the request is from one of our pages. */
export function requireOwnOrigin(request: FastifyRequest, config: Config): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) throw refused('neither Origin nor Sec-Fetch-Site was sent');
  refuseOtherOrigin(request, config);
  if (site !== undefined && site !== 'same-origin') throw refused('its Sec-Fetch-Site is not same-origin');
}

const isOwnOrigin = ({ headers, raw }: FastifyRequest, config: Config) =>
  ownOrigins(config, raw.socket.localPort ?? config.port).includes(headers.origin ?? '');

/** 3. The caller has read the session that the cookie belongs to. */
export function requireCsrfToken(request: FastifyRequest, keys: Keys, sessionId: string): void {
  const sent = Buffer.from(String(request.headers['x-csrf-token'] ?? ''));
  const expected = Buffer.from(csrfToken(keys, sessionId));
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return;
  throw refused("its X-CSRF-Token is not this session's");
}

function refused(check: string): Refusal {
  return new Refusal('csrf_refused', { values: { check } });
}
