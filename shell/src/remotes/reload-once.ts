import { hasUnsavedChanges } from '@headwater/shared/routing';
import { avoidCanary } from './heal.ts';
import type { LoadFailure } from './load-failure.ts';

/** The browser's functions used here, separate so that tests can observe them. */
export interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  isOnline(): boolean;
  now(): number;
  /** Loads the document at this URL, even if it is the current one. */
  open(address: string): void;
}

export const browser: Browser = {
  // each accesses the storage again: if storage is forbidden, accessing it throws
  storage: {
    getItem: (key) => sessionStorage.getItem(key),
    setItem: (key, value) => sessionStorage.setItem(key, value),
    removeItem: (key) => sessionStorage.removeItem(key),
  },
  isOnline: () => navigator.onLine !== false,
  now: () => Date.now(),
  open: (address) => {
    const { pathname, search } = new URL(address, location.href);
    // assigning the current URL with a hash would only scroll
    if (pathname === location.pathname && search === location.search) location.reload();
    else location.assign(address);
  },
};

const MOST_RELOADS = 3;
const WITHIN_MS = 10 * 60_000;
const keyOf = (remote: string, version: string) => `dl:reload:${remote}@${version}`;

/**
 * "Failure to preload a module reloads the page": loads a new document at the URL that needs the module. It
 * may have other versions, or the stable one in place of a canary. Reloads once per remote and version, so
 * that a file that is permanently gone leads to an error page and not to a loop. Returns whether the page is
 * being reloaded.
 *
 * Doesn't reload if that can't help (offline), if the user would lose unsaved changes on a page they aren't
 * leaving, or if the tab couldn't remember it. Reloads at most three times per tab in ten minutes, whatever
 * the remote.
 *
 * `part`: something with its own reload, within a remote whose pages are already on screen.
 */
export function reloadOnce(
  failure: LoadFailure,
  address: string,
  part = failure.remote,
  tab = browser,
): boolean {
  const wouldLoseChanges = hasUnsavedChanges() && staysAt(address);
  if (!tab.isOnline() || wouldLoseChanges || !isReloadLeft('dl:reloads', tab)) return false;
  if (!remember(tab.storage, keyOf(part, failure.version)) || !isWithinLimit('dl:reloads', tab)) return false;
  avoidCanary(failure);
  tab.open(address);
  return true;
}

const staysAt = (address: string) => new URL(address, location.href).pathname === location.pathname;

/**
 * Returns whether the key was absent and can now be read back. Otherwise, nothing would stop the next load
 * from reloading.
 */
function remember(storage: Browser['storage'], key: string) {
  try {
    if (storage.getItem(key) !== null) return false;
    storage.setItem(key, '1');
    return storage.getItem(key) === '1';
  } catch {
    return false; // storage is closed or full
  }
}

type Memory = Pick<Browser, 'storage' | 'now'>;

/** Counts this reload for the tab, if it is within the limit. Returns whether it is. */
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

/** Checks the limit without counting: a reload that is prevented must not use up the version's only one. */
function isReloadLeft(key: string, { storage, now }: Memory) {
  try {
    return recent(storage.getItem(key), now()).length < MOST_RELOADS;
  } catch {
    return false;
  }
}

/** Called when a page of that version is on screen: if it fails later, it has its reload again. */
export function forgetReload(part: string, version: string, { storage } = browser) {
  try {
    storage.removeItem(keyOf(part, version));
  } catch {
    // then none was remembered, either
  }
}

function recent(text: string | null, now: number): number[] {
  const times: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(times)
    ? times.filter((time) => typeof time === 'number' && now - time < WITHIN_MS)
    : [];
}
