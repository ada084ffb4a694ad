import type { FromSyncProcess } from '../../engine/sync-process/messages.ts';

type ProgressMessage = Extract<FromSyncProcess, { type: 'progress' }>;

/**
 * Writes each table's progress to the store. Only the newest figures count, and the store may be unavailable
 * for a while: what couldn't be written is written with the next figures, and meanwhile the read continues.
 */
export class ProgressWrites {
  readonly #write: (message: ProgressMessage) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Map<string, ProgressMessage>();

  constructor(write: (message: ProgressMessage) => Promise<void>, onError: (error: unknown) => void) {
    this.#write = write;
    this.#onError = onError;
  }

  note(message: ProgressMessage): void {
    this.#waiting.set(message.tableName, message);
  }

  /** Drops noted progress once a table's end is known, so that it isn't written after that. */
  forget(tableName: string): void {
    this.#waiting.delete(tableName);
  }

  async flush(): Promise<void> {
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
