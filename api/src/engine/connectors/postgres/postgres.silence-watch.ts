import { FailureError } from '../../../platform/failures/failure.ts';

/** A source that sends less than this in the whole time is as good as silent: it would hold its slot for days. */
const LEAST_BYTES = 1024;

interface SilenceWatchOptions {
  idleTimeout: number;
  /** The table that is being read. */
  table: string;
  /** Ends the connection with this reason. */
  giveUp(reason: FailureError): void;
}

/** Gives a source up that sends nothing, or next to nothing, while something is expected from it. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
  }

  /** From now on the source is the one that is waited for. */
  start(): void {
    const { idleTimeout, table, giveUp } = this.#options;
    this.stop();
    this.#bytes = 0;
    const minutes = Math.max(1, Math.round(idleTimeout / 60_000));
    this.#timer = setTimeout(
      () => giveUp(new FailureError('source_silent', { table, minutes })),
      idleTimeout,
    );
  }

  heard(bytes: number): void {
    this.#bytes += bytes;
    if (this.#timer && this.#bytes >= LEAST_BYTES) this.start();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Watches until a statement has its result. */
  async during<T>(statement: Promise<T>): Promise<T> {
    this.start();
    try {
      return await statement;
    } finally {
      this.stop();
    }
  }
}
