import type { FromSyncProcess } from '@headwater/connectors/processes/sync/messages';

export type Figures = Extract<FromSyncProcess, { type: 'progress' }>;

/** Small tables come and go faster than anyone looks, and a write costs as much as loading one. */
const INTERVAL_MS = 250;

/**
 * Writes the progress of tables to the store, at most four times a second. Only the newest figures count, and the store
 * may be unavailable for a while: what couldn't be written is written with the next figures, and meanwhile the read
 * continues.
 */
export class ProgressWrites {
  readonly #write: (figures: Figures) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, Figures>();
  #timer: NodeJS.Timeout | undefined;
  #writtenAt = -Infinity;

  constructor(write: (figures: Figures) => Promise<void>, onError: (error: unknown) => void) {
    this.#write = write;
    this.#onError = onError;
  }

  /** Keeps figures to be written. Calls `whenDue`, which should flush, at once or as soon as it's time. */
  note(figures: Figures, whenDue: () => void): void {
    this.#waiting.set(figures.tableName, figures);
    if (this.#timer) return;
    const wait = Math.max(0, this.#writtenAt + INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      whenDue();
    }, wait);
  }

  /** Returns a table's figures instead of writing them. */
  take(tableName: string): Figures | undefined {
    const figures = this.#waiting.get(tableName);
    this.#waiting.delete(tableName);
    return figures;
  }

  /** From now on, figures are written only by `flush`. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  async flush(): Promise<void> {
    if (this.#waiting.size === 0) return;
    this.#writtenAt = performance.now();
    for (const [tableName, figures] of [...this.#waiting]) {
      try {
        await this.#write(figures);
      } catch (error) {
        this.#onError(error);
        return;
      }
      if (this.#waiting.get(tableName) === figures) this.#waiting.delete(tableName);
    }
  }
}
