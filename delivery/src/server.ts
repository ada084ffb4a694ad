import fastify, { type FastifyInstance } from 'fastify';
import { explain, listenError } from '@headwater/shared/contract';
import { readDeliveryConfig } from './config.ts';
import { refuseBadAddress } from './web/bad-address.ts';
import { createDelivery } from './web/delivery.ts';

/** Serves pages and files in a separate process, behind a proxy that sends `/api` to the API. */
async function serve(): Promise<FastifyInstance> {
  const { host, port, ...options } = readDeliveryConfig();
  const app = fastify({
    logger: { serializers: { req: withoutQuery } },
    frameworkErrors: refuseBadAddress(options.publicUrl?.startsWith('https:') ?? false),
  });
  await app.register(createDelivery(options));
  await app.listen({ host, port }).catch((cause) => {
    throw listenError(cause, { host, port });
  });
  return app;
}

/** Removes queries, which contain codes from emails and override tokens. */
function withoutQuery({ method, url }: { method: string; url: string }) {
  return { method, url: url.split('?', 1)[0] };
}

function fail(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

const app = await serve().catch(fail);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
