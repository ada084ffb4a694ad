import { lazyPage, type RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';

/** What the shell mounts at /w/:organizationId/example. */
export const routes: RouteObject[] = [
  {
    index: true,
    lazy: lazyPage(
      () => import(/* webpackChunkName: "example" */ './example/example.page.tsx'),
      'ExamplePage',
      messages,
    ),
  },
];
