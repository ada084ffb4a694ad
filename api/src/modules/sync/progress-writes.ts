import type { FromSyncProcess } from '../../engine/sync-process/messages.ts';

type ProgressMessage = Extract<FromSyncProcess, { type: 'progress' }>;

/**
 * How far each table is, on its way to the store. Only the newest figures count, and the store may be away for a
 * while: what couldn't be written is written with the next ones, and the read goes on meanwhile.
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

  /** The table's end is known: what was noted before must not come after it. */
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
