import { compositionId } from '../registry/composition-id.ts';
import { SHELL } from '../registry/names.ts';
import type { LiveBuild } from './live-build.ts';

/** The set of versions that a page is made of. */
export interface Composition {
  id: string;
  revision: number;
  shell: LiveBuild;
  /** Sorted by name. */
  remotes: readonly LiveBuild[];
}

/** Canaries create few compositions, but overrides can create many. */
const MOST_KEPT = 64;

export interface Composer {
  /** Composes a set of versions, one of them a shell. The same set returns the same composition. */
  compose(builds: readonly LiveBuild[]): Composition;
  /** Returns a recent composition by its ID. */
  composed(id: string): Composition | undefined;
}

export function createComposer(revision: number): Composer {
  const kept = new Map<string, Composition>();
  const compose = (builds: readonly LiveBuild[]) => {
    const id = compositionId(builds.map(({ record }) => record));
    const known = kept.get(id);
    if (known) return known;
    const composition = compositionOf(id, revision, builds);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(id, composition);
    return composition;
  };
  return { compose, composed: (id) => kept.get(id) };
}

function compositionOf(id: string, revision: number, builds: readonly LiveBuild[]): Composition {
  const shell = builds.find(({ record }) => record.name === SHELL);
  if (!shell) throw new Error(`Revision ${revision} of the registry has no shell`);
  const remotes = builds
    .filter((build) => build !== shell)
    .sort((a, b) => (a.record.name < b.record.name ? -1 : 1));
  return { id, revision, shell, remotes };
}
