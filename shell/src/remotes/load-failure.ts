/**
 * The one definition of "a file of a build could not be loaded", used by the loader, the error page and the report.
 * Webpack rejects with a ChunkLoadError for chunks, the shell's own and the remotes'; our loader of remotes' entries
 * rejects with a RemoteLoadError.
 */
export type LoadFailureKind = 'network' | 'timeout' | 'missing' | 'evaluation' | 'share' | 'expose';

export interface LoadFailure {
  /** `shell` for the shell's own chunks. */
  remote: string;
  version: string;
  kind: LoadFailureKind;
  address: string;
}

export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure, cause?: unknown) {
    super(`${failure.remote}@${failure.version}: ${failure.kind}, ${failure.address}`, { cause });
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

/** Name and version in a built file's address: `/r/<name>/<version>/…`. */
export function buildOf(text: string): { remote: string; version: string } | undefined {
  const [, remote, version] = /\/r\/([^/\s]+)\/([^/\s]+)\//.exec(text) ?? [];
  return remote && version ? { remote, version } : undefined;
}
