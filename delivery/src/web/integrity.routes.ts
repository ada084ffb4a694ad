import type { FastifyInstance } from 'fastify';
import { INTEGRITY_FILE } from '../registry/names.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import type { DeliveryContext } from './context.ts';
import { etagOf, keepForever } from './keep-forever.ts';
import { sendCompressed } from './send-compressed.ts';
import { sendGone, sendMissing } from './send-missing.ts';

/** Serves the hashes of a version's files, for pages that navigate to its area later. */
export function integrityRoutes(app: FastifyInstance, { registry, builds }: DeliveryContext): void {
  app.get<{ Params: { name: string; version: string } }>(
    `/r/:name/:version/${INTEGRITY_FILE}`,
    async (request, reply) => {
      const { name, version } = request.params;
      const build = await builds.find(name, version);
      if (!build) return sendMissing(reply);
      const { text, sri } = build.integrity;
      const etag = etagOf(sri, acceptedEncoding(request.headers['accept-encoding']));
      if (request.headers['if-none-match'] === etag) return keepForever(reply, etag).code(304).send();
      if (await registry.isGone(name, version)) return sendGone(reply);
      reply.header('content-type', 'application/json; charset=utf-8');
      return sendCompressed(request, keepForever(reply, etag), text);
    },
  );
}
