import { act, render, screen } from '@testing-library/react';
import {
  createMemoryRouter,
  RouterProvider,
  useLoaderData,
  type RouteObject,
} from '@headwater/shared/routing';
import { writePageBlock } from '../testing/page-block.ts';
import { loadFailureOf } from './load-failure.ts';
import { retryableLazy } from './retryable-lazy.tsx';

beforeAll(() => writePageBlock());

const rethrow = (error: unknown) => Promise.reject(error);
const Page = () => <p>data: {String(useLoaderData())}</p>;

async function show(route: RouteObject, onFailure = rethrow) {
  const around = { errorElement: <p>failed</p>, hydrateFallbackElement: <p>loading</p> };
  const router = createMemoryRouter([
    { ...retryableLazy(route, { remote: 'mf-data', onFailure }), ...around },
  ]);
  await act(async () => void render(<RouterProvider router={router} />));
  return router;
}

test('a page that failed to load loads on the next try', async () => {
  let tries = 0;
  const lazy = async () => {
    if (tries++ === 0) throw new Error('Loading chunk 1 failed.');
    return { Component: Page, loader: () => 'lazy' };
  };
  const router = await show({ path: '/', lazy });
  expect(screen.getByText('failed')).toBeVisible();
  await act(() => router.navigate('/', { replace: true }));
  expect(screen.getByText('data: lazy')).toBeVisible();
  await act(() => router.revalidate());
  expect(tries).toBe(2);
});

test('a loader that the route defines itself runs in parallel with loading its page', async () => {
  const order: string[] = [];
  const lazy = async () => {
    order.push('page requested');
    await Promise.resolve();
    return { Component: Page };
  };
  await show({ path: '/', lazy, loader: () => (order.push('data requested'), 'own') });
  expect(screen.getByText('data: own')).toBeVisible();
  expect(order).toEqual(['page requested', 'data requested']);
});

test('onFailure can take over, and then no error is shown while the page is being reloaded', async () => {
  const lazy = () => Promise.reject(new Error('Loading chunk 1 failed.'));
  await show({ path: '/', lazy }, () => new Promise(() => {}));
  expect(screen.queryByText('failed')).toBeNull();
});

const CHUNK = 'https://bi.example/r/mf-data/1.2.3-abc/table.0f.js';
const chunkError = (type: string) =>
  Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError', type, request: CHUNK });

test('a chunk that timed out is requested once more without an error', async () => {
  jest.useFakeTimers();
  let tries = 0;
  const lazy = async () => {
    if (tries++ === 0) throw chunkError('timeout');
    return { Component: Page };
  };
  const onFailure = jest.fn(rethrow);
  await show({ path: '/', lazy }, onFailure);
  await act(() => jest.advanceTimersByTimeAsync(800));
  expect(screen.getByText(/^data:/)).toBeVisible();
  expect(onFailure).not.toHaveBeenCalled();
  jest.useRealTimers();
});

test('a page whose code throws while loading is a failure of its remote', async () => {
  let failure: unknown;
  const lazy = () => Promise.reject(new TypeError('x is undefined'));
  await show({ path: '/', lazy }, (error) => {
    failure = loadFailureOf(error);
    return rethrow(error);
  });
  expect(failure).toEqual({
    remote: 'mf-data',
    version: '1.2.3-abc',
    kind: 'evaluation',
    address: '/r/mf-data/1.2.3-abc/',
  });
});

test('a failure after the visitor has gone elsewhere is not handled', async () => {
  let fail = () => {};
  const lazy = () => new Promise<never>((_, reject) => (fail = () => reject(new TypeError('late'))));
  const onFailure = jest.fn(rethrow);
  const page: RouteObject = retryableLazy<RouteObject>({ path: '/', lazy }, { remote: 'mf-data', onFailure });
  const visit = new AbortController();
  const loaded = (page.loader as (args: object) => Promise<unknown>)({
    request: new Request('http://localhost/', { signal: visit.signal }),
  });
  visit.abort();
  fail();
  await expect(loaded).rejects.toThrow('evaluation');
  expect(onFailure).not.toHaveBeenCalled();
});
