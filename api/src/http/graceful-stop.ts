import type { FastifyInstance } from 'fastify';
import { Refusal } from '../platform/refusals/refusal.ts';

/** What is in flight when the server stops has this long to finish. */
const FINISH_WITHIN_MS = 10_000;

/**
 * When the server closes, requests in flight finish, within a bound; others are told to come back. `endStreams` ends the
 * responses that would go on for ever.
 */
export function stopGracefully(server: FastifyInstance, endStreams: () => void): void {
  let isStopping = false;
  let patience: NodeJS.Timeout | undefined;
  server.addHook('onRequest', async () => {
    if (isStopping) throw new Refusal('unavailable', { retryAfter: 5 });
  });
  server.addHook('onSend', async (_request, reply) => {
    // Kept alive, the connection would hold up the stop when its response is out.
    if (isStopping) reply.header('connection', 'close');
  });
  server.addHook('preClose', async () => {
    isStopping = true;
    endStreams();
    patience = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS);
  });
  server.addHook('onClose', async () => clearTimeout(patience));
}
