import { LRUCache } from 'lru-cache';
import type { Computed } from '@headwater/warehouse';

const ALL_BYTES = 64 * 1024 ** 2;
/** Larger results are computed again. */
const MOST_BYTES = 1024 ** 2;

interface Computation {
  readonly result: Promise<Computed>;
  readonly abort: AbortController;
  waiting: number;
}

/**
 * The results of queries in this process. Versions never change, so a result holds for as long as there is room. Whoever
 * asks while it's being computed waits for the same result, and the computation is canceled when all of them have left.
 */
export class QueryResults {
  readonly #results = new LRUCache<string, Computed>({
    maxSize: ALL_BYTES,
    maxEntrySize: MOST_BYTES,
    sizeCalculation: (result, key) => sizeOf(result) + key.length,
  });
  readonly #computations = new Map<string, Computation>();

  /** Returns the result of a query, whose key says all that it depends on. Throws what `compute` has thrown. */
  async of(
    key: string,
    compute: (signal: AbortSignal) => Promise<Computed>,
    left: AbortSignal,
  ): Promise<Computed> {
    left.throwIfAborted();
    const known = this.#results.get(key);
    if (known) return known;
    const computation = this.#computations.get(key) ?? this.#start(key, compute);
    computation.waiting += 1;
    const leaving = Promise.withResolvers<never>();
    const leave = () => leaving.reject(left.reason);
    left.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([computation.result, leaving.promise]);
    } finally {
      left.removeEventListener('abort', leave);
      computation.waiting -= 1;
      if (computation.waiting === 0) this.#end(key, computation);
    }
  }

  #start(key: string, compute: (signal: AbortSignal) => Promise<Computed>): Computation {
    const abort = new AbortController();
    const result = compute(abort.signal);
    const computation: Computation = { result, abort, waiting: 0 };
    this.#computations.set(key, computation);
    result.then(
      (found) => void this.#results.set(key, found),
      () => undefined, // Those who wait for it handle its error.
    );
    return computation;
  }

  #end(key: string, computation: Computation): void {
    computation.abort.abort();
    if (this.#computations.get(key) === computation) this.#computations.delete(key);
  }
}

/** About how much memory a result takes. */
function sizeOf({ values, sql }: Computed): number {
  const cells = values.flat().reduce((sum, text) => sum + 16 + (text?.length ?? 0), 0);
  return cells + sql.length + 1_000;
}
