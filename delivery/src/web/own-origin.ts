import type { FastifyRequest } from 'fastify';

/**
 * Returns the origin of a request: the one that the operator has set, or otherwise the one that the browser
 * requested.
 */
export const originOf = ({ origin }: { origin: string | null }, request: FastifyRequest): string =>
  origin ?? `http://${request.host}`;

/**
 * Returns whether one of our pages sent the request. Browsers set these headers, and no page can change them.
 */
export function isFromOwnPage(context: { origin: string | null }, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  const sender = URL.parse(origin ?? '')?.host;
  return sender !== undefined && sender === URL.parse(originOf(context, request))?.host;
}
