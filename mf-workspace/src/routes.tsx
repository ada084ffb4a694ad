import { lazyPage, type RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';

export const routes: RouteObject[] = [
  {
    path: 'create-workspace',
    lazy: lazyPage(
      () => import(/* webpackChunkName: "create-workspace" */ './create-workspace/create-workspace.page.tsx'),
      'CreateWorkspacePage',
      messages,
    ),
  },
];
