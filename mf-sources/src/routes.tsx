import type { RouteObject } from '@headwater/shared/routing';
import { lazyPage } from './lazy-page.ts';
import { askCatalog, askConnectors, askRun, askSource, askSources } from './loaders.ts';

const list = () => import(/* webpackChunkName: "sources" */ './list/sources.page.tsx');
const select = () => import(/* webpackChunkName: "select-source" */ './select/select-source.page.tsx');
const connect = () => import(/* webpackChunkName: "connect" */ './connect/connect.page.tsx');
const details = () => import(/* webpackChunkName: "source" */ './details/source.page.tsx');
const run = () => import(/* webpackChunkName: "run" */ './run/run.page.tsx');
const selectData = () => import(/* webpackChunkName: "select-data" */ './select-data/select-data.page.tsx');

/** What the shell mounts at /w/:organizationId/source-connections. */
export const routes: RouteObject[] = [
  { index: true, ...lazyPage(askSources, list, 'SourcesPage') },
  { path: 'new/select', ...lazyPage(askConnectors, select, 'SelectSourcePage') },
  { path: 'new/connect', ...lazyPage(askConnectors, connect, 'ConnectPage') },
  { path: ':sourceConnectionId', ...lazyPage(askSource, details, 'SourcePage') },
  { path: ':sourceConnectionId/runs/:runId', ...lazyPage(askRun, run, 'RunPage') },
  { path: ':sourceConnectionId/select-data', ...lazyPage(askCatalog, selectData, 'SelectDataPage') },
];
