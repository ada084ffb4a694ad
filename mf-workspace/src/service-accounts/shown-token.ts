import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { ShownToken } from './account.queries.ts';

let handed: ShownToken | null = null;
const listeners = new Set<() => void>();

/**
 * Shows a new token on the page of its account, until that is left or the token is forgotten. It's only in memory: neither
 * the history nor a storage has it.
 */
export function handToken(token: ShownToken): void {
  handed = token;
  listeners.forEach((listener) => listener());
}

/** Takes the token that is shown away. Nobody can see it again. */
export function forgetToken(): void {
  handed = null;
  listeners.forEach((listener) => listener());
}

/**
 * Returns the new token of an account whose page has this path. Rendering takes nothing away, because React may render a
 * page that it never shows, and then once more.
 */
export function useShownToken(serviceAccountId: string, path: string): ShownToken | null {
  useEffect(
    () => () => {
      // Its page may also be built anew where it is.
      if (window.location.pathname !== path) forgetToken();
    },
    [path],
  );
  const read = useCallback(
    () => (handed?.serviceAccountId === serviceAccountId ? handed : null),
    [serviceAccountId],
  );
  return useSyncExternalStore(subscribe, read);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
