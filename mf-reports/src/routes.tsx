import { reportQueries } from '@headwater/shared/figures';
import { queryClient } from '@headwater/shared/query';
import { lazyPage, type RouteObject } from '@headwater/shared/routing';
import { tableMessages, tableQueries } from '@headwater/shared/tables';
import { messages } from './messages.ts';

// Loaders start the queries and don't wait for them: the page shows its own skeleton and its own error.
const prefetch = (...queries: Promise<void>[]) => (void Promise.all(queries), null);

/** The routes of the areas, which the shell mounts at / and at /w/:organizationId. */
export const routes: RouteObject[] = [
  {
    path: 'shared/:token',
    lazy: lazyPage(
      () =>
        import(
          /* webpackChunkName: "shared-report" */ '../../mf-reports/src/shared-report/shared-report.page.tsx'
        ),
      'SharedReportPage',
      messages,
    ),
  },
  {
    path: 'unsubscribe/:token',
    lazy: lazyPage(
      () =>
        import(/* webpackChunkName: "unsubscribe" */ '../../mf-reports/src/unsubscribe/unsubscribe.page.tsx'),
      'UnsubscribePage',
      messages,
    ),
  },
  {
    path: 'reports',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(queryClient.prefetchQuery(reportQueries.list(organizationId))),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "reports" */ '../../mf-reports/src/reports/list/reports.page.tsx'),
      'ReportsPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'reports/:reportId',
    loader: ({ params: { organizationId = '', reportId = '' } }) =>
      prefetch(
        queryClient.prefetchQuery(reportQueries.one(organizationId, reportId)),
        queryClient.prefetchQuery(tableQueries.all(organizationId)),
      ),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "report" */ '../../mf-reports/src/reports/report/report.page.tsx'),
      'ReportPage',
      messages,
      tableMessages,
    ),
  },
  {
    path: 'report-templates',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(queryClient.prefetchQuery(tableQueries.all(organizationId))),
    lazy: lazyPage(
      () =>
        import(
          /* webpackChunkName: "report-templates" */ '../../mf-reports/src/report-templates/gallery/report-templates.page.tsx'
        ),
      'ReportTemplatesPage',
      messages,
    ),
  },
  {
    path: 'report-templates/:templateSlug',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(queryClient.prefetchQuery(tableQueries.all(organizationId))),
    lazy: lazyPage(
      () =>
        import(
          /* webpackChunkName: "report-template" */ '../../mf-reports/src/report-templates/mapping/report-template.page.tsx'
        ),
      'ReportTemplatePage',
      messages,
      tableMessages,
    ),
  },
];
