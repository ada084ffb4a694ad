import type { FastifyInstance } from 'fastify';
import { registryDocument } from '../page/page-block.ts';
import type { DeliveryContext } from './context.ts';
import { sendText } from './send-text.ts';

/** What is live now: an open tab asks now and then whether the shell has moved. */
export function registryRoutes(app: FastifyInstance, { live }: DeliveryContext): void {
  app.get('/registry', async (request, reply) => {
    const composition = await live.read();
    if (!composition) return sendText(reply, 503, 'Nothing is published yet.');
    const etag = `"${composition.revision}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(registryDocument(composition));
  });
}
