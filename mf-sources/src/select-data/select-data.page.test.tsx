import { queryClient } from '@headwater/shared/query';
import { hasUnsavedChanges } from '@headwater/shared/routing';
import {
  documentOf,
  errorsOf,
  renderRoute,
  type FakeResponse,
  type Handlers,
} from '@headwater/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalog,
  catalogResponses,
  column,
  columnMatches,
  failure,
  lastRun,
  MOUNT,
  ROUTES,
  run,
  source,
  SOURCE,
  SOURCE_PATH,
  stream,
  streamPage,
  streamPreview,
  streamSettings,
} from '../testing/fixtures.ts';

const STREAMS = `GET ${ROUTES.source}/catalog/streams`;
const COLUMNS = `GET ${ROUTES.source}/catalog/streams/:tableName/columns`;
const SETTINGS = `GET ${ROUTES.source}/catalog/streams/:tableName/settings`;
const MATCHES = `GET ${ROUTES.source}/catalog/column-matches`;
const PREVIEW = `POST ${ROUTES.source}/catalog/streams/:tableName/previews`;
const SAVE = `PATCH ${ROUTES.source}/selection`;
const orders = stream('orders', { selected: true });
const customers = stream('customers');
const events = stream('audit.events', { namespace: 'audit', name: 'events', estimatedRows: null });

interface Given {
  streams?: ReturnType<typeof stream>[];
  catalogRest?: Parameters<typeof catalogResponses>[1];
  sourceRest?: Parameters<typeof source>[0];
  api?: Handlers;
  query?: string;
}
const open = ({
  streams = [orders, customers, events],
  catalogRest,
  sourceRest,
  api,
  query = '',
}: Given = {}) =>
  renderRoute(routes, `${SOURCE_PATH}/select-data${query}`, {
    mount: MOUNT,
    api: {
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source(sourceRest)),
      ...catalogResponses(streams, catalogRest),
      [MATCHES]: columnMatches({}),
      [COLUMNS]: documentOf('stream_columns', 'customers', { columns: [column('email')] }),
      [PREVIEW]: documentOf('stream_previews', 'customers', { preview: streamPreview(), failure: null }),
      [SETTINGS]: documentOf('stream_settings', 'customers', streamSettings()),
      ...api,
    },
  });
const toggle = (name: string) => screen.findByRole('switch', { name: `Sync ${name}` });
/** Opens the review and saves. */
const saveReviewed = async (user: Awaited<ReturnType<typeof open>>['user'], name = 'Save') => {
  await user.click(button('Review changes'));
  const review = within(await screen.findByRole('dialog', { name: 'Changes to shop-db' }));
  await user.click(review.getByRole('button', { name }));
};
const button = (name: string) => screen.getByRole('button', { name });

test('shows tables by schema with their sizes, and the totals of the selection', async () => {
  await open();
  expect(await toggle('orders')).toBeChecked();
  const tree = screen.getByRole('treegrid', { name: 'Tables of shop-db' });
  expect(within(tree).getByText('1 of 2 tables')).toBeInTheDocument();
  expect(within(tree).getByRole('row', { name: /events – 2 kB/ })).toBeInTheDocument();
  expect(screen.getByText('estimated rows').nextSibling).toHaveTextContent('1,000');
  expect(screen.getByText('estimated size').nextSibling).toHaveTextContent('2 kB');
  expect(screen.getByText('no time estimate')).toBeInTheDocument();
  expect(button('Sync now')).toBeEnabled();
});

test('saves the selection with the version that it was based on', async () => {
  const saved = documentOf('catalogs', SOURCE, catalog({ tables: 3, version: 4 }));
  const { user, api } = await open({ api: { [SAVE]: saved } });
  await user.click(await toggle('customers'));
  expect(screen.getByText('1 change')).toBeInTheDocument();
  await saveReviewed(user);
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  const [call] = api.callsTo(SAVE);
  expect(call?.headers['if-match']).toBe('3');
  expect(call?.body?.data.attributes).toEqual({ add: ['customers'], remove: [] });
  expect(screen.queryByText('1 change')).not.toBeInTheDocument();
  // The list isn't fetched again, because the saved selection is the one that was sent.
  expect(await toggle('customers')).toBeChecked();
  expect(api.callsTo(STREAMS)).toHaveLength(1);
  await user.click(await toggle('orders'));
  await saveReviewed(user);
  await waitFor(() => expect(api.callsTo(SAVE)).toHaveLength(2));
  expect(api.callsTo(SAVE)[1]?.headers['if-match']).toBe('4');
  expect(api.callsTo(SAVE)[1]?.body?.data.attributes).toEqual({ add: [], remove: ['orders'] });
});

