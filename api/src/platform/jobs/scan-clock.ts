import type { FastifyBaseLogger } from 'fastify';

interface ScanClockOptions {
  /** How often it looks by itself. */
  readonly milliseconds: number;
  readonly log: FastifyBaseLogger;
  /** What is looked for, for the log. */
  readonly what: string;
  /** Works until nothing is due. Ends early once `isClosing` says so. */
  work(isClosing: () => boolean): Promise<void>;
}

/** Looks for due work every now and then, and at once when woken. It never looks twice at the same time. */
export class ScanClock {
  readonly #options: ScanClockOptions;
  #timer: NodeJS.Timeout | undefined;
  #scan: Promise<void> | undefined;
  #isAsked = false;
  #isClosing = false;

  constructor(options: ScanClockOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.milliseconds);
    this.wake();
  }

  /** Looks for what is due; once more if it is doing so already. */
  wake(): void {
    if (this.#isClosing) return;
    this.#isAsked = true;
    const { log, what } = this.#options;
    this.#scan ??= this.#scanAll()
      .catch((error) => log.error({ err: error }, `looking for ${what} failed`))
      .finally(() => (this.#scan = undefined));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#scan;
  }

  async #scanAll(): Promise<void> {
    while (this.#isAsked && !this.#isClosing) {
      this.#isAsked = false;
      await this.#options.work(() => this.#isClosing);
    }
  }
}
