import { waitFor } from '@testing-library/react';
import { createQueryClient, type QueryClient } from '@headwater/shared/query';
import { FakeEventSource, installBrowserEvents } from '../testing/browser-events.ts';
import { waitAfter } from './connection.ts';
import { followEvents } from './follow-events.ts';

const KEY = ['source_connections', 'org_a'];
const change = { type: 'source_connections', id: 'src_1', sourceConnectionId: 'src_1' };
const open = () => FakeEventSource.opened.filter((source) => !source.closed);
const stops: (() => void)[] = [];

/** A tab of the browser, which has its own data and shares locks and channels with the others. */
function tab() {
  const client = createQueryClient();
  client.setQueryData(KEY, [], { updatedAt: Date.now() - 1_000 });
  client.setQueryData(['tables', 'org_b'], []);
  const stop = followEvents('org_a', client);
  stops.push(stop);
  return { client, stop };
}
const isStale = (client: QueryClient, key = KEY) => client.getQueryState(key)!.isInvalidated;
const freshen = (client: QueryClient) => client.setQueryData(KEY, [], { updatedAt: Date.now() + 1_000 });
function show(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(installBrowserEvents);
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  show('visible');
});

test('all tabs share one connection, and an event marks what it names as stale in each of them', async () => {
  const [first, second] = [tab(), tab()];
  await waitFor(() => expect(open()).toHaveLength(1));
  expect(open()[0]!.url).toMatch(/^\/api\/organizations\/org_a\/event-stream\?within=\d+$/);
  open()[0]!.change(change);
  await waitFor(() => expect(isStale(second.client)).toBe(true));
  expect(isStale(first.client)).toBe(true);
  expect(isStale(first.client, ['tables', 'org_b'])).toBe(false);
  expect(open()).toHaveLength(1);
});

test('when the leader closes, the next tab connects, and data that may have missed changes is stale', async () => {
  const [first, second] = [tab(), tab()];
  await waitFor(() => expect(open()).toHaveLength(1));
  const [old] = open();
  first.stop();
  await waitFor(() => expect(open()).toHaveLength(1));
  expect(open()[0]).not.toBe(old);
  expect(isStale(second.client)).toBe(false);
  open()[0]!.ready(false);
  expect(isStale(second.client)).toBe(true);
});

describe('a tab that becomes visible again', () => {
  const TABLES = ['tables', 'org_a'];

  async function backInView() {
    const { client } = tab();
    client.setQueryData(TABLES, [], { updatedAt: Date.now() - 1_000 });
    await waitFor(() => expect(open()).toHaveLength(1));
    open()[0]!.ready(true);
    show('hidden');
    expect(open()).toHaveLength(0);
    show('visible');
    await waitFor(() => expect(open()).toHaveLength(1));
    const stream = open()[0]!;
    const requested = Number(/\?within=(\d+)$/.exec(stream.url)?.[1]);
    return { client, stream, requested };
  }

  test('requests what has changed since it last received events, and nothing else is stale', async () => {
    const before = Date.now();
    const { client, stream, requested } = await backInView();
    expect(requested).toBeLessThanOrEqual(Date.now() - before);
    expect(isStale(client)).toBe(false);
    stream.change(change);
    stream.ready(true);
    expect(isStale(client)).toBe(true);
    expect(isStale(client, TABLES)).toBe(false);
  });

  test('treats all older data as stale if the server’s list of changes is incomplete', async () => {
    const { client, stream } = await backInView();
    stream.ready(false);
    expect(isStale(client)).toBe(true);
    expect(isStale(client, TABLES)).toBe(true);
  });

  test('receives what it has missed from another visible tab', async () => {
    const leader = tab();
    await waitFor(() => expect(open()).toHaveLength(1));
    open()[0]!.change(change);
    open()[0]!.ready(true);
    freshen(leader.client);
    const joining = tab();
    joining.client.setQueryData(TABLES, [], { updatedAt: Date.now() - 1_000 });
    await waitFor(() => expect(isStale(joining.client)).toBe(true));
    expect(isStale(joining.client, TABLES)).toBe(false);
    expect(open()).toHaveLength(1);
  });
});

test('after a lost connection, the tab requests what it missed since the last beat', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const { client } = tab();
    await jest.advanceTimersByTimeAsync(0);
    open()[0]!.ready(true);
    await jest.advanceTimersByTimeAsync(60_000);
    open()[0]!.beat();
    await jest.advanceTimersByTimeAsync(10_000);
    open()[0]!.interrupt();
    await jest.advanceTimersByTimeAsync(1_000);
    const missed = Number(/within=(\d+)$/.exec(open()[0]!.url)?.[1]);
    expect(missed).toBeGreaterThanOrEqual(10_500);
    expect(missed).toBeLessThanOrEqual(11_000);
    open()[0]!.ready(true);
    expect(isStale(client)).toBe(false);
  } finally {
    jest.useRealTimers();
  }
});

test('data that arrived after the connection was opened stays fresh', async () => {
  const { client } = tab();
  await waitFor(() => expect(open()).toHaveLength(1));
  freshen(client);
  open()[0]!.ready(false);
  expect(isStale(client)).toBe(false);
});

test('the page’s data stays fresh if the server’s list of changes is complete', async () => {
  const { client } = tab();
  await waitFor(() => expect(open()).toHaveLength(1));
  open()[0]!.ready(true);
  expect(isStale(client)).toBe(false);
  open()[0]!.change(change);
  expect(isStale(client)).toBe(true);
});

test('a tab that joins receives from the leader what has happened since its page was requested', async () => {
  tab();
  await waitFor(() => expect(open()).toHaveLength(1));
  open()[0]!.ready(true);
  open()[0]!.change(change);
  const joining = tab();
  await waitFor(() => expect(isStale(joining.client)).toBe(true));
  expect(open()).toHaveLength(1);
});

describe('without a connection', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  test('refetches what is on screen every 2.5 s, and reconnects', async () => {
    const { client } = tab();
    await jest.advanceTimersByTimeAsync(0);
    const refetch = jest.spyOn(client, 'refetchQueries');
    open()[0]!.interrupt();
    expect(open()).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(open()).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1_600);
    expect(refetch).toHaveBeenCalledTimes(1);
    open()[0]!.ready(false);
    refetch.mockClear();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(refetch).not.toHaveBeenCalled();
  });
});

test('the delay grows up to half a minute and is never less than half of its maximum', () => {
  expect([0, 1, 2, 5, 50].map((failures) => waitAfter(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
  expect(waitAfter(50, 0)).toBe(15_000);
});
