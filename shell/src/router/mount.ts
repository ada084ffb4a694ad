import { notFound, type RouteObject } from '@headwater/shared/routing';
import { areaOf, type Area } from '../remotes/areas.ts';
import { retryableLazy, type Loading } from '../remotes/retryable-lazy.tsx';

type OnFailure = Loading['onFailure'];

const missing: RouteObject = { index: true, loader: () => notFound(), element: null };

/** Returns a remote's routes as children of an area's route, at the paths that belong to the area. */
export function mount(area: Area, routes: RouteObject[], onFailure: OnFailure): RouteObject[] {
  const { mount: path, paths } = area;
  const own = routes.filter((route) => areaOf(`${path}/${route.path ?? ''}`.replace('//', '/')) === area);
  const children = own.map((route) => withRetries(route, { remote: area.remote, onFailure }));
  if (path === '/') return children;
  // without an index route, the bare path would match this route and show nothing, if it belongs to the area
  const isBare = paths.includes(path) && !own.some(({ index }) => index);
  return [{ path, children: isBare ? [missing, ...children] : children }];
}

function withRetries(route: RouteObject, loading: Loading): RouteObject {
  const retryable = retryableLazy(route, loading);
  if (!retryable.children) return retryable;
  return { ...retryable, children: retryable.children.map((child) => withRetries(child, loading)) };
}
