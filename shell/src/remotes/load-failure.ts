import { ownValue } from '@headwater/shared/contract';
/**
 * Defines "a file of a build could not be loaded" for the loader, the error page, and reports. For chunks of
 * the shell and the remotes, webpack rejects with a ChunkLoadError. Everything that uses `tryTwice` rejects
 * with a RemoteLoadError, which contains more.
 */
export type LoadFailureKind =
  /** No response arrived, or not all of it. */
  | 'network'
  /** The server responded with an error, in `httpStatus`. */
  | 'http'
  /** The version is no longer kept: this page is older than what is. */
  | 'gone'
  | 'timeout'
  /** The file ran but did not define what it should. */
  | 'missing'
  /** The bytes that arrived don't match the hash in the page. */
  | 'integrity'
  /** The code threw when it ran. */
  | 'evaluation'
  /** The shell's shared modules don't match what the remote needs. */
  | 'share'
  /** The remote has no `./routes`, or no routes in it. */
  | 'expose';

export interface LoadFailure {
  /** `shell` for the shell's own files. */
  remote: string;
  version: string;
  kind: LoadFailureKind;
  address: string;
  httpStatus?: number;
}

export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure, cause?: unknown) {
    const { remote, version, kind, httpStatus = '', address } = failure;
    super(`${remote}@${version}: ${kind} ${httpStatus}`.trimEnd() + `, ${address}`, { cause });
    this.failure = failure;
  }
}

/** Webpack's error. `type` is the script's event, or `missing` if the file ran but defined no chunk. */
interface ChunkLoadError extends Error {
  type?: string;
  request?: string;
}

const KINDS: Record<string, LoadFailureKind> = { timeout: 'timeout', missing: 'missing' };

/** Returns what could not be loaded, or undefined for other errors. */
export function loadFailureOf(error: unknown): LoadFailure | undefined {
  if (error instanceof RemoteLoadError) return error.failure;
  if (!(error instanceof Error)) return undefined;
  if (error.name !== 'ChunkLoadError') return loadFailureOf(error.cause);
  const { type = '', request = '' } = error as ChunkLoadError;
  const build = buildOf(request);
  return build && { ...build, kind: ownValue(KINDS, type) ?? 'network', address: request };
}

const PASSING: LoadFailureKind[] = ['network', 'timeout', 'missing', 'integrity'];

/** Returns whether requesting the file again may succeed. False if the response would be the same. */
export const mayComeYet = ({ kind, httpStatus = 0 }: LoadFailure) =>
  PASSING.includes(kind) || (kind === 'http' && httpStatus >= 500);

/** Returns how many times this tab has requested the file: each retry has its own URL. */
export const attemptOf = ({ address }: LoadFailure) =>
  1 + Number(/[?&]r=(\d+)\.\w+$/.exec(address)?.[1] ?? 0);

/** Returns name and version from a built file's URL: `/r/<name>/<version>/…`. */
export function buildOf(text: string): { remote: string; version: string } | undefined {
  const [, remote, version] = /\/r\/([^/\s]+)\/([^/\s]+)\//.exec(text) ?? [];
  return remote && version ? { remote, version } : undefined;
}
