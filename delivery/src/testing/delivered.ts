import type { TestContext } from 'node:test';
import fastify from 'fastify';
import { promote } from '../registry/promote.ts';
import { publish } from '../registry/publish.ts';
import type { BuildRecord } from '../registry/record.ts';
import { refuseBadAddress } from '../web/bad-address.ts';
import { createDelivery, type DeliveryOptions } from '../web/delivery.ts';
import { AUTH_BUILD, buildOf, DATA_BUILD, SHELL_BUILD, temporaryRegistry } from './builds.ts';

/** A server with the shell and two remotes live, and a stand-in of the API under its prefix. */
export async function delivered(t: TestContext, options: Partial<DeliveryOptions> = {}) {
  const registry = await temporaryRegistry(t);
  const records: Record<string, BuildRecord> = {};
  for (const build of [SHELL_BUILD, AUTH_BUILD, DATA_BUILD]) {
    records[build.name] = (await publish(registry, await buildOf(t, build), { by: 'anna' })).record;
  }
  await promote(registry, Object.values(records), { by: 'anna' });
  const app = await serving(t, { registry: registry.folder, ...options });
  const baseOf = (name: string) => `/r/${name}/${records[name]?.version}/`;
  return { app, registry, records, baseOf };
}

export async function serving(t: TestContext, options: DeliveryOptions) {
  const app = fastify({ frameworkErrors: refuseBadAddress(options.https ?? false) });
  await app.register(createDelivery(options));
  await app.register(
    async (api) => {
      api.get('/sessions', () => ({ data: null }));
      api.setNotFoundHandler((_, reply) => reply.code(404).send({ errors: [] }));
    },
    { prefix: '/api' },
  );
  t.after(() => app.close());
  return app;
}
