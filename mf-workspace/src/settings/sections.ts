import type { Permission } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { lazyPage, paths, type RouteObject } from '@headwater/shared/routing';
import { messages } from '../messages.ts';
import type en from '../messages/en.json';
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
        return null;
      },
      lazy: lazyPage(
        () => import(/* webpackChunkName: "general-settings" */ './general/general.page.tsx'),
        'GeneralSettingsPage',
        messages,
      ),
    },
  },
];
