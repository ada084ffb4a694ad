import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { CONTRACT_VERSION, PRODUCT_NAME } from '@headwater/shared/contract';

/** Collects every route that is registered after this into an OpenAPI 3.1 document. */
export async function documentRoutes(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${PRODUCT_NAME} API`,
        version: CONTRACT_VERSION,
        description:
          'JSON:API over cookies and a CSRF header. Unsafe calls send X-CSRF-Token from GET /sessions.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } } },
    },
  });
}
