import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useSearchParams } from './index.ts';

type Change = (name: string, value: string) => void;

/** A page whose loader takes until `release`, with a function that changes its query as a click would. */
async function page(address: string) {
  let loaded: () => void = () => undefined;
  const loading = new Promise<null>((resolve) => (loaded = () => resolve(null)));
  let change: Change = () => undefined;
  function Page() {
    const [query, setQuery] = useSearchParams();
    change = (name, value) =>
      setQuery((latest) => {
        latest.set(name, value);
        return latest;
      });
    return <p>{query.toString()}</p>;
  }
  let loads = 0;
  const loader = () => ((loads += 1) === 1 ? null : loading);
  const router = createMemoryRouter(
    [
      { path: '/list', element: <Page />, loader, HydrateFallback: () => null },
      { path: '/other', element: <p>other</p>, loader: () => loading },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByText('show=all');
  return {
    router,
    change: (...given: Parameters<Change>) => act(() => change(...given)),
    load: () => act(async () => loaded()),
  };
}

test('a change of the query keeps the one before it, even if that is not shown yet', async () => {
  const { router, change, load } = await page('/list?show=all');
  change('action', 'sql');
  change('period', 'week');
  expect(screen.getByText('show=all')).toBeVisible();
  await load();
  expect(await screen.findByText('show=all&action=sql&period=week')).toBeVisible();
  expect(router.state.location.search).toBe('?show=all&action=sql&period=week');
});

test('on the way to another page, a change is made to the query of the page that is shown', async () => {
  const { router, change, load } = await page('/list?show=all');
  act(() => void router.navigate('/other?page=2'));
  change('action', 'sql');
  await load();
  expect(await screen.findByText('show=all&action=sql')).toBeVisible();
  expect(router.state.location.pathname).toBe('/list');
});
