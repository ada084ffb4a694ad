interface Window {
  spent: number;
  readonly ends: number;
}

/** More callers than this within one window are an attack from many IP addresses. The oldest are then forgotten. */
const MOST_CALLERS = 100_000;

/**
 * Counts requests by caller, each in their own window. There are two generations of windows: the
 * older one is dropped as a whole when all of its windows have ended, so that no request pays for
 * cleaning up after others.
 */
export class CallCounter {
  readonly #most: number;
  readonly #length: number;
  readonly #now: () => number;
  #younger = new Map<string, Window>();
  #older = new Map<string, Window>();
  #turnsAt = 0;

  constructor(most: number, length: number, now: () => number) {
    this.#most = most;
    this.#length = length;
    this.#now = now;
  }

  /**
   * Counts one request. Returns for how many milliseconds the caller is above the limit, or 0 if they aren't.
   */
  count(caller: string): number {
    const now = this.#now();
    const window = this.#windowOf(caller, now);
    window.spent += 1;
    return window.spent > this.#most ? window.ends - now : 0;
  }

  /** Takes back one request that was counted, if its window hasn't ended. */
  giveBack(caller: string): void {
    const window = this.#younger.get(caller) ?? this.#older.get(caller);
    if (window && window.ends > this.#now()) window.spent = Math.max(0, window.spent - 1);
  }

  #windowOf(caller: string, now: number): Window {
    const known = this.#younger.get(caller) ?? this.#older.get(caller);
    if (known && known.ends > now) return known;
    if (now >= this.#turnsAt || this.#younger.size >= MOST_CALLERS) this.#turn(now);
    const window = { spent: 0, ends: now + this.#length };
    this.#younger.set(caller, window);
    return window;
  }

  #turn(now: number): void {
    this.#older = this.#younger;
    this.#younger = new Map();
    this.#turnsAt = now + this.#length;
  }
}
