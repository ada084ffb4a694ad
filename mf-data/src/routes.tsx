import { accountQueries, connectingMessages } from '@headwater/shared/connecting';
import { fileMessages } from '@headwater/shared/files';
import { queryClient } from '@headwater/shared/query';
import { lazyPage, type RouteObject } from '@headwater/shared/routing';
import { tableMessages, tableQueries } from '@headwater/shared/tables';
import { searchIn } from './list/index-address.ts';
import { messages } from './messages.ts';
import { rowQueries } from '@headwater/shared/figures';
import { pageOf } from './table/rows/paging.ts';
import { importQueries } from './tools/file-import/import.queries.ts';
import { setupsQuery } from './tools/frame/tool.queries.ts';
import { sqlQueries } from './tools/sql-editor/sql.queries.ts';

// Loaders start the queries and don't wait for them: the page shows its own skeleton and its own error.
const prefetch = (...queries: Promise<void>[]) => (void Promise.all(queries), null);

/** The routes of the areas, which the shell mounts at / and at /w/:organizationId. */
export const routes: RouteObject[] = [
  {
    path: 'data',
    loader: ({ params: { organizationId = '' }, request }) =>
      prefetch(
        queryClient.prefetchQuery(
          tableQueries.index(organizationId, searchIn(new URL(request.url).searchParams)),
        ),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "data" */ './list/data.page.tsx'),
      'DataPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data/:sourceConnectionId/:tableName',
    loader: ({ params: { organizationId = '', sourceConnectionId = '', tableName = '' }, request }) => {
      const table = { organizationId, sourceConnectionId, tableName };
      const query = new URL(request.url).searchParams;
      // Other tabs have parameters of their own, and show no rows.
      const rows = query.has('tab') ? [] : [queryClient.prefetchQuery(rowQueries.page(table, pageOf(query)))];
      return prefetch(queryClient.prefetchQuery(tableQueries.one(table)), ...rows);
    },
    lazy: lazyPage(
      () => import(/* webpackChunkName: "table" */ './table/table.page.tsx'),
      'TablePage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools',
    lazy: lazyPage(
      () => import(/* webpackChunkName: "data-tools" */ './tools/gallery/data-tools.page.tsx'),
      'DataToolsPage',
      messages,
    ),
  },
  {
    path: 'data-tools/file-import',
    loader: ({ params: { organizationId = '' }, request }) => {
      const open = new URL(request.url).searchParams.get('source');
      return prefetch(
        open === null
          ? queryClient.prefetchQuery(importQueries.list(organizationId))
          : queryClient.prefetchQuery(importQueries.one(organizationId, open)),
        queryClient.prefetchQuery(importQueries.connectors()),
      );
    },
    lazy: lazyPage(
      () => import(/* webpackChunkName: "file-import" */ './tools/file-import/file-import.page.tsx'),
      'FileImportPage',
      messages,
      fileMessages,
    ),
  },
  {
    path: 'data-tools/pii-scanner',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(setupsQuery({ organizationId, slug: 'pii-scanner' })),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "pii-scanner" */ './tools/pii-scanner/pii-scanner.page.tsx'),
      'PiiScannerPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools/profiler',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(setupsQuery({ organizationId, slug: 'profiler' })),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "profiler" */ './tools/profiler/profiler.page.tsx'),
      'ProfilerPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools/compare',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(setupsQuery({ organizationId, slug: 'compare' })),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "compare" */ './tools/compare/compare.page.tsx'),
      'ComparePage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools/join-builder',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(setupsQuery({ organizationId, slug: 'join-builder' })),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "join-builder" */ './tools/join-builder/join-builder.page.tsx'),
      'JoinBuilderPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools/json-flattener',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(setupsQuery({ organizationId, slug: 'json-flattener' })),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "json-flattener" */ './tools/json-flattener/json-flattener.page.tsx'),
      'JsonFlattenerPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools/connect',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(accountQueries.list(organizationId)),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "connect" */ './tools/connect/connect.page.tsx'),
      'ConnectPage',
      messages,
      connectingMessages,
    ),
  },
  {
    path: 'data-tools/duplicate-finder',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(setupsQuery({ organizationId, slug: 'duplicate-finder' })),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () =>
        import(
          /* webpackChunkName: "duplicate-finder" */ './tools/duplicate-finder/duplicate-finder.page.tsx'
        ),
      'DuplicateFinderPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'data-tools/sql-editor',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(queryClient.prefetchQuery(sqlQueries.catalog(organizationId))),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "sql-editor" */ './tools/sql-editor/sql-editor.page.tsx'),
      'SqlEditorPage',
      messages,
    ),
  },
];
