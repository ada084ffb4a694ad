import type { FastifyReply } from 'fastify';
import { securityHeaders } from '@headwater/shared/contract';
import { sendText } from './send-text.ts';

/**
 * Handles the server's `frameworkErrors`: a URL that can't be decoded reaches no hooks or handlers of a
 * plugin, so the response is created here.
 */
export const refuseBadAddress =
  (https: boolean) =>
  (_error: unknown, _request: unknown, reply: FastifyReply): void => {
    sendText(reply.headers(securityHeaders(https)), 400, 'Bad request.');
  };
