import type { FromSyncProcess } from './messages.ts';

type ProgressMessage = Extract<FromSyncProcess, { type: 'progress' }>;

/** Four times a second is often enough for display. */
const INTERVAL_MS = 250;

/** Sends the tables' latest progress at most four times a second, but a change of phase at once. */
export class Progress {
  readonly #send: (message: FromSyncProcess) => void;
  readonly #waiting = new Map<string, ProgressMessage>();
  readonly #phases = new Map<string, ProgressMessage['phase']>();
  #sentAt = 0;

  constructor(send: (message: FromSyncProcess) => void) {
    this.#send = send;
  }

  report(message: Omit<ProgressMessage, 'type'>): void {
    const isNewPhase = this.#phases.get(message.tableName) !== message.phase;
    this.#phases.set(message.tableName, message.phase);
    this.#waiting.set(message.tableName, { type: 'progress', ...message });
    if (isNewPhase || performance.now() - this.#sentAt >= INTERVAL_MS) this.flush();
  }

  flush(): void {
    this.#sentAt = performance.now();
    for (const message of this.#waiting.values()) this.#send(message);
    this.#waiting.clear();
  }
}
