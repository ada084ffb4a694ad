import { queryClient } from '@headwater/shared/query';
import { notFound, redirect, type RouteObject } from '@headwater/shared/routing';
import { sessionQuery } from '@headwater/shared/session';
import { entryOf, type Entry, type Place, type Visit } from './entry.ts';

type Middleware = NonNullable<RouteObject['middleware']>[number];

/** Cached after the first time. A page requests it before any bundle runs. */
const fetchSession = () => queryClient.ensureQueryData(sessionQuery);

/** Nothing renders and no route requests data before the session is known. */
export const sessionFirst: Middleware = async () => {
  await fetchSession();
};

/**
 * Runs before the loaders of the routes below, so that none of them requests data that the visitor may not
 * have.
 */
export const guard =
  (place: Place): Middleware =>
  async ({ request, params }) => {
    const { pathname, search } = new URL(request.url);
    const entry = entryOf(place, await fetchSession(), {
      pathname,
      search,
      organizationId: params.organizationId,
    });
    if (entry === 'missing') notFound();
    if (entry !== 'open') throw redirect(entry.to);
  };

/**
 * Returns whether the remote of an area is needed at all. If the session can't be loaded, the guard reports
 * that.
 */
export async function mayEnter(area: Place, visit: Visit): Promise<boolean> {
  const entry = await fetchSession().then(
    (session): Entry => entryOf(area, session, visit),
    (): Entry => 'missing',
  );
  return entry === 'open';
}
