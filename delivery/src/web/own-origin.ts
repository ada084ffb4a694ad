import type { FastifyRequest } from 'fastify';

/** The origin that a request came to: what the operator has said, else what the browser asked for. */
export const originOf = ({ origin }: { origin: string | null }, request: FastifyRequest): string =>
  origin ?? `http://${request.host}`;

/** Whether a page of ours sent it: browsers say so, and no page can make them say otherwise. */
export function isFromOwnPage(context: { origin: string | null }, request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  const sender = URL.parse(origin ?? '')?.host;
  return sender !== undefined && sender === URL.parse(originOf(context, request))?.host;
}
