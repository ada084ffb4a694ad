import type { LoaderFunctionArgs } from '@headwater/shared/routing';
import type { ComponentType } from 'react';
import { messages } from './messages.ts';

/**
 * A route's page: the export `name` of its module, loaded with the texts, while `ask` has already asked the API.
 * A filter, a tab or a drawer changes an address's query, and nothing that is asked for.
 */
export const lazyPage = <Name extends string>(
  ask: (args: LoaderFunctionArgs) => null,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => ({
  loader: ask,
  shouldRevalidate: ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
    currentUrl.pathname !== nextUrl.pathname,
  lazy: async () => {
    const [module] = await Promise.all([load(), messages.load()]);
    return { Component: module[name] };
  },
});
