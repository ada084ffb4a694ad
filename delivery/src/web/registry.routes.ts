import type { FastifyInstance } from 'fastify';
import { registryDocument } from '../page/page-block.ts';
import type { RegistryState } from '../registry/revision.ts';
import { chooseFor } from './choose-for.ts';
import type { DeliveryContext } from './context.ts';
import { sendText } from './send-text.ts';

/**
 * Returns what this visitor's next page would be made of. Open tabs check now and then whether there is a new
 * shell, or whether a version that they use is blocked.
 */
export function registryRoutes(app: FastifyInstance, context: DeliveryContext): void {
  app.get('/registry', async (request, reply) => {
    const chosen = await chooseFor(context, request);
    if (!chosen) return sendText(reply, 503, 'Nothing is published yet.');
    const { composition } = chosen.choice;
    const etag = `"${composition.revision}-${composition.id}"`;
    reply.header('cache-control', 'no-cache').header('vary', 'cookie').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(registryDocument(composition, blockedIn(chosen.revision.state)));
  });
}

const blockedIn = (state: RegistryState) =>
  Object.fromEntries(
    Object.entries(state)
      .map(([name, { blocked = [] }]) => [name, blocked.map(({ version }) => version)] as const)
      .filter(([, versions]) => versions.length > 0),
  );