test('saves, starts a run, and opens the connection’s page', async () => {
  const { user, api, location } = await open({
    api: {
      [SAVE]: documentOf('catalogs', SOURCE, catalog({ tables: 3, version: 4 })),
      [`POST ${ROUTES.source}/sync-runs`]: documentOf('sync_runs', 'run_8', run({ state: 'queued' }), 202),
    },
  });
  await user.click(await toggle('customers'));
  await saveReviewed(user, 'Save and sync now');
  await screen.findByRole('navigation', { name: 'Views of shop-db' }, { timeout: 5_000 });
  expect(location()).toBe(SOURCE_PATH);
  expect(api.callsTo(`POST ${ROUTES.source}/sync-runs`)[0]?.headers['idempotency-key']).toMatch(
    /^[0-9a-f]{32}$/,
  );
});

test('on a conflict, the other selection can be used, or replaced with one’s own', async () => {
  const theirs = [{ ...orders, selected: false }, customers, { ...events, selected: true }];
  const { user, api } = await open({ api: { [SAVE]: errorsOf(412, [{ code: 'version_conflict' }]) } });
  await user.click(await toggle('customers'));
  api.on(catalogResponses(theirs, { version: 9 }));
  await saveReviewed(user);
  expect(await screen.findByText(/Someone has changed shop-db/)).toBeInTheDocument();
  api.on({
    [SAVE]: documentOf('catalogs', SOURCE, catalog({ tables: 3, version: 10 })),
  });
  await waitFor(() => expect(api.callsTo(STREAMS)).toHaveLength(2));
  await user.click(button('Save mine'));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(api.callsTo(SAVE).map((call) => call.headers['if-match'])).toEqual(['3', '9']);
  expect(api.callsTo(SAVE)[1]?.body?.data.attributes).toEqual({
    add: ['orders', 'customers'],
    remove: ['audit.events'],
  });
});

test('a draft keeps the version that it was based on, even if a newer one arrives', async () => {
  const { user, api } = await open({ api: { [SAVE]: errorsOf(412, [{ code: 'version_conflict' }]) } });
  await user.click(await toggle('customers'));
  api.on(catalogResponses([orders, customers, events], { version: 5 }));
  await act(() => queryClient.invalidateQueries({ queryKey: ['catalogs', 'org_finch'] }));
  expect(await toggle('customers')).toBeChecked();
  await saveReviewed(user);
  expect(await screen.findByText(/Someone has changed shop-db/)).toBeInTheDocument();
  expect(api.callsTo(SAVE)[0]?.headers['if-match']).toBe('3');
});

test('a run that ends fetches the list again: it has loaded tables', async () => {
  const sources = (state: 'running' | 'incomplete' | 'succeeded') => ({
    [`GET ${ROUTES.source}`]: documentOf(
      'source_connections',
      SOURCE,
      source({ lastRun: lastRun({ state }) }),
    ),
  });
  const { api } = await open({ api: sources('running') });
  await toggle('orders');
  for (const [state, fetched] of [
    ['incomplete', 1],
    ['running', 1],
    ['succeeded', 2],
  ] as const) {
    api.on(sources(state));
    await act(() => queryClient.invalidateQueries({ queryKey: ['source_connections', 'org_finch'] }));
    await waitFor(() => expect(api.callsTo(STREAMS)).toHaveLength(fetched));
  }
});

test('the tab and search are in the URL, and all tables shown can be switched together', async () => {
  const { user, api, location } = await open();
  await toggle('orders');
  await user.click(screen.getByRole('link', { name: 'Not selected 2' }));
  api.on({ [MATCHES]: columnMatches({ customers: ['email'] }) });
  await user.type(screen.getByRole('searchbox'), 'email');
  await waitFor(() =>
    expect(screen.queryByRole('switch', { name: 'Sync audit.events' })).not.toBeInTheDocument(),
  );
  expect(location()).toBe(`${SOURCE_PATH}/select-data?tab=not-selected&q=email`);
  await user.click(await screen.findByRole('button', { name: 'Select 1 table' }));
  expect(screen.getByRole('link', { name: 'Selected 2' })).toBeInTheDocument();
});

