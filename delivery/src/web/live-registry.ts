import { readComposition, type Composition } from '../page/composition.ts';
import type { Registry } from '../registry/registry.ts';

/** The registry as pages see it: read at each page, and its last good state while it can't be read. */
export interface LiveRegistry {
  /** Undefined only while nothing was ever promoted. Throws where it can't be read and never could. */
  read(): Promise<Composition | undefined>;
  /** What pages are made from at the moment, and whether that is all there is to read. */
  status(): { revision: number | null; readable: boolean };
}

export function watchRegistry(registry: Registry, onFailure: (error: unknown) => void): LiveRegistry {
  let lastGood: Composition | undefined;
  let readable = true;

  const readLatest = async () => {
    const revision = await registry.latestRevision();
    if (!revision) return undefined;
    return revision.n === lastGood?.revision ? lastGood : readComposition(registry, revision);
  };
  return {
    async read() {
      try {
        const composition = await readLatest();
        // A registry that was there and now says that nothing was ever promoted has lost its folder.
        if (!composition && lastGood) throw new Error('The registry is empty');
        lastGood = composition;
        readable = true;
      } catch (error) {
        if (readable) onFailure(error);
        readable = false;
        if (!lastGood) throw error;
      }
      return lastGood;
    },
    status: () => ({ revision: lastGood?.revision ?? null, readable }),
  };
}
