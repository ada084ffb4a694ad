import type { RouteObject } from 'react-router-dom';
import { faultsOfRoutes } from './index.ts';

// What the pages load makes no difference, so they load a module of this folder.
const layout = async () => (await import(/* webpackChunkName: "birds" */ './responses.ts'), {});
const list = async () => (await import(/* webpackChunkName: "bird-list" */ './responses.ts'), {});
const bird = async () => {
  const texts = import(/* webpackChunkName: "bird-messages-en" */ './fake-api.ts');
  const page = import(/* webpackChunkName: "bird" */ './responses.ts');
  await Promise.all([page, texts]);
  return {};
};

const routes: RouteObject[] = [
  {
    path: 'birds',
    lazy: layout,
    children: [
      { index: true, lazy: list },
      { path: ':bird', lazy: bird },
    ],
  },
  { path: 'old-birds', loader: () => null },
];

const declared = (...chunks: [list: string[], bird: string[]]) => ({
  areas: [{ mount: '/w/:id', paths: ['/w/:id/birds', '/w/:id/old-birds'] }],
  routes: [
    { path: '/w/:id/birds', chunks: chunks[0] },
    { path: '/w/:id/birds/:bird', chunks: chunks[1] },
    { path: '/w/:id/old-birds', chunks: [] },
  ],
});

test('a record is right if it names each route with the chunks that its layouts and its page load', async () => {
  expect(await faultsOfRoutes(declared(['birds', 'bird-list'], ['birds', 'bird']), routes)).toEqual([]);
});

test('a route whose record names other chunks than its page loads is a fault', async () => {
  expect(await faultsOfRoutes(declared(['birds', 'bird'], ['bird']), routes)).toEqual([
    '/w/:id/birds loads the chunks birds, bird-list, but package.json declares birds, bird',
    '/w/:id/birds/:bird loads the chunks birds, bird, but package.json declares bird',
  ]);
});

test('a page whose chunk has no name is a fault, because delivery cannot preload it', async () => {
  const { areas } = declared([], []);
  const unnamed: RouteObject[] = [{ path: 'birds', lazy: async () => (await import('./responses.ts'), {}) }];
  expect(await faultsOfRoutes({ areas, routes: [{ path: '/w/:id/birds', chunks: [] }] }, unnamed)).toEqual([
    '/w/:id/birds loads the chunks (no webpackChunkName), but package.json declares none',
  ]);
});

test('a route that only one of the two has is a fault', async () => {
  const { areas, routes: records } = declared(['birds', 'bird-list'], ['birds', 'bird']);
  const [first, second] = records;
  const other = { path: '/w/:id/birds/new', chunks: [] };
  expect(await faultsOfRoutes({ areas, routes: [first!, second!, other] }, routes)).toEqual([
    "package.json declares the route /w/:id/birds/new, which routes.tsx doesn't serve",
    "routes.tsx serves /w/:id/old-birds, which headwater.routes of package.json doesn't declare",
  ]);
  expect(await faultsOfRoutes({ areas: [], routes: [] }, [{ path: 'trees' }])).toEqual([
    'routes.tsx has "/trees", which is in none of the areas of package.json',
  ]);
});
