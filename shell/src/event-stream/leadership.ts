/**
 * Runs `work` while this tab holds the lock `name`, which only one tab of the browser can hold, and releases
 * it when `signal` aborts. Without Web Locks (on an insecure origin), each tab leads itself.
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
      if (!signal.aborted) throw error; // aborted while waiting, as intended
    });
}
