import { ownValue } from '@headwater/shared/contract';
import { readPage } from '../page.ts';
import { whyFailed } from './why-failed.ts';
import { forgetFailedShares, isShareFault } from './failed-shares.ts';
import { buildOf, loadFailureOf, mayComeYet, RemoteLoadError } from './load-failure.ts';

const RETRY_AFTER_MS = { least: 300, most: 800 };

/**
 * Loads something of a remote or of the `shell`. If it fails but may succeed later, tries once more after a
 * short delay. `load` receives what to append to URLs, as the cache may contain a broken copy (webpack's own
 * script tags handle that themselves: `shared/webpack/runtime/integrity.mjs`). Rejects with a RemoteLoadError
 * that describes the failure.
 */
export async function tryTwice<T>(remote: string, load: (query: string) => Promise<T>): Promise<T> {
  try {
    return await load('');
  } catch (error) {
    const known = await explain(error, remote);
    if (!mayComeYet(known.failure)) throw known;
  }
  const { least, most } = RETRY_AFTER_MS;
  // a random delay, so that browsers that failed together don't retry together
  await after(least + Math.random() * (most - least));
  return load(newQuery()).catch(async (error) => {
    throw await explain(error, remote);
  });
}

/**
 * Returns a new URL suffix each time: an earlier request for the same URL may hang, or its broken response
 * may be cached for a year.
 */
const newQuery = () => `?r=1.${Date.now().toString(36)}`;

export const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the error with the complete failure. Loading code only loads, so anything else it throws was thrown
 * by the loaded code.
 */
async function explain(error: unknown, remote: string): Promise<RemoteLoadError> {
  forgetFailedShares();
  const failure = loadFailureOf(error);
  if (!failure) return new RemoteLoadError(thrownBy(remote, error), error);
  if (failure.kind !== 'network')
    return error instanceof RemoteLoadError ? error : new RemoteLoadError(failure, error);
  return new RemoteLoadError({ ...failure, ...(await whyFailed(failure.address)) }, error);
}

function thrownBy(remote: string, error: unknown) {
  const { shell, remotes } = readPage();
  const { version = 'none', base = '' } = remote === 'shell' ? shell : (ownValue(remotes, remote) ?? {});
  const { stack = '' } = error instanceof Error ? error : {};
  const file = stack.split(/\s|\(/).find((word) => word.includes(base) && buildOf(word)?.remote === remote);
  return {
    remote,
    version,
    kind: isShareFault(error) ? ('share' as const) : ('evaluation' as const),
    address: file?.replace(/(:\d+)+\)?$/, '') ?? base,
  };
}
