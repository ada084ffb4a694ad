import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '@headwater/shared/contract';
import type { EmbeddedPostgres } from '@headwater/base/postgres/embedded-postgres';

const LOOK_MS = 1_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;
/**
 * How often a server that keeps exiting is restarted: with the last restarts a minute apart,
 * about an hour and a half.
 */
const MOST_ATTEMPTS = 100;
/** A server that has been up for this long counts as steady, and its attempts start over. */
const STEADY_MS = 60_000;

type Server = Pick<EmbeddedPostgres, 'isRunning' | 'restart'>;

/**
 * Keeps the embedded server running. It restarts the server after it has exited, which happens if it is
 * killed or can't write its log to a full disk. Requests in the meantime are asked to retry, and pools and
 * listeners reconnect on their own.
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

  /** Stops watching. Called before the server itself is stopped. */
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
      this.#log.error('PostgreSQL has exited and is being restarted');
      if (!(await this.#restart())) return;
      upSince = Date.now();
    }
  }

  /** Returns whether the server is up again. */
  async #restart(): Promise<boolean> {
    while (this.#attempts < MOST_ATTEMPTS) {
      if (!(await this.#pause(this.#backoff()))) return false;
      // A server whose recovery takes long may be up by now after all.
      if (await this.#server.isRunning()) return true;
      this.#attempts += 1;
      try {
        await this.#server.restart();
        this.#log.info({ attempts: this.#attempts }, 'PostgreSQL is up again');
        return true;
      } catch (error) {
        this.#logFailure(error as Error);
      }
    }
    this.#log.fatal(
      'PostgreSQL keeps exiting and is no longer restarted. Fix the cause, then start the product again.',
    );
    return false;
  }

  /**
   * Returns 0 before the first attempt. A server that exits right after its start counts like
   * one that doesn't start.
   */
  #backoff(): number {
    return this.#attempts === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** this.#attempts, LONGEST_PAUSE_MS);
  }

  #logFailure(error: Error): void {
    const remedy = error instanceof StartError ? error.remedy : undefined;
    this.#log.error({ err: error, attempts: this.#attempts, remedy }, 'PostgreSQL did not start');
  }

  /** Returns whether to continue. */
  #pause(milliseconds: number): Promise<boolean> {
    return wait(milliseconds, true, { signal: this.#stopping.signal, ref: false }).catch(() => false);
  }
}
