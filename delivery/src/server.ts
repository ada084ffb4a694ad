import fastify from 'fastify';
import { readDeliveryConfig } from './config.ts';
import { refuseBadAddress } from './web/bad-address.ts';
import { createDelivery } from './web/delivery.ts';

/** The grown form: pages and files in a process of their own, behind a proxy that sends `/api` elsewhere. */
const { host, port, ...options } = readDeliveryConfig();
const app = fastify({
  logger: { serializers: { req: withoutQuery } },
  frameworkErrors: refuseBadAddress(options.publicUrl?.startsWith('https:') ?? false),
});
await app.register(createDelivery(options));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
await app.listen({ host, port });

/** Codes of mails and tokens of overrides stand in queries. */
function withoutQuery({ method, url }: { method: string; url: string }) {
  return { method, url: url.split('?', 1)[0] };
}
