import { fileMessages } from '@headwater/shared/files';
import { lazyPage, type LoaderFunctionArgs, type RouteObject } from '@headwater/shared/routing';
import { tableMessages } from '@headwater/shared/tables';
import type { ComponentType } from 'react';
import { loadCatalog, loadConnectors, loadRun, loadSchedule, loadSource, loadSources } from './loaders.ts';
import { messages } from './messages.ts';

const list = () => import(/* webpackChunkName: "sources" */ './list/sources.page.tsx');
const select = () => import(/* webpackChunkName: "select-source" */ './select/select-source.page.tsx');
const connect = () => import(/* webpackChunkName: "connect" */ './connect/connect.page.tsx');
const details = () => import(/* webpackChunkName: "source" */ './details/source.page.tsx');
const run = () => import(/* webpackChunkName: "run" */ './run/run.page.tsx');
const selectData = () => import(/* webpackChunkName: "select-data" */ './select-data/select-data.page.tsx');
const scheduleSync = () =>
  import(/* webpackChunkName: "schedule-sync" */ './schedule-sync/schedule-sync.page.tsx');

/**
 * A page whose `loader` requests its data while the page's code is loaded. Filters, tabs, and panels only change the
 * URL's query, so they don't run it again.
 */
const page = <Name extends string>(
  loader: (args: LoaderFunctionArgs) => null,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => ({
  loader,
  shouldRevalidate: ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
    currentUrl.pathname !== nextUrl.pathname,
  lazy: lazyPage(load, name, messages, tableMessages, fileMessages),
});

/** What the shell mounts at /w/:organizationId/source-connections. */
export const routes: RouteObject[] = [
  { index: true, ...page(loadSources, list, 'SourcesPage') },
  { path: 'new/select', ...page(loadConnectors, select, 'SelectSourcePage') },
  { path: 'new/connect', ...page(loadConnectors, connect, 'ConnectPage') },
  { path: ':sourceConnectionId', ...page(loadSource, details, 'SourcePage') },
  { path: ':sourceConnectionId/runs/:runId', ...page(loadRun, run, 'RunPage') },
  { path: ':sourceConnectionId/select-data', ...page(loadCatalog, selectData, 'SelectDataPage') },
  {
    path: ':sourceConnectionId/schedule-sync',
    ...page(loadSchedule, scheduleSync, 'ScheduleSyncPage'),
  },
];
