import { readComposition, type Composition } from '../page/composition.ts';
import type { Registry } from '../registry/registry.ts';

/** The registry as pages see it: read at each page, and its last good state while it can't be read. */
export interface LiveRegistry {
  /** Undefined only while nothing was ever promoted. Throws where it can't be read and never could. */
  read(): Promise<Composition | undefined>;
  status(): { revision: number | null; failure: string | null };
}

export function watchRegistry(registry: Registry, onFailure: (error: unknown) => void): LiveRegistry {
  let lastGood: Composition | undefined;
  let failure: string | null = null;

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
        failure = null;
      } catch (error) {
        if (failure === null) onFailure(error);
        failure = (error as Error).message;
        if (!lastGood) throw error;
      }
      return lastGood;
    },
    status: () => ({ revision: lastGood?.revision ?? null, failure }),
  };
}
