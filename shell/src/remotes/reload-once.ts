import { hasUnsavedChanges } from '@headwater/shared/routing';
import { avoidCanary } from './heal.ts';
import type { LoadFailure } from './load-failure.ts';

/** What the browser does for us, apart so that tests can watch it. */
export interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  isOnline(): boolean;
  now(): number;
  /** Loads the document at this address, also where it is the current one. */
  open(address: string): void;
}

export const browser: Browser = {
  // each reads the name again: where storage is forbidden, naming it throws
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
    removeItem: (key) => sessionStorage.removeItem(key),
  },
  isOnline: () => navigator.onLine !== false,
  now: () => Date.now(),
  open: (address) => {
    const { pathname, search } = new URL(address, location.href);
    // assigning the current address with a hash would only scroll
    if (pathname === location.pathname && search === location.search) location.reload();
    else location.assign(address);
  },
};

const MOST_RELOADS = 3;
const WITHIN_MS = 10 * 60_000;
const keyOf = (remote: string, version: string) => `dl:reload:${remote}@${version}`;

/**
 * "Failure to preload a module reloads the page": a new document at the address that needs the module. It may name
 * other versions, or the stable one in the place of a canary. Once per remote and version, so that a file that is
 * gone for good ends in an error page and not in a loop. Answers whether the page is now on its way out.
 *
 * Not where it can't help (offline), not where somebody would lose what they have entered on a page that they didn't
 * leave, and not where the tab couldn't remember that it did it. At most three a tab in ten minutes, whatever the
 * remote.
 *
 * `part`: something with a reload of its own, within a remote whose pages are on screen all the same.
 */
export function reloadOnce(
  failure: LoadFailure,
  address: string,
  part = failure.remote,
  tab = browser,
): boolean {
  const wouldLoseChanges = hasUnsavedChanges() && staysAt(address);
  if (!tab.isOnline() || wouldLoseChanges || !hasLeft('dl:reloads', tab)) return false;
  if (!remembers(tab.storage, keyOf(part, failure.version)) || !isWithinLimit('dl:reloads', tab))
    return false;
  avoidCanary(failure);
  tab.open(address);
  return true;
}

const staysAt = (address: string) => new URL(address, location.href).pathname === location.pathname;

/** Whether the key was absent and is now there, read back: nothing else would stop the next load from reloading. */
function remembers(storage: Browser['storage'], key: string) {
  try {
    if (storage.getItem(key) !== null) return false;
    storage.setItem(key, '1');
    return storage.getItem(key) === '1';
  } catch {
    return false; // storage is closed or full
  }
}

type Memory = Pick<Browser, 'storage' | 'now'>;

/** Counts this reload among those of the tab and answers whether it is one too many. */
export function isWithinLimit(key: string, { storage, now }: Memory = browser) {
  try {
    const reloads = recent(storage.getItem(key), now());
    if (reloads.length >= MOST_RELOADS) return false;
    storage.setItem(key, JSON.stringify([...reloads, now()]));
    return storage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** The same without counting: a reload that isn't made must not use up the version's only one. */
function hasLeft(key: string, { storage, now }: Memory) {
  try {
    return recent(storage.getItem(key), now()).length < MOST_RELOADS;
  } catch {
    return false;
  }
}

/** A page of that version is on screen: should it fail later, it has its reload again. */
export function forgetReload(part: string, version: string, { storage } = browser) {
  try {
    storage.removeItem(keyOf(part, version));
  } catch {
    // then none was remembered either
  }
}

function recent(text: string | null, now: number): number[] {
  const times: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(times)
    ? times.filter((time) => typeof time === 'number' && now - time < WITHIN_MS)
    : [];
}
