import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Chosen by the user, and by the workspace that is open. */
let own: string | undefined;
let shared: string | undefined;

/**
 * Shows dates and times in this zone from now on; null, or a zone that the browser doesn't know, means the workspace's
 * or else the browser's own.
 */
export function setTimeZone(zone: string | null) {
  own = zone === null ? undefined : known(zone);
  tell();
}

/** Shows dates and times in the zone of the workspace that is open, unless the user has chosen one. */
export function setWorkspaceZone(zone: string | null) {
  shared = zone === null ? undefined : known(zone);
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

/** Returns the zone that applies, undefined for the browser's own; the component renders again when it changes. */
export function useTimeZone(): string | undefined {
  return useSyncExternalStore(subscribe, () => own ?? shared);
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
