import type { FastifyReply } from 'fastify';
import { securityHeaders } from '@headwater/shared/contract';
import type { Config } from '../platform/config/config.ts';

/** Returns the headers of every response of the API, whatever its route and status. */
export const headersOfEveryResponse = (config: Config, requestId: string): Record<string, string> => ({
  ...securityHeaders(config.publicUrl?.startsWith('https:') ?? false),
  'cache-control': 'no-store',
  'x-request-id': requestId,
});

export function setSecurityHeaders(reply: FastifyReply, config: Config): void {
  reply.headers(headersOfEveryResponse(config, reply.request.id));
}
