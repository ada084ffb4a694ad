import type { Permission } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { lazyPage, paths, type RouteObject } from '@headwater/shared/routing';
import { mayFetch, prefetchSignInOptions } from '@headwater/shared/session';
import { messages } from '../messages.ts';
import type en from '../messages/en.json';
import { memberQueries } from './members/member.queries.ts';
import { auditFacetsQuery } from './audit-log/audit-log.queries.ts';
import { auditMessages } from './audit-log/messages.ts';
import { noticeMessages } from './notifications/messages.ts';
import { channelsQuery } from './notifications/notification.queries.ts';
import { shareMessages } from './share-links/messages.ts';
import { shareLinksQuery } from './share-links/share-links.queries.ts';
import { usageMessages } from './usage/messages.ts';
import { usageQuery } from './usage/usage.queries.ts';
import { workspaceQuery } from './workspace.queries.ts';

/** A page of the settings. Its route is relative to `settings` and declared in package.json like any other. */
export interface SettingsSection {
  label: keyof typeof en;
  /** Members whose role lacks it don't see the section. */
  permission: Permission;
  to(organizationId: string): string;
  route: RouteObject;
}

/** All settings, in the order in which they are listed. A new section is an entry here, in `paths`, and in package.json. */
export const sections: readonly SettingsSection[] = [
  {
    label: 'settings.general',
    permission: 'workspace:read',
    to: paths.settings,
    route: {
      index: true,
      loader: ({ params: { organizationId = '' } }) => {
        void queryClient.prefetchQuery(workspaceQuery(organizationId));
        void queryClient.prefetchQuery(memberQueries.list(organizationId));
        return null;
      },
      lazy: lazyPage(
        () => import(/* webpackChunkName: "general-settings" */ './general/general.page.tsx'),
        'GeneralSettingsPage',
        messages,
      ),
    },
  },
  {
    label: 'members.title',
    permission: 'members:read',
    to: (organizationId) => paths.memberSettings(organizationId),
    route: {
      path: 'members',
      loader: ({ params: { organizationId = '' } }) => {
        void queryClient.prefetchQuery(memberQueries.list(organizationId));
        void queryClient.prefetchQuery(memberQueries.invitations(organizationId));
        return prefetchSignInOptions();
      },
      // Filters are in the URL, and what they filter is here already.
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      lazy: lazyPage(
        () => import(/* webpackChunkName: "member-settings" */ './members/members.page.tsx'),
        'MembersPage',
        messages,
      ),
    },
  },
  {
    label: 'settings.notifications',
    permission: 'notifications:edit',
    to: paths.notificationSettings,
    route: {
      path: 'notifications',
      loader: ({ params: { organizationId = '' } }) => {
        if (mayFetch(organizationId, 'notifications:edit'))
          void queryClient.prefetchQuery(channelsQuery(organizationId));
        return null;
      },
      lazy: lazyPage(
        () =>
          import(/* webpackChunkName: "notification-settings" */ './notifications/notifications.page.tsx'),
        'NotificationsPage',
        noticeMessages,
      ),
    },
  },
  {
    label: 'settings.audit_log',
    permission: 'audit:read',
    to: paths.auditLog,
    route: {
      path: 'audit-log',
      loader: ({ params: { organizationId = '' } }) => {
        if (mayFetch(organizationId, 'audit:read'))
          void queryClient.prefetchQuery(auditFacetsQuery(organizationId));
        return null;
      },
      lazy: lazyPage(
        () => import(/* webpackChunkName: "audit-log" */ './audit-log/audit-log.page.tsx'),
        'AuditLogPage',
        auditMessages,
      ),
    },
  },
  {
    label: 'settings.share_links',
    permission: 'share_links:read',
    to: (organizationId) => paths.shareLinks(organizationId),
    route: {
      path: 'share-links',
      loader: ({ params: { organizationId = '' }, request }) => {
        const search = new URL(request.url).searchParams.get('search') ?? '';
        if (mayFetch(organizationId, 'share_links:read'))
          void queryClient.prefetchInfiniteQuery(shareLinksQuery(organizationId, search));
        return null;
      },
      // The search is in the URL, and the page itself asks for what it finds.
      shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      lazy: lazyPage(
        () => import(/* webpackChunkName: "share-links" */ './share-links/share-links.page.tsx'),
        'ShareLinksPage',
        shareMessages,
      ),
    },
  },
  {
    label: 'settings.usage',
    permission: 'workspace:read',
    to: paths.usage,
    route: {
      path: 'usage',
      loader: ({ params: { organizationId = '' } }) => {
        void queryClient.prefetchQuery(usageQuery(organizationId));
        return null;
      },
      lazy: lazyPage(
        () => import(/* webpackChunkName: "usage" */ './usage/usage.page.tsx'),
        'UsagePage',
        usageMessages,
      ),
    },
  },
];
