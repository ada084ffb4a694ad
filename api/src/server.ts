import { fastify } from 'fastify';
import { explain } from '@headwater/shared/contract';
import { readConfig, serverOptions, startApi } from './app.ts';
import { cannotListen } from './platform/listening/listening.ts';

/**
 * Runs the API in its own process, for a larger installation. `npm start` runs it together with the delivery.
 */
async function serve(): Promise<() => Promise<void>> {
  const config = readConfig();
  const server = fastify(serverOptions(config));
  const api = await startApi(config, server.log);
  const close = async () => {
    await server.close();
    await api.close();
  };
  try {
    await server.register(api.plugin, { prefix: '/api' });
    await server.listen({ host: config.host, port: config.port }).catch((error) => {
      throw cannotListen(error, config);
    });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

function fail(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

const close = await serve().catch(fail);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void close().then(() => process.exit(0), fail));
}
