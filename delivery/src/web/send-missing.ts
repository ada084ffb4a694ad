import type { FastifyReply } from 'fastify';
import { sendText } from './send-text.ts';

export const sendMissing = (reply: FastifyReply) => sendText(reply, 404, 'There is no such file.');

/** Tells a tab whose version is no longer kept, so that it reloads its page. */
export const sendGone = (reply: FastifyReply) =>
  sendText(reply.header('x-delivery', 'gone'), 410, 'This version is no longer kept.');
