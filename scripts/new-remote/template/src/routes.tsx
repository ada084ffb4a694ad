import type { RouteObject } from '@headwater/shared/routing';
import { messages } from './messages.ts';

/** What the shell mounts at /w/:organizationId/example. */
export const routes: RouteObject[] = [
  {
    index: true,
    lazy: async () => {
      const [page] = await Promise.all([
        import(/* webpackChunkName: "example" */ './example/example.page.tsx'),
        messages.load(),
      ]);
      return { Component: page.ExamplePage };
    },
  },
];
