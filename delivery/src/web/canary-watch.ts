import type { Composition } from '../page/composition.ts';
import type { LiveRevision, RunningCanary } from '../page/live-revision.ts';
import { createRecentKeys } from './recent-keys.ts';

/** Counts how pages fare with a canary and without, and ends what fails more often. */
export interface CanaryWatch {
  /** A page that was chosen as for everybody, not overridden. */
  countPage(revision: LiveRevision, composition: Composition): void;
  /**
   * `reference` failed in a page of a visitor (or, of one without an id, in one page); counted once in ten minutes. Resolves
   * when the canary is halted, if this was one failure too many.
   */
  countFailure(revision: LiveRevision, reference: string, key: string): Promise<void>;
}

/** What is known of a canary with fewer pages or failures is chance. */
const FEWEST_PAGES = 30;
const FEWEST_FAILURES = 3;
const TIMES_STABLE = 2;
const MARGIN = 0.01;

interface Tally {
  pages: number;
  failing: number;
}
interface Watched {
  canary: Tally;
  stable: Tally;
  halting: boolean;
}

export type Halt = (name: string, canary: RunningCanary, why: string) => Promise<void>;

export function createCanaryWatch(halt: Halt, now: () => number = Date.now): CanaryWatch {
  const watched = new Map<string, Watched>();
  const recent = createRecentKeys(now);

  /** What is not drawn for counts anew when it is again: somebody has looked at a halted canary and gone on. */
  const forgetOthers = (revision: LiveRevision) => {
    const live = new Set([...revision.canaries].map(([of, running]) => keyOf(revision, of, running)));
    for (const key of watched.keys()) if (!live.has(key)) watched.delete(key);
  };
  /** Anew for each canary, and where what it is compared with has changed. */
  const watchedOf = (revision: LiveRevision, name: string, canary: RunningCanary): Watched => {
    const found = watched.get(keyOf(revision, name, canary));
    if (found) return found;
    const fresh = { canary: { pages: 0, failing: 0 }, stable: { pages: 0, failing: 0 }, halting: false };
    watched.set(keyOf(revision, name, canary), fresh);
    return fresh;
  };

  const judge = async (name: string, canary: RunningCanary, of: Watched) => {
    if (of.halting || !failsTooOften(of)) return;
    of.halting = true;
    try {
      await halt(name, canary, inWords(of));
    } finally {
      // Where it could not be halted, the next failure tries again.
      of.halting = false;
    }
  };

  return {
    countPage(revision, { shell, remotes }) {
      forgetOthers(revision);
      const references = new Set([shell, ...remotes].map(({ reference }) => reference));
      for (const [name, canary] of revision.canaries) {
        const of = watchedOf(revision, name, canary);
        if (references.has(canary.build.reference)) of.canary.pages += 1;
        else of.stable.pages += 1;
      }
    },
    async countFailure(revision, reference, key) {
      for (const [name, canary] of revision.canaries) {
        const isCanary = canary.build.reference === reference;
        if (!isCanary && revision.current.get(name)?.reference !== reference) continue;
        const of = watchedOf(revision, name, canary);
        if (recent.isNew(`${reference} ${key}`)) of[isCanary ? 'canary' : 'stable'].failing += 1;
        await judge(name, canary, of);
      }
    },
  };
}

const keyOf = ({ current }: LiveRevision, name: string, { id }: RunningCanary) =>
  `${id} ${current.get(name)?.reference}`;

const ratio = ({ pages, failing }: Tally) => (pages === 0 ? 0 : failing / pages);

function failsTooOften({ canary, stable }: Watched): boolean {
  if (canary.pages < FEWEST_PAGES || canary.failing < FEWEST_FAILURES) return false;
  return ratio(canary) > TIMES_STABLE * ratio(stable) + MARGIN;
}

const inWords = ({ canary, stable }: Watched) =>
  `${canary.failing} of ${canary.pages} pages with it failed, ${stable.failing} of ${stable.pages} with the current version`;
