/** Bytes a second that the slowest real connections reach: 256 kbit/s. */
const BYTES_PER_SECOND = 32 * 1024;
/** How long the other side may stand still, or how far it may fall behind the least speed. */
const GRACE_MS = 60_000;

export interface LeastSpeedOptions {
  readonly bytesPerSecond?: number;
  readonly graceMs?: number;
}

/**
 * Measures the other side of a transfer, a reader or a sender, and ends one that is slower than the least speed, so that
 * nobody holds a slot or a connection with a byte now and then. Only the time in which we wait for the other side
 * counts. Each byte buys time, but never more than the grace.
 */
export class LeastSpeed {
  readonly #bytesPerMs: number;
  readonly #graceMs: number;
  readonly #onTooSlow: () => void;
  #leftMs: number;
  #waitingSince = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onTooSlow: () => void, options: LeastSpeedOptions = {}) {
    const { bytesPerSecond = BYTES_PER_SECOND, graceMs = GRACE_MS } = options;
    this.#bytesPerMs = bytesPerSecond / 1000;
    this.#graceMs = graceMs;
    this.#leftMs = graceMs;
    this.#onTooSlow = onTooSlow;
  }

  /** From now on, we wait for the other side. */
  wait(): void {
    this.#waitingSince = Date.now();
    this.#timer = setTimeout(this.#onTooSlow, this.#leftMs);
  }

  /** The other side has sent or taken this many bytes. */
  moved(bytes: number): void {
    this.stop();
    const left = this.#leftMs - (Date.now() - this.#waitingSince) + bytes / this.#bytesPerMs;
    this.#leftMs = Math.max(0, Math.min(left, this.#graceMs));
  }

  /** It is over, or we no longer wait. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
