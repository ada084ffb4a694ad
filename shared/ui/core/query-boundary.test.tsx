import { act, cleanup, screen } from '@testing-library/react';
import { ApiError } from '../../api/errors.ts';
import { useQuery } from '../../query/index.ts';
import { renderRoute } from '../../testing/index.ts';
import { QueryBoundary } from './query-boundary.tsx';

const network = (state: 'online' | 'offline') => act(async () => void window.dispatchEvent(new Event(state)));
afterEach(() => network('online'));

function Tables() {
  const query = useQuery({ queryKey: ['tables'], queryFn: async () => ['orders'] });
  return (
    <QueryBoundary query={query} thing="the tables" loading={<i>a skeleton</i>}>
      {(tables) => <p>{tables.join()}</p>}
    </QueryBoundary>
  );
}

test('what has no answer is no offer to try again, unlike what failed', async () => {
  const failing = (status: number) => {
    const error = new ApiError(
      status,
      { errors: [{ status: `${status}`, code: 'x', title: '', detail: 'Why.' }] },
      new Headers(),
    );
    const query = { data: undefined, error, isFetching: false, isPaused: false, refetch: () => undefined };
    return renderRoute(
      [
        {
          path: '/',
          Component: () => (
            <QueryBoundary query={query} thing="the chart" loading={null}>
              {() => null}
            </QueryBoundary>
          ),
        },
      ],
      '/',
    );
  };
  await failing(422);
  expect(await screen.findByText("Couldn't load the chart")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  cleanup();
  await failing(503);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a query shows that it is offline, and loads automatically once the network is back', async () => {
  const { router } = await renderRoute([{ path: '/tables', Component: Tables }], '/');
  await network('offline');
  await act(() => router.navigate('/tables'));
  expect(
    await screen.findByText(/^You're offline\. This loads as soon as you're back online\.$/),
  ).toBeVisible();
  expect(screen.queryByText('a skeleton')).not.toBeInTheDocument();
  await network('online');
  expect(await screen.findByText('orders')).toBeVisible();
  expect(screen.queryByText(/^You're offline/)).not.toBeInTheDocument();
});
