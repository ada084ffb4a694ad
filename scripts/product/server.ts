import { fastify, type FastifyInstance } from 'fastify';
import { serverOptions, startApi, type Config, type LogFile } from 'api';
import type { SessionResource } from '@headwater/shared/contract';
import { createDelivery, refuseBadAddress, registryFolder } from 'delivery';

/**
 * Creates one server for pages, files, and the API. It isn't listening yet, but the API's store and workers
 * are running.
 */
export async function composeServer(config: Config, logFile: LogFile) {
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const options = serverOptions(config);
  const logger = { ...(typeof options.logger === 'object' ? options.logger : {}), stream: logFile };
  const server = fastify({ ...options, logger, frameworkErrors: refuseBadAddress(https) });
  const api = await startApi(config, server.log);
  try {
    await server.register(api.plugin, { prefix: '/api' });
    await server.register(
      createDelivery({
        registry: registryFolder(config.dataDirectory),
        publicUrl: config.publicUrl,
        supportEmail: config.supportEmail,
        sentryDsn: config.sentryDsn,
        identify: (request) => identify(server, request.headers.cookie ?? ''),
      }),
    );
    await server.ready();
  } catch (error) {
    await api.close();
    throw error;
  }
  return { server: server as unknown as FastifyInstance, close: () => server.close().then(api.close) };
}

/**
 * Pages and API share a server but no code: the sender of a cookie is found by asking the API, as a browser
 * would.
 */
async function identify(server: Pick<FastifyInstance, 'inject'>, cookie: string) {
  const response = await server.inject({ url: '/api/sessions', headers: { cookie } });
  const { data } = response.json<{ data?: SessionResource | null }>();
  return data?.attributes ?? null;
}
