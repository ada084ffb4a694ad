import { compositionId } from '../registry/composition-id.ts';
import { SHELL } from '../registry/names.ts';
import type { LiveBuild } from './live-build.ts';

/** The set of versions that a page is made of. */
export interface Composition {
  id: string;
  revision: number;
  shell: LiveBuild;
  /** By name, in its order. */
  remotes: readonly LiveBuild[];
}

/** Canaries make few sets; what could make many is overrides. */
const MOST_KEPT = 64;

export interface Composer {
  /** Puts a set of versions together, one of them a shell; the same composition for the same set. */
  compose(builds: readonly LiveBuild[]): Composition;
  /** One that was put together lately, by its id. */
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
