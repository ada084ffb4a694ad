import { readPage } from '../page.ts';
import { answerTo } from './answer-to.ts';
import { forgetFailedShares, isShareFault } from './failed-shares.ts';
import { buildOf, loadFailureOf, mayComeYet, RemoteLoadError } from './load-failure.ts';

const RETRY_AFTER_MS = { least: 300, most: 800 };

/**
 * Loads something of a remote, or of the `shell`, and once more after a moment where it may come then; `load` is told
 * what to append to addresses, as the cache may hold a broken copy (webpack's own script tags see to that themselves:
 * `shared/webpack/runtime/integrity.mjs`). Rejects with a RemoteLoadError that says what the fault is.
 */
export async function tryTwice<T>(remote: string, load: (query: string) => Promise<T>): Promise<T> {
  try {
    return await load('');
  } catch (error) {
    const known = await explain(error, remote);
    if (!mayComeYet(known.failure)) throw known;
  }
  const { least, most } = RETRY_AFTER_MS;
  // at random, so that browsers which failed together don't come back together
  await after(least + Math.random() * (most - least));
  return load(newAddress()).catch(async (error) => {
    throw await explain(error, remote);
  });
}

/** Of its own each time: what was asked for under an address may hang there, or lie broken in the cache for a year. */
const newAddress = () => `?r=1.${Date.now().toString(36)}`;

export const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The error with the whole failure in it. Loading code does nothing but load: what else it throws, its code threw. */
async function explain(error: unknown, remote: string): Promise<RemoteLoadError> {
  forgetFailedShares();
  const failure = loadFailureOf(error);
  if (!failure) return new RemoteLoadError(thrownBy(remote, error), error);
  if (failure.kind !== 'network')
    return error instanceof RemoteLoadError ? error : new RemoteLoadError(failure, error);
  return new RemoteLoadError({ ...failure, ...(await answerTo(failure.address)) }, error);
}

function thrownBy(remote: string, error: unknown) {
  const { shell, remotes } = readPage();
  const { version = 'none', base = '' } = remote === 'shell' ? shell : (remotes[remote] ?? {});
  const { stack = '' } = error instanceof Error ? error : {};
  const file = stack.split(/\s|\(/).find((word) => word.includes(base) && buildOf(word)?.remote === remote);
  return {
    remote,
    version,
    kind: isShareFault(error) ? ('share' as const) : ('evaluation' as const),
    address: file?.replace(/(:\d+)+\)?$/, '') ?? base,
  };
}
