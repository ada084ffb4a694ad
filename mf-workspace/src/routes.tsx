import { accountQueries, connectingMessages } from '@headwater/shared/connecting';
import { queryClient } from '@headwater/shared/query';
import { lazyPage, type RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';
import { tableQueries } from '@headwater/shared/tables';
import { sections } from './settings/sections.ts';

// Loaders start the queries and don't wait for them: the page shows its own skeleton and its own error.
const prefetch = (query: Promise<void>) => (void query, null);

/** The routes of the areas, which the shell mounts at / and at /w/:organizationId. */
export const routes: RouteObject[] = [
  {
    path: 'create-workspace',
    lazy: lazyPage(
      () => import(/* webpackChunkName: "create-workspace" */ './create-workspace/create-workspace.page.tsx'),
      'CreateWorkspacePage',
      messages,
    ),
  },
  {
    path: 'service-accounts',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(queryClient.prefetchQuery(accountQueries.list(organizationId))),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "service-accounts" */ './service-accounts/list/accounts.page.tsx'),
      'ServiceAccountsPage',
      messages,
    ),
  },
  {
    path: 'service-accounts/new',
    loader: ({ params: { organizationId = '' } }) =>
      prefetch(queryClient.prefetchQuery(tableQueries.all(organizationId))),
    lazy: lazyPage(
      () =>
        import(/* webpackChunkName: "new-service-account" */ './service-accounts/new/new-account.page.tsx'),
      'NewServiceAccountPage',
      messages,
    ),
  },
  {
    path: 'service-accounts/:serviceAccountId',
    loader: ({ params: { organizationId = '', serviceAccountId = '' } }) =>
      prefetch(queryClient.prefetchQuery(accountQueries.one(organizationId, serviceAccountId))),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "service-account" */ './service-accounts/details/account.page.tsx'),
      'ServiceAccountPage',
      messages,
      connectingMessages,
    ),
  },
  {
    path: 'settings',
    lazy: lazyPage(
      () => import(/* webpackChunkName: "settings" */ './settings/settings.layout.tsx'),
      'SettingsLayout',
      messages,
    ),
    children: sections.map(({ route }) => route),
  },
];
