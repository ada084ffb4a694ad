import { lazyPage, paths, redirect, type RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';
import { fetchList, organizationsQuery, usersQuery } from './superuser.queries.ts';

/** Data is fetched while the page's code is loading; the page waits for it. */
export const routes: RouteObject[] = [
  { index: true, loader: () => redirect(paths.superuserOrganizations()) },
  {
    path: 'organizations',
    loader: ({ request }) => fetchList(organizationsQuery, request.url),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "organizations" */ './organizations/organizations.page.tsx'),
      'OrganizationsPage',
      messages,
    ),
  },
  {
    path: 'users',
    loader: ({ request }) => fetchList(usersQuery, request.url),
    lazy: lazyPage(
      () => import(/* webpackChunkName: "users" */ './users/users.page.tsx'),
      'UsersPage',
      messages,
    ),
  },
];
