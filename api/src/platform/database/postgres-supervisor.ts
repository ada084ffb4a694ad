import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../config/start-error.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

const LOOK_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;
/** A server that keeps ending is started this often in all, the last times once a minute: an hour and a half. */
const MOST_ATTEMPTS = 100;
/** It is up again for good when it has been for this long. */
const STEADY_MS = 60_000;

type Server = Pick<EmbeddedPostgres, 'isRunning' | 'restart'>;

/**
 * Keeps the embedded server up: starts it again when it has ended, which it does when it is killed, and when a full
 * disk keeps it from its log. Who asks meanwhile is told to come back; pools and listeners reconnect by themselves.
 */
export class PostgresSupervisor {
  readonly #server: Server;
  readonly #log: FastifyBaseLogger;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #attempts = 0;

  constructor(server: Server, log: FastifyBaseLogger) {
    this.#server = server;
    this.#log = log;
    this.#watching = this.#watch();
  }

  /** Looks no more. Before the server is stopped. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    let upSince = Date.now();
    while (await this.#pause(LOOK_MS)) {
      if (await this.#server.isRunning()) {
        if (Date.now() - upSince > STEADY_MS) this.#attempts = 0;
        continue;
      }
      this.#log.error('PostgreSQL has ended; it is started again');
      if (!(await this.#restart())) return;
      upSince = Date.now();
    }
  }

  /** Answers whether it is up again. */
  async #restart(): Promise<boolean> {
    while (this.#attempts < MOST_ATTEMPTS) {
      if (!(await this.#pause(this.#backoff()))) return false;
      // One that needs long to recover may have made it after all.
      if (await this.#server.isRunning()) return true;
      this.#attempts += 1;
      try {
        await this.#server.restart();
        this.#log.info({ attempts: this.#attempts }, 'PostgreSQL is up again');
        return true;
      } catch (error) {
        this.#tellFailure(error as Error);
      }
    }
    this.#log.fatal(
      'PostgreSQL does not stay up and is given up. Mend the cause, then start the product again.',
    );
    return false;
  }

  /** None before the first attempt; one that comes up and ends at once counts like one that does not come up. */
  #backoff(): number {
    return this.#attempts === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** this.#attempts, LONGEST_PAUSE_MS);
  }

  #tellFailure(error: Error): void {
    const remedy = error instanceof StartError ? error.remedy : undefined;
    this.#log.error({ err: error, attempts: this.#attempts, remedy }, 'PostgreSQL did not start');
  }

  /** Answers whether to go on. */
  #pause(milliseconds: number): Promise<boolean> {
    return wait(milliseconds, true, { signal: this.#stopping.signal, ref: false }).catch(() => false);
  }
}
