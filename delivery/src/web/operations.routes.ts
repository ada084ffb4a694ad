import type { FastifyInstance } from 'fastify';
import type { DeliveryContext } from './context.ts';
import { sendText } from './send-text.ts';

/** Routes for an operator's monitoring. */
export function operationsRoutes(app: FastifyInstance, { live, counters, census }: DeliveryContext): void {
  /** Returns 200 while pages can be served, even if from the last good state, and 503 otherwise. */
  app.get('/health', async (_, reply) => {
    await live.read().catch(() => undefined);
    const { revision, readable } = live.status();
    const status = revision === null ? 'down' : readable ? 'ok' : 'degraded';
    return reply
      .code(status === 'down' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status, registry: { revision, readable } });
  });

  app.get('/metrics', (_, reply) => sendText(reply, 200, counters.text() + census.text()));
}
