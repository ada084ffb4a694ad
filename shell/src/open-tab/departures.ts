import { hasUnsavedChanges, type createBrowserRouter, type RouteObject } from '@headwater/shared/routing';
import { areaOf } from '../remotes/areas.ts';
import { browser } from '../remotes/reload-once.ts';

type Middleware = NonNullable<RouteObject['middleware']>[number];
type Router = ReturnType<typeof createBrowserRouter>;

let departing = false;

/** Middleware of the root route: once a new document takes over a navigation, nothing more is shown here. */
export const blockWhileLeaving: Middleware = () => (departing ? new Promise<never>(() => {}) : undefined);

/**
 * Turns each navigation into an area that `hasFix` into a new document at the same destination, which has the
 * next version of the area. Nothing changes within the area, or if a new document would lose unsaved changes.
 */
export function departForFixes(router: Router, hasFix: (remote: string) => boolean) {
  let decided: string | undefined;
  router.subscribe(({ location, navigation }) => {
    const to = navigation.location;
    // the router notifies of the same navigation more than once, and one that replaces it is decided again
    if (to?.key === decided) return;
    decided = to?.key;
    departing = to !== undefined && leadsToFix(location.pathname, to.pathname, hasFix);
    if (departing) browser.open(router.createHref(to!));
  });
}

function leadsToFix(from: string, to: string, hasFix: (remote: string) => boolean) {
  const remote = areaOf(to)?.remote;
  if (!remote || !hasFix(remote) || areaOf(from)?.remote === remote) return false;
  return browser.isOnline() && !hasUnsavedChanges();
}
