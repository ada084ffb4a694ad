/**
 * The one definition of "a file of a build could not be loaded", used by the loader, the error page and the report.
 * Webpack rejects with a ChunkLoadError for chunks, the shell's own and the remotes'; everything that goes through
 * `tryTwice` rejects with a RemoteLoadError, which knows more.
 */
export type LoadFailureKind =
  /** Nothing came, or not all of it. */
  | 'network'
  /** The server answered with an error: `httpStatus`. */
  | 'http'
  /** The version is no longer kept: this page is older than what is. */
  | 'gone'
  | 'timeout'
  /** The file ran and did not bring what it should. */
  | 'missing'
  /** The bytes that came are not those that the page names. */
  | 'integrity'
  /** The code threw when it was run. */
  | 'evaluation'
  /** The shell's shared modules and what the remote needs don't fit. */
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

/** As webpack makes it: `type` is the script's event, or `missing` where the file ran and brought no chunk. */
interface ChunkLoadError extends Error {
  type?: string;
  request?: string;
}

const KINDS: Record<string, LoadFailureKind> = { timeout: 'timeout', missing: 'missing' };

/** What could not be loaded, or undefined where the error is of another kind. */
export function loadFailureOf(error: unknown): LoadFailure | undefined {
  if (error instanceof RemoteLoadError) return error.failure;
  if (!(error instanceof Error)) return undefined;
  if (error.name !== 'ChunkLoadError') return loadFailureOf(error.cause);
  const { type = '', request = '' } = error as ChunkLoadError;
  const build = buildOf(request);
  return build && { ...build, kind: KINDS[type] ?? 'network', address: request };
}

const PASSING: LoadFailureKind[] = ['network', 'timeout', 'missing', 'integrity'];

/** Whether the file may come when it is asked for again: not where the answer would be the same. */
export const mayComeYet = ({ kind, httpStatus = 0 }: LoadFailure) =>
  PASSING.includes(kind) || (kind === 'http' && httpStatus >= 500);

/** How many times this tab has asked for it: each try after the first has an address of its own. */
export const attemptOf = ({ address }: LoadFailure) =>
  1 + Number(/[?&]r=(\d+)\.\w+$/.exec(address)?.[1] ?? 0);

/** Name and version in a built file's address: `/r/<name>/<version>/…`. */
export function buildOf(text: string): { remote: string; version: string } | undefined {
  const [, remote, version] = /\/r\/([^/\s]+)\/([^/\s]+)\//.exec(text) ?? [];
  return remote && version ? { remote, version } : undefined;
}
