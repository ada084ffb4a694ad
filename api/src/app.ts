import { loadBridges, registerBridges } from '@headwater/connectors';
import cookie from '@fastify/cookie';
import { fastify, type FastifyBaseLogger, type FastifyPluginAsync, type FastifyRequest } from 'fastify';
import type { Denial } from './http/access-sources.ts';
import { sendError } from './http/error-handler.ts';
import { stopGracefully } from './http/graceful-stop.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { FORM_TYPES, parseFormBody } from './http/form-body.ts';
import { parseJsonBody } from './http/json-body.ts';
import { documentRoutes } from './http/openapi.ts';
import { RateLimits } from './http/rate-limits.ts';
import { registerRoutes } from './http/register-routes.ts';
import { logRequests } from './http/request-log.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serverOptions } from './http/server-options.ts';
import type { Services } from './http/services.ts';
import { modules } from './modules.ts';
import type { ApiModule } from './wings/api-module.ts';
import { auditDenial } from './wings/ground/audit/index.ts';
import { composeModules, type ComposedModule } from './wings/compose.ts';
import { identity } from './wings/people/identity/index.ts';
import { serviceAccounts } from './wings/programs/service-accounts/index.ts';
import type { Config } from './platform/config/config.ts';
import { lockDataDirectory, makeDataDirectory } from './platform/data-directory/data-directory.ts';
import type { Database } from './platform/database/database.ts';
import { holdsData, requireItsKeys } from './platform/database/key-check.ts';
import { openStore } from './platform/database/open-store.ts';
import { EventBus } from './platform/events/event-bus.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { makeKeys, readKeys, type Keys } from './platform/secrets/keys.ts';

export { readConfig, type Config } from './platform/config/config.ts';
export { cannotListen, checkPort } from './platform/listening/listening.ts';
export { serverOptions } from './http/server-options.ts';
export { explainFullDisk } from '@headwater/base/disk/full-disk';
export { LogFile } from './platform/data-directory/log-file.ts';

export interface Api {
  /** For Fastify's `register`, with the prefix `/api`. Register it once. */
  readonly plugin: FastifyPluginAsync;
  readonly services: Services;
  /** Stops the workers and then closes the store. Call it after the server has closed. */
  close(): Promise<void>;
}

/** Locks the data directory, opens the store, builds the services, and starts the workers. */
export async function startApi(
  config: Config,
  log: FastifyBaseLogger = fastify(serverOptions(config)).log,
): Promise<Api> {
  await makeDataDirectory(config.dataDirectory);
  const lock = await lockDataDirectory(config.dataDirectory);
  try {
    const known = await readKeys(config.dataDirectory);
    const store = await openStore({ ...config, log });
    try {
      const keys = known ?? (await makeKeys(config.dataDirectory, await holdsData(store.database)));
      await requireItsKeys(store.database, keys, config.dataDirectory);
      const api = await composeApi({ config, keys, database: store.database, log, checkResponses: false });
      return { ...api, close: () => api.close().then(store.close).then(lock.release) };
    } catch (error) {
      await store.close();
      throw error;
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface OpenStore {
  readonly config: Config;
  readonly keys: Keys;
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  readonly checkResponses: boolean;
}

/**
 * Composes the API over a store that is already open. The tests start here. `close` leaves the store open.
 */
export async function composeApi(
  dependencies: OpenStore,
  parts: readonly ApiModule[] = modules,
): Promise<Api> {
  const { database, log } = dependencies;
  registerBridges(await loadBridges(dependencies.config.bridgesFile));
  const events = await EventBus.open(database, log);
  const jobs = await Jobs.open(database, log);
  const limits = new RateLimits(dependencies.config.rateLimitFactor);
  // Whatever the other parts are, callers have to be identified.
  const composed = await composeModules({ ...dependencies, limits, events, jobs }, [
    identity,
    serviceAccounts,
    ...parts,
  ]);
  for (const { module, services } of composed) await module.start?.(services);
  const close = async () => {
    for (const { module, services } of composed.toReversed()) await module.close?.(services);
    await jobs.close();
    await events.close();
  };
  const services = Object.assign({}, ...composed.map(({ services }) => services)) as Services;
  return { plugin: plugin(services, composed), services, close };
}

function plugin(services: Services, composed: readonly ComposedModule[]): FastifyPluginAsync {
  const { config, checkResponses, events, sessions, memberships, tokens } = services;
  const recordDenial = (denial: Denial) => auditDenial(services, denial);
  return async (server) => {
    server.setErrorHandler(sendError);
    server.setNotFoundHandler(() => {
      throw new Refusal('not_found');
    });
    server.decorateRequest('caller', undefined as never);
    server.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply, config));
    logRequests(server);
    stopGracefully(server, () => events.stopReaders());
    server.removeAllContentTypeParsers();
    const json = ['application/json', 'application/vnd.api+json'];
    server.addContentTypeParser<string>(
      json,
      { parseAs: 'string' },
      async (_request: unknown, text: string) => (text === '' ? undefined : parseJsonBody(text)),
    );
    // Routes for JSON refuse forms before their bodies are read.
    server.addContentTypeParser<Buffer>(
      FORM_TYPES,
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, bytes: Buffer) =>
        parseFormBody(bytes, headers['content-type'] ?? ''),
    );
    // A file's bytes stay a stream, which the route reads from the request.
    server.addContentTypeParser('application/octet-stream', async () => undefined);
    await server.register(cookie);
    await documentRoutes(server, config);
    const mounts = composed.map(({ module: { routes }, services }) => ({ routes, services }));
    registerRoutes(server, mounts, checkResponses, { sessions, memberships, tokens, recordDenial });
  };
}
