import { matchPath, notFound, paths, type RouteObject } from '@headwater/shared/routing';
import { areaOf, type Area } from '../remotes/areas.ts';
import type { LoadRemote } from '../remotes/load-remote.ts';
import { mayEnter } from './guards.ts';
import { mount } from './mount.ts';

interface Discovery {
  path: string;
  signal: AbortSignal;
  patch(routeId: string | null, routes: RouteObject[]): void;
}

/**
 * Mounts each remote's routes when a navigation first leads into its area. Discovering never rejects: a
 * failure is thrown by the area's placeholder, within the area's layout, and the next navigation there tries
 * again.
 *
 * `onFailure` receives what could not be loaded and may take over by returning a promise that never settles.
 */
export function discoverAreas(loadRemote: LoadRemote, onFailure: (error: unknown) => Promise<never>) {
  const mounted = new Set<string>();
  const failures = new Map<string, unknown>();

  return {
    /** Called by React Router on each navigation to find more routes for a path. */
    async discover({ path, signal, patch }: Discovery): Promise<void> {
      const area = areaOf(path);
      if (!area || mounted.has(area.id)) return;
      const loading = loadRemote(area.remote); // in parallel with the session, not after it
      loading.catch(() => {}); // handled below, if the visitor may enter
      if (!(await mayEnter(area, { pathname: path, search: '', organizationId: organizationOf(path) })))
        return;
      try {
        const routes = await loading.catch((error) => {
          // if the visitor has gone elsewhere, the routes are no longer needed
          if (signal.aborted) throw error;
          return onFailure(error);
        });
        if (signal.aborted) return;
        patch(area.id, mount(area, routes, onFailure));
        mounted.add(area.id);
        failures.delete(area.id);
      } catch (error) {
        failures.set(area.id, error);
      }
    },

    /**
     * Returns the routes at an area's paths until the remote's routes are mounted, and at paths that the
     * remote doesn't have.
     */
    placeholders({ id, paths: addresses }: Area): RouteObject[] {
      const loader = () => {
        if (failures.has(id)) throw failures.get(id);
        return notFound();
      };
      return addresses.map((address) => ({ path: `${address}/*`, loader, element: null }));
    },
  };
}

export const organizationOf = (pathname: string) =>
  matchPath({ path: paths.workspace.pattern, end: false }, pathname)?.params.organizationId;
