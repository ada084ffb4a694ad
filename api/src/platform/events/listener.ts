import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Connection } from '@headwater/base/postgres/connection';

interface Handlers {
  onMessage(payload: string): void;
  /** The connection is back after an interruption in which messages were lost. */
  onGap(): void;
}

const RETRY_MS = 1000;

/** LISTENs on a channel over its own connection, and reconnects if that breaks. */
export class Listener {
  readonly #connection: Connection;
  readonly #channel: string;
  readonly #log: FastifyBaseLogger;
  readonly #handlers: Handlers;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(connection: Connection, channel: string, log: FastifyBaseLogger, handlers: Handlers) {
    this.#connection = connection;
    this.#channel = channel;
    this.#log = log;
    this.#handlers = handlers;
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: `headwater ${process.pid} events`,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => this.#handlers.onMessage(payload ?? ''));
    client.on('error', () => undefined); // 'end' follows
    client.once('end', () => this.#reconnectSoon());
    this.#client = client;
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  #reconnectSoon(): void {
    if (this.#isStopped) return;
    this.#log.warn('the connection for events broke; trying again');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#reconnect(), RETRY_MS);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.start();
      this.#handlers.onGap();
    } catch {
      this.#reconnectSoon();
    }
  }
}
