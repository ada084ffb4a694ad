import { setTimeout as wait } from 'node:timers/promises';
import { storeFault } from '../../../platform/database/store-fault.ts';

const PAUSE_MS = 500;
/** Less than the rest of a lease, because a worker that takes it over must not be overtaken. */
const LONGEST_MS = 40_000;

/** Repeats the work while the store is unavailable, which is usually only for moments. */
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
