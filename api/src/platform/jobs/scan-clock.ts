import type { FastifyBaseLogger } from 'fastify';

export interface ScanClockOptions {
  /** How often it looks by itself. */
  readonly milliseconds: number;
  readonly log: FastifyBaseLogger;
  /** What is looked for, for the log. */
  readonly what: string;
  /** How many scans go on at the same time, one by default. Each but the first begins when it's woken during another. */
  readonly slots?: number;
  /** Works until nothing is due. Ends early once `isClosing` says so. Slots count from 0. */
  work(isClosing: () => boolean, slot: number): Promise<void>;
}

/** Looks for due work every now and then, and at once when woken. */
export class ScanClock {
  readonly #options: ScanClockOptions;
  readonly #scans = new Map<number, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;
  #isClosing = false;

  constructor(options: ScanClockOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#options.milliseconds);
    this.wake();
  }

  /** Looks for what is due; once more after a scan if all slots are taken. */
  wake(): void {
    if (this.#isClosing) return;
    const slot = Array.from({ length: this.#options.slots ?? 1 }).findIndex((_, at) => !this.#scans.has(at));
    if (slot === -1) this.#isAsked = true;
    else this.#scans.set(slot, this.#scan(slot));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await Promise.all(this.#scans.values());
  }

  async #scan(slot: number): Promise<void> {
    const { log, what, work } = this.#options;
    do {
      this.#isAsked = false;
      await work(() => this.#isClosing, slot).catch((error: unknown) =>
        log.error({ err: error }, `looking for ${what} failed`),
      );
    } while (this.#isAsked && !this.#isClosing);
    this.#scans.delete(slot);
  }
}
