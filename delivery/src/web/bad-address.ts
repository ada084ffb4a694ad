import type { FastifyReply } from 'fastify';
import { securityHeaders } from '@headwater/shared/contract';
import { sendText } from './send-text.ts';

/**
 * For the `frameworkErrors` of the server: an address that can't be decoded reaches no plugin's hooks and
 * handlers, so its answer is made here.
 */
export const refuseBadAddress =
  (https: boolean) =>
  (_error: unknown, _request: unknown, reply: FastifyReply): void => {
    sendText(reply.headers(securityHeaders(https)), 400, 'Bad request.');
  };
