import type { Composition } from '../page/composition.ts';
import type { LiveRevision, RunningCanary } from '../page/live-revision.ts';
import { ratioOf, Tally } from './tally.ts';

/** Counts failing pages with and without a canary, and halts a canary that fails more often. */
export interface CanaryWatch {
  /** Counts a page without an override and the IP address that it was sent to. */
  countPage(revision: LiveRevision, composition: Composition, address: string): void;
  /**
   * Counts a failure of `reference` that a page reported, once per page. If this was one failure too many,
   * resolves when the canary has been halted.
   */
  countFailure(revision: LiveRevision, reference: string, report: FailedPage): Promise<void>;
}

export interface FailedPage {
  /** Its signed ID. */
  page: string;
  address: string;
}

/** With fewer pages or failures, the result may be chance. */
const FEWEST_PAGES = 30;
const FEWEST_FAILURES = 3;
/**
 * With this many pages from other networks, failures that one network alone reports are attributed to that
 * network.
 */
const FEWEST_ELSEWHERE = 10;
const TIMES_STABLE = 2;
const MARGIN = 0.01;

interface Watched {
  canary: Tally;
  stable: Tally;
  halting: boolean;
}

export type Halt = (name: string, canary: RunningCanary, why: string) => Promise<void>;

export function createCanaryWatch(halt: Halt): CanaryWatch {
  const watched = new Map<string, Watched>();

  /**
   * Forgets canaries that are not drawn. Once drawn again, they start from zero: someone has looked at the
   * halted canary and resumed it.
   */
  const forgetOthers = (revision: LiveRevision) => {
    const live = new Set([...revision.canaries].map(([of, running]) => keyOf(revision, of, running)));
    for (const key of watched.keys()) if (!live.has(key)) watched.delete(key);
  };
  /** Starts from zero for each canary, and when the version it is compared with has changed. */
  const watchedOf = (revision: LiveRevision, name: string, canary: RunningCanary): Watched => {
    const found = watched.get(keyOf(revision, name, canary));
    if (found) return found;
    const fresh = { canary: new Tally(), stable: new Tally(), halting: false };
    watched.set(keyOf(revision, name, canary), fresh);
    return fresh;
  };

  const evaluate = async (name: string, canary: RunningCanary, of: Watched) => {
    if (of.halting || !failsTooOften(of)) return;
    of.halting = true;
    try {
      await halt(name, canary, describe(of));
    } finally {
      // If halting failed, the next failure tries again.
      of.halting = false;
    }
  };

  return {
    countPage(revision, { shell, remotes }, address) {
      forgetOthers(revision);
      const references = new Set([shell, ...remotes].map(({ reference }) => reference));
      for (const [name, canary] of revision.canaries) {
        const of = watchedOf(revision, name, canary);
        of[references.has(canary.build.reference) ? 'canary' : 'stable'].addPage(address);
      }
    },
    async countFailure(revision, reference, { page, address }) {
      for (const [name, canary] of revision.canaries) {
        const isCanary = canary.build.reference === reference;
        if (!isCanary && revision.current.get(name)?.reference !== reference) continue;
        const of = watchedOf(revision, name, canary);
        of[isCanary ? 'canary' : 'stable'].addFailure(page, address);
        await evaluate(name, canary, of);
      }
    },
  };
}

const keyOf = ({ current }: LiveRevision, name: string, { id }: RunningCanary) =>
  `${id} ${current.get(name)?.reference}`;

function failsTooOften({ canary, stable }: Watched): boolean {
  if (canary.all.pages < FEWEST_PAGES || canary.all.failing < FEWEST_FAILURES) return false;
  const { others } = canary;
  if (others.pages >= FEWEST_ELSEWHERE && others.failing === 0) return false;
  const current = stable.others.pages >= FEWEST_PAGES ? stable.others : stable.all;
  return ratioOf(canary.all) > TIMES_STABLE * ratioOf(current) + MARGIN;
}

const describe = ({ canary: { all: canary }, stable: { all: stable } }: Watched) =>
  `${canary.failing} of ${canary.pages} pages with it failed, ${stable.failing} of ${stable.pages} with the current version`;
