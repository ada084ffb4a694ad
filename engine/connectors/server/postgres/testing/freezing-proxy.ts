import { connect, type Socket } from 'node:net';
import { listen, type OtherServer } from './other-servers.ts';

export interface FreezingProxy extends OtherServer {
  /** Stops all data in both directions without ending any connection. */
  freeze(): void;
}

/** Starts a proxy between a client and a server that simulates a network that goes silent. */
export async function startFreezingProxy(port: number): Promise<FreezingProxy> {
  const sockets: Socket[] = [];
  const server = await listen((client) => {
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => undefined);
    sockets.push(client, upstream);
    client.pipe(upstream).pipe(client);
  });
  return {
    port: server.port,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    },
  };
}
