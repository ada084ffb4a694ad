import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import type { ServerEvent } from '@headwater/shared/contract';
import { createQueryClient, QueryClientProvider, useQuery } from '@headwater/shared/query';
import { BurstRefresh } from './burst-refresh.ts';

const event: ServerEvent = { type: 'tables', id: 'tbl_1', sourceConnectionId: 'src_1' };
const KEY = ['tables', 'org_a'];
let refresh: BurstRefresh;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  refresh.stop();
  jest.useRealTimers();
});

/** Shows the tables, each response of which takes this long, and returns how often they were requested and shown. */
async function showTables(takesMs: number) {
  const client = createQueryClient();
  const counts = { requested: 0, shown: 0 };
  const queryFn = async () => {
    const number = (counts.requested += 1);
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    return number;
  };
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  renderHook(() => (counts.shown = useQuery({ queryKey: KEY, queryFn }).data ?? 0), { wrapper });
  await passes(takesMs);
  refresh = new BurstRefresh(client, 'org_a');
  return { client, counts };
}

const passes = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Sends an event every 50 ms. */
async function burst(durationMs: number) {
  for (let left = durationMs; left > 0; left -= 50) {
    refresh.apply(event);
    await passes(50);
  }
}

test('a burst is refetched at its first event, once a second, and after its last event', async () => {
  const { counts } = await showTables(10);
  refresh.apply(event);
  await passes(20);
  expect(counts).toEqual({ requested: 2, shown: 2 });
  await burst(2_500);
  expect(counts.requested).toBe(4);
  await passes(5_000);
  expect(counts).toEqual({ requested: 5, shown: 5 });
  refresh.apply(event);
  await passes(20);
  expect(counts).toEqual({ requested: 6, shown: 6 });
});

test('a slow response is shown, although events keep coming', async () => {
  const { counts } = await showTables(4_000);
  await burst(9_000);
  expect(counts).toEqual({ requested: 4, shown: 3 });
});

test('a request without a response is repeated after ten seconds if something has changed', async () => {
  const { counts } = await showTables(60_000);
  await burst(9_900);
  expect(counts.requested).toBe(2);
  await passes(1_000);
  expect(counts.requested).toBe(3);
});

test('what is not on screen is stale at once, also within a burst', async () => {
  const { client } = await showTables(10);
  const stale = () => client.getQueryState([...KEY, 'other'])!.isInvalidated;
  refresh.apply(event);
  client.setQueryData([...KEY, 'other'], 1);
  expect(stale()).toBe(false);
  refresh.apply(event);
  expect(stale()).toBe(true);
});

test('nothing is refetched anymore after it was stopped', async () => {
  const { counts } = await showTables(10);
  refresh.apply(event);
  refresh.apply(event);
  refresh.stop();
  await passes(5_000);
  expect(counts.requested).toBe(2);
});
