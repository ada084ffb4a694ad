import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from '@headwater/shared/routing';

type Loaded = { Component?: ComponentType | null; loader?: RouteObject['loader'] };
type OnFailure = (error: unknown) => Promise<never>;

/**
 * A route with `lazy` as one that can be tried again: React Router keeps the first rejection of a route's `lazy`
 * for ever, while a loader that failed runs anew on the next visit or revalidation.
 */
export function retryableLazy<R extends RouteObject>(route: R, onFailure: OnFailure): R {
  const { lazy, loader: ownLoader, ...rest } = route;
  if (typeof lazy !== 'function') return route;
  let loaded: Loaded | undefined;
  const load = async () => (loaded ??= (await (lazy as () => Promise<Loaded>)().catch(onFailure)) as Loaded);
  const loader = async (args: LoaderFunctionArgs) => {
    // a loader that the route has at once runs beside the load of its page
    const [{ loader: lazyLoader }, data] = await Promise.all([load(), call(ownLoader, args)]);
    return data ?? call(lazyLoader, args);
  };
  const Component = () => {
    const Page = loaded?.Component;
    return Page ? <Page /> : null;
  };
  return { ...rest, loader, Component } as unknown as R;
}

const call = async (loader: RouteObject['loader'], args: LoaderFunctionArgs): Promise<unknown> =>
  typeof loader === 'function' ? loader(args) : null;
