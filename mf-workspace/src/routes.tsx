import type { RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';

export const routes: RouteObject[] = [
  {
    path: 'create-workspace',
    lazy: async () => {
      const [page] = await Promise.all([
        import(/* webpackChunkName: "create-workspace" */ './create-workspace/create-workspace.page.tsx'),
        messages.load(),
      ]);
      return { Component: page.CreateWorkspacePage };
    },
  },
];