test('a click on a table opens its columns, and a table that cannot be read shows why', async () => {
  const problem = failure({ code: 'file_empty', field: 'files', values: { file: 'empty.csv' } });
  const broken = stream('empty', { problem, columnCount: 0 });
  const { user, location } = await open({ streams: [customers, broken], query: '?panel=columns' });
  expect(await screen.findByText("1 table can't be read")).toBeInTheDocument();
  expect(screen.getByText('empty.csv is empty.')).toBeInTheDocument();
  expect(await toggle('empty')).toBeDisabled();
  await user.click(button('customers'));
  const panel = await screen.findByRole('complementary', { name: 'Columns of customers' });
  expect(await within(panel).findByText('email')).toBeInTheDocument();
  expect(location()).toBe(`${SOURCE_PATH}/select-data?panel=columns&table=customers`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(location()).toBe(`${SOURCE_PATH}/select-data?panel=columns`));
});

test('a source that was never discovered is discovered automatically', async () => {
  const started = catalog({ state: 'discovering', tables: 0, discoveredAt: null });
  let found = catalog({ state: 'unknown', tables: 0, discoveredAt: null });
  const { api } = await open({
    streams: [],
    api: {
      [`POST ${ROUTES.source}/discoveries`]: () => documentOf('catalogs', SOURCE, (found = started), 202),
      [`GET ${ROUTES.source}/catalog`]: () => documentOf('catalogs', SOURCE, found),
    },
  });
  expect(await screen.findByRole('progressbar', { name: 'Reading the list of tables' })).toBeInTheDocument();
  api.on(catalogResponses([orders]));
  expect(await screen.findByRole('switch', { name: 'Sync orders' }, { timeout: 3_000 })).toBeInTheDocument();
  expect(api.callsTo(`POST ${ROUTES.source}/discoveries`)).toHaveLength(1);
});

test('a discovery that waits for its turn shows its place in line, until it runs', async () => {
  const { api } = await open({
    streams: [],
    catalogRest: { state: 'discovering', position: 2, discoveredAt: null },
  });
  expect(await screen.findByText('Waiting, place 2 in line')).toBeVisible();
  api.on(catalogResponses([], { state: 'discovering', discoveredAt: null }));
  expect(await screen.findByText('Reading the list of tables', {}, { timeout: 3_500 })).toBeVisible();
  expect(screen.queryByText('Waiting, place 2 in line')).not.toBeInTheDocument();
});

test('a failed discovery shows the reason and links to the field that caused it', async () => {
  await open({
    streams: [],
    catalogRest: { state: 'discover_failed', failure: failure(), discoveredAt: null },
  });
  expect(await screen.findByText("Couldn't read the tables of shop-db")).toBeInTheDocument();
  expect(screen.getByText(/shop-db refused the user reader or the password\./)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Edit connection' })).toHaveAttribute(
    'href',
    `${SOURCE_PATH}?tab=settings&field=password`,
  );
});

test('shows how a file is read, and links to the settings that change it', async () => {
  const values = {
    encoding: 'Windows-1252',
    delimiter: 'semicolon',
    decimalMark: 'comma',
    dateOrder: 'none',
  };
  const findings = [
    { code: 'file_read_as', message: '', values },
    { code: 'lines_above_header', message: '', values: { line: 3 } },
  ];
  const read = 'Windows-1252, separated by semicolons, decimal comma';
  const { user } = await open({
    streams: [stream('sales', { namespace: null, findings })],
    query: '?panel=columns',
  });
  expect(
    await screen.findByRole('row', { name: new RegExp(`^Sync sales sales ${read} · The header`) }),
  ).toBeVisible();
  await user.click(button('sales'));
  const reading = within(await screen.findByRole('region', { name: 'How this file is read' }));
  expect(reading.getByText(read)).toBeVisible();
  expect(reading.getByText(/^The header is on line 3/)).toBeVisible();
  expect(reading.getByRole('link', { name: 'Change' })).toHaveAttribute(
    'href',
    `${SOURCE_PATH}?tab=settings&field=delimiter`,
  );
});

test('asks before leaving with unsaved changes', async () => {
  const { user, location } = await open();
  await user.click(await toggle('customers'));
  expect(hasUnsavedChanges()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'shop-db' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(location()).toBe(`${SOURCE_PATH}/select-data`);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('link', { name: 'shop-db' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(location()).toBe(SOURCE_PATH));
  await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
});

test('people who are not allowed to change the selection see it without buttons', async () => {
  await open({ sourceRest: { can: { edit: false, sync: true } } });
  expect(await toggle('orders')).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^(Review|Sync)/ })).not.toBeInTheDocument();
});

