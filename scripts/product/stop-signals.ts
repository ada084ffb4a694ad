/** Ctrl-C reaches us from the terminal and again from npm: within this time both are the same one. */
const SAME_PRESS_MS = 1_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** The first signal aborts; one that comes later, because somebody has lost patience, ends the process at once. */
export function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  const receive = () => {
    if (first === 0) {
      first = performance.now();
      controller.abort();
    } else if (performance.now() - first > SAME_PRESS_MS) {
      console.error('Stopped at once.');
      process.exit(130);
    }
  };
  for (const signal of SIGNALS) process.on(signal, receive);
  return controller.signal;
}
