import { loadRevision, type LiveRevision } from '../page/live-revision.ts';
import { openKey } from '../registry/key.ts';
import type { Registry } from '../registry/registry.ts';
import type { Revision } from '../registry/revision.ts';
import type { LastGood } from './last-good.ts';
import type { PublishedBuilds } from './published-builds.ts';

/** The registry as pages see it: read at each page, and its last good state while it can't be read. */
export interface LiveRegistry {
  /** Undefined only while nothing was ever promoted. Throws where it can't be read and never could. */
  read(): Promise<LiveRevision | undefined>;
  /** What pages are made from at the moment, and whether that is all there is to read. */
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
  /** What is on the disk; looked for where the registry could never be read. */
  let kept: Promise<LiveRevision | undefined> | undefined;
  let served: number | null = null;
  let readable = true;

  const fallBack = async () => latest ?? (await (kept ??= lastGood.read()));

  const load = async (revision: Revision) => {
    const key = await openKey(registry).catch((error: unknown) => void onFailure(error));
    return loadRevision(revision, key, builds.find, (fault) => onFailure(new Error(fault)));
  };
  const readLatest = async () => {
    const revision = await registry.latestRevision();
    // A registry that was there and now says that nothing was ever promoted has lost its folder.
    if (!revision && (await fallBack())) throw new Error('The registry is empty');
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
        revision = await fallBack();
        if (!revision) throw error;
      }
      served = revision?.n ?? null;
      return revision;
    },
    status: () => ({ revision: served, readable }),
  };
}
