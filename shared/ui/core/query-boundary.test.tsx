import { act, screen } from '@testing-library/react';
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
