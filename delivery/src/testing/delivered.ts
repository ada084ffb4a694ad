import type { TestContext } from 'node:test';
import fastify from 'fastify';
import { promote } from '../registry/promote.ts';
import { publish } from '../registry/publish.ts';
import type { BuildRecord } from '../registry/record.ts';
import { refuseBadAddress } from '../web/bad-address.ts';
import { createDelivery, type DeliveryOptions } from '../web/delivery.ts';
import { AUTH_BUILD, buildOf, DATA_BUILD, SHELL_BUILD, temporaryRegistry, type BuildOf } from './builds.ts';

/** Returns a server with the shell and two remotes live, and a stand-in for the API under its prefix. */
export async function delivered(t: TestContext, options: Partial<DeliveryOptions> = {}) {
  const registry = await temporaryRegistry(t);
  const records: Record<string, BuildRecord> = {};
  const put = async (of: BuildOf) => (await publish(registry, await buildOf(t, of), { by: 'anna' })).record;
  for (const build of [SHELL_BUILD, AUTH_BUILD, DATA_BUILD]) records[build.name] = await put(build);
  await promote(registry, Object.values(records), { by: 'anna' });
  const lines: string[] = [];
  const app = await serving(t, { registry: registry.folder, ...options }, lines);
  const baseOf = (name: string) => `/r/${name}/${records[name]?.version}/`;
  /** Publishes another version of a build that works like the first. No one gets it yet. */
  const another = (of: BuildOf, mark = 'another') =>
    put({ ...of, files: { ...of.files, 'late.1.js': mark } });
  return { app, registry, records, baseOf, put, another, lines };
}

/** Starts a server. `lines` collects what it logs as a warning or worse. */
export async function serving(t: TestContext, options: DeliveryOptions, lines: string[] = []) {
  const app = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
    frameworkErrors: refuseBadAddress(options.publicUrl?.startsWith('https:') ?? false),
  });
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
