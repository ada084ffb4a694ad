import type { AreaGroup } from '@headwater/shared/contract';
import type { ComponentType } from 'react';

/** The layout of each group of screens, in separate chunks. */
export const layouts: Record<AreaGroup, () => Promise<{ Component: ComponentType }>> = {
  public: async () => ({
    Component: (await import(/* webpackChunkName: "public-layout" */ '../layouts/public.layout.tsx'))
      .PublicLayout,
  }),
  standalone: async () => ({
    Component: (await import(/* webpackChunkName: "standalone-layout" */ '../layouts/standalone.layout.tsx'))
      .StandaloneLayout,
  }),
  workspace: async () => ({
    Component: (await import(/* webpackChunkName: "workspace-layout" */ '../layouts/workspace.layout.tsx'))
      .WorkspaceLayout,
  }),
  superuser: async () => ({
    Component: (await import(/* webpackChunkName: "superuser-layout" */ '../layouts/superuser.layout.tsx'))
      .SuperuserLayout,
  }),
};
