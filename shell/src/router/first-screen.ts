import type { startRouter } from './router.ts';

/** Settles when there is something to see, even if it is an error page. */
export function firstScreen(router: ReturnType<typeof startRouter>): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      leave();
      resolve();
    });
  });
}
