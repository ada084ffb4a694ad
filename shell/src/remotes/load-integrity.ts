import type { PageRemote } from '@headwater/shared/contract';
import { askDelivery } from '../ask-delivery.ts';
import { isFields, isHash } from '../page.ts';
import { RemoteLoadError, type LoadFailureKind } from './load-failure.ts';
import { tryTwice } from './try-twice.ts';

const TIMEOUT_MS = 8_000;

/** Hashes by file path, relative to the version's base. */
type Hashes = Record<string, string>;

/** What `shared/webpack/runtime/integrity.mjs` sets on the window. */
interface Integrity {
  addIntegrity(base: string, hashes: Hashes): void;
}

/**
 * Fetches the hashes of a remote's files and adds them for webpack's script tags. The page has the hash of
 * the list, so a page with many remotes stays small and every file is verified.
 */
export async function loadIntegrity(name: string, { version, base, integrity }: PageRemote): Promise<void> {
  if (!integrity) return; // its hashes are in the page
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
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  const list: unknown = await askDelivery(address, { integrity, signal: controller.signal })
    .then((response) => response.json())
    .catch((cause) => {
      throw fail(controller.signal.aborted ? 'timeout' : 'network', cause);
    })
    .finally(() => clearTimeout(timer));
  if (!isHashes(list)) throw fail('integrity');
  return list;
}

/** Returns whether the list is valid. A browser that doesn't check hashes could have received anything. */
const isHashes = (list: unknown): list is Hashes =>
  isFields(list) && Object.entries(list).every(([file, hash]) => !file.startsWith('/') && isHash(hash));
