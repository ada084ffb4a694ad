import type { VersionDiff } from '@headwater/shared/contract';

/** How long a request waits for a result before its caller has to ask again. Proxies end requests that take longer. */
const PATIENCE_MS = 10_000;

/** A comparison that nobody has waited for during this time is canceled. */
const LEFT_MS = 5_000;

/** A result is kept for so long after someone has asked for it, because a page may be reloaded, or shared. */
const KEPT_MS = 5 * 60_000;

/** Results that are kept at most. With many columns, one takes several hundred kilobytes. */
const MOST_KEPT = 20;

interface Comparison {
  readonly result: Promise<VersionDiff>;
  readonly abort: AbortController;
  isOver: boolean;
  watchers: number;
  /** Runs while there are no watchers, and cancels or forgets the comparison. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * The comparisons of versions in this process. Each continues between its watchers' requests, and ends when they have
 * left. Versions never change, so everyone who compares the same two sees one result.
 */
export class VersionDiffs {
  readonly #comparisons = new Map<string, Comparison>();

  /** Returns the result, begun by whoever asks first, or null if it isn't there yet. Throws what `compare` has thrown. */
  async watch(
    key: string,
    compare: (signal: AbortSignal) => Promise<VersionDiff>,
    left: AbortSignal,
  ): Promise<VersionDiff | null> {
    left.throwIfAborted();
    const comparison = this.#comparisons.get(key) ?? this.#start(key, compare);
    clearTimeout(comparison.timer);
    comparison.watchers += 1;
    const patience = Promise.withResolvers<null>();
    const limit = setTimeout(() => patience.resolve(null), PATIENCE_MS);
    const leave = () => patience.reject(left.reason);
    left.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([comparison.result, patience.promise]);
    } finally {
      clearTimeout(limit);
      left.removeEventListener('abort', leave);
      comparison.watchers -= 1;
      if (comparison.watchers === 0) {
        const end = () => this.#end(key, comparison);
        comparison.timer = setTimeout(end, comparison.isOver ? KEPT_MS : LEFT_MS).unref();
      }
    }
  }

  close(): void {
    for (const [key, comparison] of this.#comparisons) this.#end(key, comparison);
  }

  #start(key: string, compare: (signal: AbortSignal) => Promise<VersionDiff>): Comparison {
    const abort = new AbortController();
    const result = compare(abort.signal);
    const comparison: Comparison = { result, abort, isOver: false, watchers: 0, timer: undefined };
    this.#comparisons.set(key, comparison);
    result.then(
      () => {
        comparison.isOver = true;
        this.#forgetOldest();
      },
      () => this.#end(key, comparison), // so that the next request tries again
    );
    return comparison;
  }

  #forgetOldest(): void {
    const kept = [...this.#comparisons].filter(([, { isOver }]) => isOver);
    for (const [key, comparison] of kept.slice(0, -MOST_KEPT)) this.#end(key, comparison);
  }

  #end(key: string, comparison: Comparison): void {
    clearTimeout(comparison.timer);
    comparison.abort.abort();
    if (this.#comparisons.get(key) === comparison) this.#comparisons.delete(key);
  }
}
