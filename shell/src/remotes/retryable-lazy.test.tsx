import { act, render, screen } from '@testing-library/react';
import {
  createMemoryRouter,
  RouterProvider,
  useLoaderData,
  type RouteObject,
} from '@headwater/shared/routing';
import { retryableLazy } from './retryable-lazy.tsx';

const rethrow = (error: unknown) => Promise.reject(error);
const Page = () => <p>data: {String(useLoaderData())}</p>;

async function show(route: RouteObject, onFailure = rethrow) {
  const around = { errorElement: <p>failed</p>, hydrateFallbackElement: <p>loading</p> };
  const router = createMemoryRouter([{ ...retryableLazy(route, onFailure), ...around }]);
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

test('a loader that the route has at once runs beside the load of its page', async () => {
  const order: string[] = [];
  const lazy = async () => {
    order.push('page asked for');
    await Promise.resolve();
    return { Component: Page };
  };
  await show({ path: '/', lazy, loader: () => (order.push('data asked for'), 'own') });
  expect(screen.getByText('data: own')).toBeVisible();
  expect(order).toEqual(['page asked for', 'data asked for']);
});

test('whoever hears of the failure may take over: nothing is shown while the page is on its way out', async () => {
  const lazy = () => Promise.reject(new Error('Loading chunk 1 failed.'));
  await show({ path: '/', lazy }, () => new Promise(() => {}));
  expect(screen.queryByText('failed')).toBeNull();
});
