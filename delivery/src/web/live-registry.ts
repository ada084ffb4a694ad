import { loadRevision, type LiveRevision } from '../page/live-revision.ts';
import { openKey } from '../registry/key.ts';
import type { Registry } from '../registry/registry.ts';
import type { Revision } from '../registry/revision.ts';
import type { LastGood } from './last-good.ts';
import type { PublishedBuilds } from './published-builds.ts';

/** The registry as pages use it: read for each page, or its last good state while it can't be read. */
export interface LiveRegistry {
  /**
   * Returns undefined only if nothing has been promoted yet. Throws if the registry can't be read and never
   * could be.
   */
  read(): Promise<LiveRevision | undefined>;
  /** Returns what pages are currently made from, and whether the registry is readable. */
  status(): { revision: number | null; readable: boolean };
}

export interface LiveRegistryParts {
  registry: Registry;
  builds: PublishedBuilds;
  lastGood: LastGood;
  onFailure: (error: unknown) => void;
}

export function watchRegistry({ registry, builds, lastGood, onFailure }: LiveRegistryParts): LiveRegistry {
  let latest: LiveRevision | undefined;
  /** The state saved on disk, which is read only if the registry could never be read. */
  let kept: Promise<LiveRevision | undefined> | undefined;
  let served: number | null = null;
  let readable = true;

  const lastRevision = async () => latest ?? (await (kept ??= lastGood.read()));

  const load = async (revision: Revision) => {
    const key = await openKey(registry).catch((error: unknown) => void onFailure(error));
    return loadRevision(revision, key, builds.find, (fault) => onFailure(new Error(fault)));
  };
  const readLatest = async () => {
    const revision = await registry.latestRevision();
    // A registry that had revisions and is now empty has lost its folder.
    if (!revision && (await lastRevision())) throw new Error('The registry is empty');
    if (!revision || revision.n === latest?.n) return latest;
    latest = await load(revision);
    lastGood.keep(latest);
    return latest;
  };
  return {
    async read() {
      let revision: LiveRevision | undefined;
      try {
        revision = await readLatest();
        readable = true;
      } catch (error) {
        if (readable) onFailure(error);
        readable = false;
        revision = await lastRevision();
        if (!revision) throw error;
      }
      served = revision?.n ?? null;
      return revision;
    },
    status: () => ({ revision: served, readable }),
  };
}
