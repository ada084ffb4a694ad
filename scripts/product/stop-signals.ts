/**
 * Ctrl-C reaches this process both from the terminal and from npm. Within this time, both are the same key
 * press.
 */
const SAME_PRESS_MS = 1_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Aborts at the first signal. A later one, from an impatient user, ends the process immediately. */
export function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const receive = () => {
    if (first === 0) {
      first = performance.now();
      controller.abort();
    } else if (performance.now() - first > SAME_PRESS_MS) {
      console.error('Stopped immediately.');
      process.exit(130);
    }
  };
  for (const signal of SIGNALS) process.on(signal, receive);
  return controller.signal;
}
