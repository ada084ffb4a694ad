import { useCallback, useState } from 'react';
import { ApiError } from '@headwater/shared/api';

/** Until when the server wants no further attempt, and whether it is to blame itself. */
export interface AttemptLimit {
  until: number;
  reason: 'limited' | 'busy';
}

/** What a form does about a 429: it waits as long as the server says. */
export function useAttemptLimit() {
  const [limit, setLimit] = useState<AttemptLimit | null>(null);
  const lift = useCallback(() => setLimit(null), []);
  return {
    limit,
    lift,
    /** Whether `error` was such an answer; if so, the limit holds from now on. */
    heeds(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null) return false;
      const reason = error.code === 'password_queue_full' ? 'busy' : 'limited';
      setLimit({ until: Date.now() + error.retryAfter * 1_000, reason });
      return true;
    },
  };
}
