import { lazyPage, type LoaderFunctionArgs, type RouteObject } from '@headwater/shared/routing';
import { tableMessages } from '@headwater/shared/tables';
import type { ComponentType } from 'react';
import { askCatalog, askConnectors, askRun, askSource, askSources } from './loaders.ts';
import { messages } from './messages.ts';

const list = () => import(/* webpackChunkName: "sources" */ './list/sources.page.tsx');
const select = () => import(/* webpackChunkName: "select-source" */ './select/select-source.page.tsx');
const connect = () => import(/* webpackChunkName: "connect" */ './connect/connect.page.tsx');
const details = () => import(/* webpackChunkName: "source" */ './details/source.page.tsx');
const run = () => import(/* webpackChunkName: "run" */ './run/run.page.tsx');
const selectData = () => import(/* webpackChunkName: "select-data" */ './select-data/select-data.page.tsx');

/** `ask` has asked the API while the page is loaded. A filter, a tab or a drawer changes an address's query, and nothing that is asked for. */
const page = <Name extends string>(
  ask: (args: LoaderFunctionArgs) => null,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => ({
  loader: ask,
  shouldRevalidate: ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
    currentUrl.pathname !== nextUrl.pathname,
  lazy: lazyPage(load, name, messages, tableMessages),
});

/** What the shell mounts at /w/:organizationId/source-connections. */
export const routes: RouteObject[] = [
  { index: true, ...page(askSources, list, 'SourcesPage') },
  { path: 'new/select', ...page(askConnectors, select, 'SelectSourcePage') },
  { path: 'new/connect', ...page(askConnectors, connect, 'ConnectPage') },
  { path: ':sourceConnectionId', ...page(askSource, details, 'SourcePage') },
  { path: ':sourceConnectionId/runs/:runId', ...page(askRun, run, 'RunPage') },
  { path: ':sourceConnectionId/select-data', ...page(askCatalog, selectData, 'SelectDataPage') },
];
