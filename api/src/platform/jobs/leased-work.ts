import { ScanClock, type ScanClockOptions } from './scan-clock.ts';

/** A lease without a heartbeat for this long is lost. */
export const LEASE_SECONDS = 60;
const HEARTBEAT_MS = 10_000;

/** Somebody else has the work by now, or nobody needs it anymore. Whoever learns of it stops and stores nothing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

interface LeasedWorkOptions<Taken> extends Omit<ScanClockOptions, 'work'> {
  readonly heartbeatMs?: number;
  /** Takes what is due next. Until its lease ends, nobody else does. `served` is the workspace that was served last. */
  take(turn: { slot: number; served: string }): Promise<Taken | null | undefined>;
  /** The signal aborts, with LeaseLost, if the lease is lost, and without if the process stops. */
  work(taken: Taken, signal: AbortSignal): Promise<void>;
  /** Prolongs the lease with each heartbeat. Returns false if it's lost. Without it, the lease is as long as the work. */
  renew?(taken: Taken): Promise<boolean>;
  /** Ends the lease of work that has failed because the process stops. */
  handBack?(taken: Taken): Promise<unknown>;
  /** Receives all other failures, but not LeaseLost. */
  failed(taken: Taken, error: unknown): Promise<void> | void;
}

/**
 * Works on what is due in the store, under leases: several processes share the work, and what one leaves when it's lost
 * is taken by another. Rows are the truth, and wake-ups only save time.
 */
export class LeasedWork<Taken extends { readonly workspaceId: string }> extends ScanClock {
  readonly #options: LeasedWorkOptions<Taken>;
  readonly #running = new Map<Taken, AbortController>();
  #served = '';

  constructor(options: LeasedWorkOptions<Taken>) {
    super({ ...options, work: (isClosing, slot) => this.#workUntilNothingIsDue(isClosing, slot) });
    this.#options = options;
  }

  /** Ends the work on something that was deleted. */
  stopWhere(isGone: (taken: Taken) => boolean): void {
    for (const [taken, abort] of this.#running) if (isGone(taken)) abort.abort(new LeaseLost());
  }

  /** Stops, and hands back what isn't finished. */
  override async close(): Promise<void> {
    const closed = super.close();
    for (const abort of this.#running.values()) abort.abort();
    await closed;
  }

  async #workUntilNothingIsDue(isClosing: () => boolean, slot: number): Promise<void> {
    const { slots = 1, take } = this.#options;
    while (!isClosing()) {
      const taken = await take({ slot, served: this.#served });
      if (!taken) return;
      this.#served = taken.workspaceId;
      if (this.#running.size + 1 < slots) this.wake(); // There may be more, and a free slot for it.
      await this.#workOn(taken, isClosing);
    }
  }

  async #workOn(taken: Taken, isClosing: () => boolean): Promise<void> {
    const { work, renew, handBack, failed, heartbeatMs = HEARTBEAT_MS } = this.#options;
    const abort = new AbortController();
    if (isClosing()) abort.abort();
    this.#running.set(taken, abort);
    const heartbeat = renew && setInterval(() => void this.#renew(taken, abort), heartbeatMs);
    try {
      await work(taken, abort.signal);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (isClosing() && handBack) await handBack(taken);
      else await failed(taken, error);
    } finally {
      clearInterval(heartbeat);
      this.#running.delete(taken);
    }
  }

  async #renew(taken: Taken, abort: AbortController): Promise<void> {
    const { log, what, renew } = this.#options;
    try {
      if (await renew!(taken)) return;
    } catch (error) {
      if (!(error instanceof LeaseLost))
        return log.warn({ err: error, workspaceId: taken.workspaceId }, `a heartbeat of ${what} failed`);
    }
    abort.abort(new LeaseLost());
  }
}
