import type { FastifyInstance } from 'fastify';
import { Refusal } from '@headwater/base/refusals/refusal';

/** How long requests in flight may take to finish when the server stops. */
const FINISH_WITHIN_MS = 10_000;

/**
 * Lets requests in flight finish within a time limit when the server closes, and asks others to retry.
 * `endStreams` ends responses that would otherwise go on forever.
 */
export function stopGracefully(server: FastifyInstance, endStreams: () => void): void {
  let isStopping = false;
  let patience: NodeJS.Timeout | undefined;
  server.addHook('onRequest', async () => {
    if (isStopping) throw new Refusal('unavailable', { retryAfter: 5 });
  });
  server.addHook('onSend', async (_request, reply) => {
    // If it were kept alive, the connection would delay the stop after its response has been sent.
    if (isStopping) reply.header('connection', 'close');
  });
  server.addHook('preClose', async () => {
    isStopping = true;
    endStreams();
    patience = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS);
  });
  server.addHook('onClose', async () => clearTimeout(patience));
}