test('names imported tables that the source doesn’t have until someone forgets them', async () => {
  const { user, api } = await open({
    catalogRest: { missingTables: { total: 12, first: ['public.refunds', 'public.returns'] } },
    api: { [`DELETE ${ROUTES.source}/catalog/missing-tables`]: { status: 204 } },
  });
  const note = await screen.findByRole('note');
  expect(note).toHaveTextContent(/12 tables .*: public\.refunds, public\.returns and 10 more/);
  await user.click(within(note).getByRole('button', { name: 'Forget them' }));
  await waitFor(() => expect(note).not.toBeInTheDocument());
  expect(api.callsTo(`DELETE ${ROUTES.source}/catalog/missing-tables`)).toHaveLength(1);
});

test('marks tables that are new or wait for approval, with the way to the decision', async () => {
  const streams = [
    stream('orders', { namespace: 'public', selected: true, change: 'waits', comment: 'One row per order.' }),
    ...Array.from({ length: 10 }, (_, at) => stream(`new_${at}`, { namespace: 'public', change: 'new' })),
  ];
  const { user } = await open({
    streams,
    sourceRest: { pendingChanges: 1 },
    api: {
      [COLUMNS]: documentOf('stream_columns', 'orders', {
        columns: [
          { ...column('id'), waits: false, comment: null },
          { ...column('channel'), waits: true, comment: 'By which way it came.' },
          // Text on its way only: the table gets a number that is as wide as its values need.
          { ...column('price', { kind: 'number', sourceType: 'numeric' }), waits: false, comment: null },
        ],
      }),
    },
  });
  const tree = await screen.findByRole('treegrid');
  expect(within(tree).getByText('Waits for approval').previousSibling).toHaveTextContent(
    'One row per order.',
  );
  expect(within(tree).getAllByText('New')).toHaveLength(10);
  expect(
    screen.getByText(
      '10 new tables at the source: new_0, new_1, new_2, new_3, new_4, new_5, new_6, new_7 and 2 more',
    ),
  ).toBeInTheDocument();
  await user.click(within(tree).getByTitle('orders'));
  const panel = within(await screen.findByRole('complementary', { name: /orders/ }));
  expect(panel.getByRole('link', { name: 'Schema changes' })).toHaveAttribute(
    'href',
    `/w/org_finch/source-connections/${SOURCE}?tab=changes`,
  );
  await user.click(panel.getByRole('link', { name: /^Columns/ }));
  expect(await panel.findByTitle('Type: DECIMAL')).toBeVisible();
  const [id, channel] = await panel.findAllByRole('listitem');
  expect(within(id!).queryByText('Waits for approval')).not.toBeInTheDocument();
  expect(within(channel!).getByText('Waits for approval')).toBeInTheDocument();
  expect(within(channel!).getByText('By which way it came.')).toBeVisible();
  expect(panel.getByText('One row per order.')).toBeVisible();
});

test('what a save has decided about changes at the source is fetched', async () => {
  const streams = [stream('refunds', { change: 'new' })];
  const { user, api } = await open({
    streams,
    api: { [SAVE]: documentOf('catalogs', SOURCE, catalog({ tables: 1, version: 4 })) },
  });
  await user.click(await toggle('refunds'));
  const edition = { discoveredAt: '2026-11-20T12:04:00Z', version: 4 };
  api.on({ [STREAMS]: streamPage([stream('refunds', { selected: true })], edition) });
  await saveReviewed(user);
  await waitFor(() => expect(screen.queryByText('New table at the source: refunds')).not.toBeInTheDocument());
  expect(api.callsTo(STREAMS)).toHaveLength(2);
});

test('the pages of a list are combined, and fetched again if the list changes between them', async () => {
  const edition = (version: number) => ({ discoveredAt: '2026-11-20T12:04:00Z', version });
  let reads = 0;
  const { api } = await open({
    api: {
      [STREAMS]: ({ query }) => {
        if (query.get('page[after]') === 'b') return streamPage([events], edition(4));
        reads += 1;
        return streamPage([orders, customers], edition(reads === 1 ? 3 : 4), 'b');
      },
    },
  });
  expect(await toggle('audit.events')).toBeVisible();
  expect(await toggle('orders')).toBeChecked();
  expect(api.callsTo(STREAMS)).toHaveLength(4);
});

