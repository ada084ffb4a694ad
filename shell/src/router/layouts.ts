import type { ComponentType } from 'react';
import type { Area } from '../remotes/areas.ts';

/** The frame of each group of screens, a chunk of its own. */
export const layouts: Record<Area['group'], () => Promise<{ Component: ComponentType }>> = {
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
