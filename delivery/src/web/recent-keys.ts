const TEN_MINUTES = 600_000;
const MOST_KEPT = 10_000;

/** What was seen in the last ten minutes. */
export interface RecentKeys {
  /** Whether a key is seen for the first time in ten minutes, or since a flood of others. */
  isNew(key: string): boolean;
}

export function createRecentKeys(now: () => number): RecentKeys {
  /** When each was seen first. */
  const seen = new Map<string, number>();
  const isPast = (when: number | undefined) => when === undefined || now() - when >= TEN_MINUTES;
  const makeRoom = () => {
    for (const [key, when] of seen) if (isPast(when)) seen.delete(key);
    // Keys come from outside: rather count somebody twice than fill the memory.
    if (seen.size >= MOST_KEPT) seen.clear();
  };
  return {
    isNew(key) {
      if (!isPast(seen.get(key))) return false;
      if (seen.size >= MOST_KEPT) makeRoom();
      seen.set(key, now());
      return true;
    },
  };
}
