import type { FastifyRequest } from 'fastify';
import { Refusal } from '@headwater/base/refusals/refusal';
import { containsServiceToken } from './service-token.ts';

/** Returns the token in `Authorization: Bearer …`, or undefined without one. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Throws if the URL contains a token: proxies, browsers, and logs keep URLs. */
export function refuseTokenInUrl({ url }: FastifyRequest): void {
  if (containsServiceToken(url)) throw new Refusal('token_in_url');
}
