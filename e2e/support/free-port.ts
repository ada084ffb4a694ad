import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Occupies a loopback port as another program would. */
export async function takenPort(): Promise<{ port: number; release(): Promise<void> }> {
  const server: Server = createServer((socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const taken = await takenPort();
  await taken.release();
  return taken.port;
}
