import { FailureError } from '@headwater/base/failures/failure';

/** A source that sends less than this within the idle timeout counts as silent, or it could hold a slot for days. */
const LEAST_BYTES = 1024;

interface SilenceWatchOptions {
  idleTimeout: number;
  /** The name of the table that is being read. */
  table: string;
  /** Called with the reason when the source has been silent too long. It should end the connection. */
  giveUp(reason: FailureError): void;
}

/** Gives up on a source that sends nothing, or next to nothing, while data is expected from it. */
export class SilenceWatch {
  readonly #options: SilenceWatchOptions;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(options: SilenceWatchOptions) {
    this.#options = options;
  }

  /** Starts the idle timeout: from now on, the source is expected to send. */
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

  /** Watches the source until a statement has its result. */
  async during<T>(statement: Promise<T>): Promise<T> {
    this.start();
    try {
      return await statement;
    } finally {
      this.stop();
    }
  }
}
