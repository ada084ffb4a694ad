/**
 * Runs `work` while this tab holds the lock `name`, which one tab of the browser does at a time; lets go of it when
 * `signal` aborts. Without Web Locks (an address that isn't secure) each tab leads itself.
 */
export function leadUntil(signal: AbortSignal, name: string, work: () => void) {
  if (signal.aborted) return;
  if (!navigator.locks) return work();
  const holdUntilAborted = () => {
    work();
    return new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  };
  navigator.locks
    .request(name, { signal }, () => (signal.aborted ? undefined : holdUntilAborted()))
    .catch((error) => {
      if (!signal.aborted) throw error; // aborted while it was waiting: as it should
    });
}
