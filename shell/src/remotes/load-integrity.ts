import type { PageRemote } from '@headwater/shared/contract';
import { askDelivery } from '../ask-delivery.ts';
import { isFields, isHash } from '../page.ts';
import { RemoteLoadError, type LoadFailureKind } from './load-failure.ts';
import { tryTwice } from './try-twice.ts';

const TIMEOUT_MS = 8_000;

/** File → hash, the files relative to the version's base. */
type Hashes = Record<string, string>;

/** What `shared/webpack/runtime/integrity.mjs` has put on the window. */
interface Integrity {
  addIntegrity(base: string, hashes: Hashes): void;
}

/**
 * Fetches the hashes of a remote's files and makes them known to webpack's script tags. The list has a hash itself,
 * in the page, so that a page with many remotes stays small and nothing is taken on trust.
 */
export async function loadIntegrity(name: string, { version, base, integrity }: PageRemote): Promise<void> {
  if (!integrity) return; // its hashes stand in the page
  const hashes = await tryTwice(name, async (query) => {
    const address = integrity.url + query;
    const fail = (kind: LoadFailureKind, cause?: unknown) =>
      new RemoteLoadError({ remote: name, version, kind, address }, cause);
    return fetchHashes(address, integrity.sri, fail);
  });
  (window.__HEADWATER__ as unknown as Integrity).addIntegrity(base, hashes);
}

async function fetchHashes(
  address: string,
  integrity: string,
  fail: (kind: LoadFailureKind, cause?: unknown) => Error,
): Promise<Hashes> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), TIMEOUT_MS);
  const list: unknown = await askDelivery(address, { integrity, signal: patience.signal })
    .then((response) => response.json())
    .catch((cause) => {
      throw fail(patience.signal.aborted ? 'timeout' : 'network', cause);
    })
    .finally(() => clearTimeout(timer));
  if (!isHashes(list)) throw fail('integrity');
  return list;
}

/** A browser that checks no hashes could hand on anything. */
const isHashes = (list: unknown): list is Hashes =>
  isFields(list) && Object.entries(list).every(([file, hash]) => !file.startsWith('/') && isHash(hash));
