import { useCallback, useState } from 'react';
import { ApiError } from '@headwater/shared/api';

/** Until when the server refuses further attempts, and whether because the server is busy. */
export interface AttemptLimit {
  until: number;
  reason: 'limited' | 'busy';
}

/** Handles a 429 in a form, which then waits as long as the server requires. */
export function useAttemptLimit() {
  const [limit, setLimit] = useState<AttemptLimit | null>(null);
  const lift = useCallback(() => setLimit(null), []);
  return {
    limit,
    lift,
    /** Returns whether `error` is a 429 with a time to wait; if so, the limit applies from now on. */
    handles(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfter === null) return false;
      const reason = error.code === 'password_queue_full' ? 'busy' : 'limited';
      setLimit({ until: Date.now() + error.retryAfter * 1_000, reason });
      return true;
    },
  };
}
