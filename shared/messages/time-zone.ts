import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let current: string | undefined;

/**
 * Shows dates and times in this zone from now on; null, or a zone that the browser doesn't know, means the browser's
 * own.
 */
export function setTimeZone(zone: string | null) {
  current = zone === null ? undefined : known(zone);
  for (const listener of listeners) listener();
}

/** Returns the chosen zone, undefined for the browser's own; the component renders again when it changes. */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server's list of zones may be newer than the browser's, which throws for a name that it doesn't know. */
function known(zone: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
