import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from '@headwater/shared/routing';
import { tryTwice } from './try-twice.ts';

type Loaded = { Component?: ComponentType | null; loader?: RouteObject['loader'] };

export interface Loading {
  /** Whose route it is: a remote's name, or `shell`. */
  remote: string;
  /** Receives what could not be loaded. May take over by returning a promise that never settles. */
  onFailure(error: unknown): Promise<never>;
}

/**
 * Turns a route with `lazy` into one that can be retried: React Router keeps the first rejection of a route's
 * `lazy` permanently, while a loader that failed runs again on the next visit or revalidation.
 */
export function retryableLazy<R extends RouteObject>(route: R, { remote, onFailure }: Loading): R {
  const { lazy, loader: ownLoader, ...rest } = route;
  if (typeof lazy !== 'function') return route;
  let loaded: Loaded | undefined;
  const load = async ({ signal }: Request): Promise<Loaded> => {
    if (loaded) return loaded;
    loaded = await tryTwice(remote, lazy as () => Promise<Loaded>).catch((error) => {
      // if the visitor has gone elsewhere, the page is no longer needed
      if (signal.aborted) throw error;
      return onFailure(error);
    });
    return loaded;
  };
  const loader = async (args: LoaderFunctionArgs) => {
    // a loader that the route defines itself runs in parallel with loading its page
    const [{ loader: lazyLoader }, data] = await Promise.all([load(args.request), call(ownLoader, args)]);
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
