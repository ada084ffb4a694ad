import { hasUnsavedChanges, type createBrowserRouter, type RouteObject } from '@headwater/shared/routing';
import { areaOf } from '../remotes/areas.ts';
import { browser } from '../remotes/reload-once.ts';

type Middleware = NonNullable<RouteObject['middleware']>[number];
type Router = ReturnType<typeof createBrowserRouter>;

let departing = false;

/** Of the root: a navigation that a new document takes over shows nothing here any more. */
export const blockWhileLeaving: Middleware = () => (departing ? new Promise<never>(() => {}) : undefined);

/**
 * Makes each navigation into an area that `hasFix` a navigation to a new document, at the same destination, where the
 * next version of it is. Within the area nothing changes, nor where a new document would lose what somebody entered.
 */
export function departForFixes(router: Router, hasFix: (remote: string) => boolean) {
  let decided: string | undefined;
  router.subscribe(({ location, navigation }) => {
    const to = navigation.location;
    // the router tells more than once of the same navigation, and one that replaces it is decided again
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
