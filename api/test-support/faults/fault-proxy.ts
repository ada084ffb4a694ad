import { once } from 'node:events';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Where something listens: a port on this machine, or the path of a socket. */
type Address = number | string;

/** What is waited for in the bytes between a process and its server. */
interface Watch {
  /** Returns true if what is watched for is in these bytes, which then wait with all that follow in that connection. */
  sees(bytes: Buffer, from: 'client' | 'server', socket: Socket): boolean;
  reached(): void;
}

/**
 * Passes bytes between a process and a server. It can hold a connection at a certain point, cut all of them, refuse
 * new ones, or slow them down. The process notices only what it would notice of a network or a server.
 */
export class FaultProxy {
  readonly #server: Server;
  readonly #target: Address;
  readonly #connections = new Set<{ client: Socket; server: Socket }>();
  #watch: Watch | null = null;
  #isRefusing = false;
  #bytesPerSecond = Infinity;
  /** Lets the bytes that are held pass. */
  #release = Promise.withResolvers<void>();

  private constructor(server: Server, target: Address) {
    this.#server = server;
    this.#target = target;
  }

  static async open(target: Address, listenAt: Address = 0): Promise<FaultProxy> {
    const server = createServer({ pauseOnConnect: true });
    const proxy = new FaultProxy(server, target);
    server.on('connection', (client) => proxy.#join(client));
    server.listen(typeof listenAt === 'number' ? { port: listenAt, host: '127.0.0.1' } : { path: listenAt });
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Holds the next request that contains this text, before the server gets it. Resolves when it's held. */
  holdRequest(text: string): Promise<void> {
    return this.#hold((bytes, from) => from === 'client' && bytes.includes(text));
  }

  /** Holds the response to the commit of the next transaction that contains this text: the server has done it. */
  holdCommitted(text: string): Promise<void> {
    let inTransaction: Socket | undefined;
    let isCommitting = false;
    return this.#hold((bytes, from, socket) => {
      if (from === 'server') return isCommitting && socket === inTransaction;
      if (bytes.includes(text)) inTransaction = socket;
      if (socket === inTransaction) isCommitting ||= /commit\0/i.test(bytes.toString('latin1'));
      return false;
    });
  }

  /** Holds what the server sends after this many bytes. */
  holdAfter(bytesFromServer: number): Promise<void> {
    let passed = 0;
    return this.#hold((bytes, from) => from === 'server' && (passed += bytes.length) > bytesFromServer);
  }

  /** Passes on what is held, and watches for nothing anymore. */
  release(): void {
    this.#watch = null;
    this.#release.resolve();
    this.#release = Promise.withResolvers();
  }

  /** Breaks all connections. */
  cut(): void {
    for (const { client, server } of this.#connections) {
      breakOff(client);
      breakOff(server);
    }
  }

  /** Breaks all connections and accepts no more, like a server that is stopped. */
  refuse(): void {
    this.#isRefusing = true;
    this.cut();
  }

  /** Limits what each connection gets from the server. */
  crawl(bytesPerSecond: number): void {
    this.#bytesPerSecond = bytesPerSecond;
  }

  /** Works like a cable again. */
  mend(): void {
    this.#isRefusing = false;
    this.#bytesPerSecond = Infinity;
    this.release();
  }

  async close(): Promise<void> {
    this.mend();
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #hold(sees: Watch['sees']): Promise<void> {
    return new Promise((resolve) => (this.#watch = { sees, reached: resolve }));
  }

  #join(client: Socket): void {
    if (this.#isRefusing) return breakOff(client);
    const target = this.#target;
    const server = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    const connection = { client, server };
    this.#connections.add(connection);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#connections.delete(connection);
        to.destroy();
      });
      void this.#pass(from, to, client);
    }
  }

  async #pass(from: Socket, to: Socket, client: Socket): Promise<void> {
    const side = from === client ? 'client' : 'server';
    try {
      for await (const bytes of from as AsyncIterable<Buffer>) {
        if (this.#watch?.sees(bytes, side, client)) {
          const { reached } = this.#watch;
          this.#watch = null;
          reached();
          await this.#release.promise;
        }
        if (side === 'server' && this.#bytesPerSecond < Infinity)
          await pause((bytes.length / this.#bytesPerSecond) * 1_000);
        if (!to.write(bytes)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy(); // One side is gone.
    }
  }
}

/** Only connections over a network can be reset. */
function breakOff(socket: Socket): void {
  if (socket.remoteFamily) socket.resetAndDestroy();
  else socket.destroy();
}
