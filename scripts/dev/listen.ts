import type { FastifyInstance } from 'fastify';
import { StartError } from '@headwater/shared/contract';

const FIRST_PORT = 8090;
const TRIES = 20;

/** Listens at this port of this machine, or at the first free one from 8090 on. Returns the port. */
export async function listen(server: FastifyInstance, port: number | undefined): Promise<number> {
  const ports = port === undefined ? Array.from({ length: TRIES }, (_, index) => FIRST_PORT + index) : [port];
  for (const candidate of ports) {
    if (await isListening(server, candidate)) return candidate;
  }
  throw new StartError(
    port === undefined ? `Ports ${ports[0]} to ${ports.at(-1)} are taken.` : `Port ${port} is taken.`,
    'Choose a free one: --port 9099',
  );
}

async function isListening(server: FastifyInstance, port: number): Promise<boolean> {
  try {
    await server.listen({ host: '127.0.0.1', port });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