test('a list that never becomes current is not read forever', async () => {
  const stale = { discoveredAt: '2026-11-20T12:04:00Z', version: 2 };
  const { api } = await open({ api: { [STREAMS]: streamPage([orders], stale) } });
  expect(await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 })).toBeVisible();
  expect(api.callsTo(STREAMS).length).toBeLessThanOrEqual(10);
});

describe('a search', () => {
  /** At once: on a busy machine, letters that are typed are far enough apart to be searched for one by one. */
  const search = async (user: Awaited<ReturnType<typeof open>>['user'], text: string) => {
    await user.click(await screen.findByRole('searchbox'));
    await user.paste(text);
  };
  const names = () => screen.getAllByRole('switch').map((one) => one.getAttribute('aria-label'));
  /** A response that arrives when the test releases it. */
  const held = (response: FakeResponse) => {
    let resolve: (response: FakeResponse) => void;
    const promise = new Promise<FakeResponse>((done) => (resolve = done));
    return { response: () => promise, release: () => act(async () => resolve(response)) };
  };

  test('shows matches by name at once, and matches by column when they arrive', async () => {
    const found = held(columnMatches({ customers: ['order_id'] }));
    const { user, api } = await open({ api: { [MATCHES]: found.response } });
    await search(user, 'ord');
    await waitFor(() => expect(names()).toEqual(['Sync orders']));
    expect(await screen.findByText('Searching columns…')).toBeVisible();
    await found.release();
    await waitFor(() => expect(names()).toEqual(['Sync customers', 'Sync orders']));
    expect(screen.queryByText('Searching columns…')).not.toBeInTheDocument();
    expect(api.callsTo(MATCHES).map(({ query }) => query.get('filter[name]'))).toEqual(['ord']);
    const next = held(columnMatches({ customers: ['order_id'] }));
    api.on({ [MATCHES]: next.response });
    await search(user, 'er_');
    // Earlier matches by column that still match remain while the columns are searched again.
    await waitFor(() => expect(names()).toEqual(['Sync customers']));
    await next.release();
    expect(names()).toEqual(['Sync customers']);
  });

  test('says that nothing matches only after the columns have been searched too', async () => {
    const found = held(columnMatches({}));
    const { user } = await open({ api: { [MATCHES]: found.response } });
    await search(user, 'phone');
    expect(await screen.findByRole('heading', { name: 'Searching columns…' })).toBeVisible();
    await found.release();
    expect(await screen.findByRole('heading', { name: 'No tables match' })).toBeVisible();
  });

  test('keeps its matches by name if the search in the columns fails, which can be retried', async () => {
    const { user, api } = await open({ api: { [MATCHES]: errorsOf(422, [{ code: 'field_invalid' }]) } });
    await search(user, 'ord');
    expect(await screen.findByText("Columns couldn't be searched.")).toBeVisible();
    expect(names()).toEqual(['Sync orders']);
    api.on({ [MATCHES]: columnMatches({ customers: ['order_id'] }, { cut: true }) });
    await user.click(button('Search again'));
    await waitFor(() => expect(names()).toEqual(['Sync customers', 'Sync orders']));
    expect(screen.getByText(/^More tables have such columns/)).toBeVisible();
  });
});

test('columns that fail to load show an error in their panel, and can be fetched again', async () => {
  const { user, api } = await open({
    query: '?panel=columns',
    api: { [COLUMNS]: errorsOf(503, []) },
  });
  await toggle('customers');
  await user.click(button('customers'));
  const panel = within(await screen.findByRole('complementary', { name: 'Columns of customers' }));
  expect(await panel.findByText("Couldn't load the columns")).toBeVisible();
  api.on({ [COLUMNS]: documentOf('stream_columns', 'customers', { columns: [column('email')] }) });
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('email')).toBeVisible();
});

test('is a step of the wizard until the source has been read', async () => {
  await open({ sourceRest: { lastRun: null } });
  await screen.findByRole('heading', { level: 1 });
  expect(await screen.findByRole('listitem', { current: 'step' })).toHaveTextContent(/tables|data/i);
});

test('is no step once it has been', async () => {
  await open({ sourceRest: { lastRun: lastRun() } });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('listitem', { current: 'step' })).not.toBeInTheDocument();
});
