/** What the browser does for us, apart so that tests can watch it. */
export interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  isOnline(): boolean;
  now(): number;
  /** Loads the document at this address, also where it is the current one. */
  open(address: string): void;
}

export const browser: Browser = {
  get storage() {
    return sessionStorage;
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
 * "Failure to preload a module reloads the page": once per remote and version, so that a file that is gone for good
 * ends in an error page and not in a loop. Answers whether the page is now on its way out.
 *
 * Not where it can't help (offline), and not where the tab couldn't remember that it did it. At most three a tab in
 * ten minutes, whatever the remote.
 */
export function reloadOnce(
  remote: string,
  version: string,
  address: string,
  { storage, isOnline, now, open } = browser,
) {
  const key = keyOf(remote, version);
  if (!isOnline() || !remembers(storage, key) || !isWithinLimit('dl:reloads', { storage, now })) return false;
  open(address);
  return true;
}

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

/** Counts this reload among those of the tab and answers whether it is one too many. */
export function isWithinLimit(key: string, { storage, now }: Pick<Browser, 'storage' | 'now'> = browser) {
  try {
    const reloads = recent(storage.getItem(key), now());
    if (reloads.length >= MOST_RELOADS) return false;
    storage.setItem(key, JSON.stringify([...reloads, now()]));
    return storage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** A page of that version is on screen: should it fail later, it has its reload again. */
export function forgetReload(remote: string, version: string, { storage } = browser) {
  try {
    storage.removeItem(keyOf(remote, version));
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
