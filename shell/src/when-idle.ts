/** Settles when the browser is idle, after five seconds at the latest. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 5_000 })
      : setTimeout(resolve, 1_000),
  );
}
