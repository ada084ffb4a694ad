import { setTimeout as wait } from 'node:timers/promises';
import { storeFault } from '../../platform/database/store-fault.ts';

const PAUSE_MS = 500;
/** Within what is left of a lease: whoever takes it over must not be overtaken. */
const LONGEST_MS = 40_000;

/** Does the work again where the store is away, which it seldom is for more than moments. */
export async function whenStoreIsBack<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (storeFault(error) !== 'unavailable' || Date.now() > until) throw error;
    }
    await wait(PAUSE_MS);
  }
}
