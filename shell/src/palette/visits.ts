import { onVisit, type Visit } from '@headwater/shared/routing';

/** A visit and when it was. */
export interface PastVisit extends Visit {
  at: string;
}

const KEY = 'hw-visits';
const KEPT = 30;

interface Kept {
  /** Whose visits they are. Another person in this browser doesn't see them. */
  email: string;
  visits: readonly PastVisit[];
}

/** Remembers the things that someone looks at in this browser. Returns a function that stops it. */
export function followVisits(email: string): () => void {
  return onVisit((visit) => {
    const others = visitsOf(email).filter(({ path }) => path !== visit.path);
    const visits = [{ ...visit, at: new Date().toISOString() }, ...others].slice(0, KEPT);
    try {
      localStorage.setItem(KEY, JSON.stringify({ email, visits } satisfies Kept));
    } catch {
      // Some private windows have no storage; then nothing is recent.
    }
  });
}

/** Returns what someone has looked at, the latest first. */
export function visitsOf(email: string): readonly PastVisit[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.email === email ? kept.visits : [];
  } catch {
    return [];
  }
}

export function forgetVisits() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was kept.
  }
}
