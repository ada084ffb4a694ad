import type { FastifyReply } from 'fastify';
import { sendText } from './send-text.ts';

export const sendMissing = (reply: FastifyReply) => sendText(reply, 404, 'There is no such file.');

/** A tab that is older than what is kept is told so, and loads its page again. */
export const sendGone = (reply: FastifyReply) =>
  sendText(reply.header('x-delivery', 'gone'), 410, 'This version is no longer kept.');
