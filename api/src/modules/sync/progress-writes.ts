import type { FromSyncProcess } from '../../engine/sync-process/messages.ts';

type ProgressMessage = Extract<FromSyncProcess, { type: 'progress' }>;

/** Small tables come and go faster than anyone looks, and a write costs as much as loading one. */
const INTERVAL_MS = 250;

/**
 * Writes the progress of tables to the store, at most four times a second. Only the newest figures count, and the store
 * may be unavailable for a while: what couldn't be written is written with the next figures, and meanwhile the read
 * continues.
 */
export class ProgressWrites {
  readonly #write: (message: ProgressMessage) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, ProgressMessage>();
  #timer: NodeJS.Timeout | undefined;
  #writtenAt = -Infinity;

  constructor(write: (message: ProgressMessage) => Promise<void>, onError: (error: unknown) => void) {
    this.#write = write;
    this.#onError = onError;
  }

  /** Keeps figures to be written. Calls `whenDue`, which should flush, at once or as soon as it's time. */
  note(message: ProgressMessage, whenDue: () => void): void {
    this.#waiting.set(message.tableName, message);
    if (this.#timer) return;
    const wait = Math.max(0, this.#writtenAt + INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      whenDue();
    }, wait);
  }

  /** Drops a table's figures once its end is known, so that they aren't written after that. */
  forget(tableName: string): void {
    this.#waiting.delete(tableName);
  }

  /** From now on, figures are written only by `flush`. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#writtenAt = performance.now();
    for (const [tableName, message] of [...this.#waiting]) {
      try {
        await this.#write(message);
      } catch (error) {
        this.#onError(error);
        return;
      }
      if (this.#waiting.get(tableName) === message) this.#waiting.delete(tableName);
    }
  }
}
