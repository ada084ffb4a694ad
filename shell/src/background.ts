import type { createBrowserRouter } from '@headwater/shared/routing';
import { followRegistry } from './open-tab/follow-registry.ts';
import type { LoadRemote } from './remotes/load-remote.ts';
import { preloadInIdleTime } from './preload/in-idle-time.ts';
import { preloadOnIntent } from './preload/on-intent.ts';

/**
 * Starts what a tab does besides showing pages. It is in a separate chunk, which nothing on screen waits for.
 */
export function startBackground(router: ReturnType<typeof createBrowserRouter>, loadRemote: LoadRemote) {
  followRegistry(router);
  preloadOnIntent(loadRemote);
  void preloadInIdleTime(loadRemote);
}
