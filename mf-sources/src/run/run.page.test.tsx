import type { SyncRunAttributes } from '@headwater/shared/contract';
import { setLanguage } from '@headwater/shared/messages';
import { collectionOf, documentOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { act, screen, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  failure,
  lastRun,
  MOUNT,
  rejectedRow,
  ROUTES,
  run,
  runStream,
  source,
  SOURCE,
  SOURCE_PATH,
} from '../testing/fixtures.ts';

afterEach(() => act(() => setLanguage('en')));

const ONE = `GET ${ROUTES.source}/sync-runs/:runId`;
const runResponse = (rest?: Partial<SyncRunAttributes>) => documentOf('sync_runs', 'run_7', run(rest));
const withRejects = runStream('orders', { rowsRead: 124, rowsRejected: 24 });

const open = (api: Handlers) =>
  renderRoute(routes, `${SOURCE_PATH}/runs/run_7`, {
    mount: MOUNT,
    api: {
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source({ lastRun: lastRun() })),
      ...api,
    },
  });

test('a run shows when it started and ended, who started it, its attempts, and its connection', async () => {
  await open({ [ONE]: runResponse({ attempt: 3, streams: [withRejects] }) });
  expect(await screen.findByRole('heading', { name: 'Run 7' })).toBeVisible();
  expect(screen.getByText(/^Started Nov 20, 2026/)).toHaveAttribute(
    'title',
    expect.stringMatching(/:\d\d:19 /),
  );
  expect(screen.getByText(/^Ended Nov 20, 2026/)).toBeVisible();
  expect(screen.getByText('41 s')).toBeVisible();
  expect(screen.getByText('Started by Mara Lindqvist')).toBeVisible();
  expect(screen.getByText('3 attempts')).toBeVisible();
  expect(screen.getByRole('link', { name: 'shop-db' })).toHaveAttribute('href', SOURCE_PATH);
  expect(screen.getByRole('link', { name: 'Runs' })).toHaveAttribute('href', `${SOURCE_PATH}?tab=runs`);
  expect(screen.getByText('Every row accounted for')).toBeVisible();
});

test('a canceled run makes no claim about rows it did not keep, and shows which tables it swapped', async () => {
  const streams = [
    runStream('orders'),
    runStream('visits', { state: 'incomplete', phase: 'reading', rowsRead: 396_305, rowsLoaded: 0 }),
    runStream('notes', { state: 'incomplete', rowsRead: 0, rowsLoaded: 0 }),
  ];
  await open({ [ONE]: runResponse({ state: 'canceled', streams }) });
  expect(await screen.findByText('Canceled, 1 of 3 tables updated')).toBeVisible();
  expect(screen.queryByText(/unaccounted/)).not.toBeInTheDocument();
  expect(screen.getByText(/^396,305 rows were read from tables that keep/)).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Progress per table' }));
  expect(table.getByRole('row', { name: /^orders Swapped/ })).toBeVisible();
  expect(table.getByRole('row', { name: /^visits Stopped while reading/ })).toBeVisible();
  expect(table.getByRole('row', { name: /^notes Not started/ })).toBeVisible();
});

test('tables that failed for different reasons are in one list, with one button per remedy', async () => {
  const lost = (table: string) => {
    const message = `${table} is gone`;
    return failure({
      code: 'table_missing',
      type: 'refresh_schema',
      field: null,
      message,
      values: { table },
    });
  };
  const failed = ['a', 'b', 'c'].map((name) =>
    runStream(name, { state: 'incomplete', rowsLoaded: 0, failure: lost(name) }),
  );
  const streams = [...failed, runStream('orders')];
  await open({ [ONE]: runResponse({ state: 'partially_succeeded', failure: lost('a'), streams }) });
  const list = within(await screen.findByRole('group', { name: '3 of 4 tables failed' }));
  expect(list.getAllByRole('listitem')).toHaveLength(3);
  expect(list.getByText('The table b no longer exists at the source.')).toBeVisible();
  expect(list.getAllByRole('link', { name: 'Select tables' })).toHaveLength(1);
});

test('a table that waits for a decision leads to it, and shows nothing of an earlier attempt', async () => {
  const held = failure({
    code: 'schema_change_undecided',
    type: 'refresh_schema',
    field: null,
    values: { table: 'orders' },
  });
  const streams = [
    runStream('orders', { state: 'incomplete', phase: 'waiting', rowsRead: 0, rowsLoaded: 0, failure: held }),
    runStream('visits'),
  ];
  await open({
    [ONE]: runResponse({ state: 'incomplete', endedAt: null, failure: held, retryAt: null, streams }),
  });
  const [table] = await screen.findAllByRole('table', { name: 'Progress per table' });
  const row = within(within(table!).getByRole('row', { name: /^orders/ }));
  const changes = `/w/org_finch/source-connections/${SOURCE}?tab=changes`;
  expect(row.getByRole('link', { name: 'Waits for a decision' })).toHaveAttribute('href', changes);
  expect(row.queryByText(/%/)).toHaveTextContent('0');
  expect(screen.getByRole('link', { name: 'Schema changes' })).toHaveAttribute('href', changes);
});

test('a run that was given up names the cause of its table once', async () => {
  const cause = failure({ code: 'sample_outage', field: null, values: { table: 'orders', rows: 5 } });
  const givenUp = failure({
    code: 'retries_exhausted',
    field: null,
    values: { attempts: 5, cause: cause.message, causeCode: cause.code, ...cause.values },
  });
  const streams = [runStream('orders', { state: 'incomplete', rowsLoaded: 0, failure: cause })];
  await open({ [ONE]: runResponse({ state: 'failed', failure: givenUp, streams }) });
  expect(await screen.findByText('Stopped after 5 attempts.')).toBeVisible();
  expect(screen.getAllByText(/The sample shop/i)).toHaveLength(1);
});

test('an interrupted run shows when it resumes, and is not shown as failed', async () => {
  const broken = failure({
    code: 'source_disconnected',
    type: 'transient_error',
    retryable: true,
    field: null,
  });
  const retryAt = new Date(Date.now() + 80_000).toISOString();
  const streams = [runStream('orders', { state: 'incomplete', rowsLoaded: 0, failure: broken })];
  const facts = { state: 'incomplete', endedAt: null, failure: broken, retryAt, streams } as const;
  await open({ [ONE]: runResponse({ ...facts, streams }) });
  expect(await screen.findByText('Next attempt in 1 minute.')).toBeVisible();
  expect(screen.getAllByText('Interrupted').length).toBeGreaterThan(0);
  expect(screen.queryByText('Failed')).not.toBeInTheDocument();
  expect(screen.getByText('Original error')).toBeVisible();
});

test('a rejected row shows its reason in the user’s language, or as it was stored if it has no code', async () => {
  const values = { fields: 1_001, expected: 2 };
  const rows = [
    { id: 'rej_1', ...rejectedRow({ line: 1_200, code: 'fields_differ', values }) },
    { id: 'rej_2', ...rejectedRow({ line: 1_201, reason: 'as it was' }) },
  ];
  const { user } = await open({
    [ONE]: runResponse({ streams: [withRejects] }),
    [`${ONE}/rejected-rows`]: collectionOf('rejected_rows', rows),
  });
  await user.click(await screen.findByRole('button', { name: 'See 24 rejected rows' }));
  const cell = (name: string) => screen.findByRole('cell', { name });
  expect(await cell('the row has 1,001 fields, the header has 2')).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(await cell('die Zeile hat 1.001 Felder, die Kopfzeile 2')).toBeInTheDocument();
  expect(await cell('as it was')).toBeInTheDocument();
});

test('the failure of too many rejected rows shows its reason in the user’s language', async () => {
  const values = { rejected: 1_200, limit: 100, line: 3, fields: 1, expected: 2 };
  const tooMany = failure({
    code: 'rejects_over_limit',
    field: null,
    values: { table: 'orders', ...values, reason: 'fields: 1 of 2', reasonCode: 'fields_differ' },
  });
  await open({ [ONE]: runResponse({ failure: tooMany }) });
  expect(
    await screen.findByText(/1,200 rows .* line 3: the row has 1 field, the header has 2\.$/),
  ).toBeVisible();
  await act(() => setLanguage('de'));
  expect(
    await screen.findByText(/1\.200 Zeilen, .* Zeile 3: die Zeile hat 1 Feld, die Kopfzeile 2\.$/),
  ).toBeVisible();
});

test('a single failed table shows its own cause', async () => {
  const lost = failure({
    code: 'table_missing',
    type: 'refresh_schema',
    field: null,
    values: { table: 'visits' },
  });
  await open({
    [ONE]: runResponse({
      state: 'partially_succeeded',
      streams: [runStream('orders'), runStream('visits', { state: 'incomplete', failure: lost })],
    }),
  });
  expect(await screen.findByText('The table visits no longer exists at the source.')).toBeInTheDocument();
  expect(screen.getByText('Partially succeeded')).toBeInTheDocument();
});

test('a run that waits for its turn shows its place in line, and no counts yet', async () => {
  const streams = [runStream('orders', { state: 'pending', phase: 'waiting', rowsRead: 0, rowsLoaded: 0 })];
  const waiting = { state: 'queued', startedAt: null, endedAt: null, rowsRead: 0, streams } as const;
  await open({ [ONE]: runResponse({ ...waiting, streams, position: 3 }) });
  expect(await screen.findByText('Queued')).toBeVisible();
  expect(screen.getByText('Place 3 in line')).toBeVisible();
  expect(screen.getByRole('row', { name: /^orders/ })).toBeVisible();
  expect(screen.queryByText(/Still counting/)).not.toBeInTheDocument();
});

test('a run with several attempts shows how each ended and why', async () => {
  const lost = failure({ code: 'process_lost', origin: 'platform', type: 'system_error', values: {} });
  const attempt = { startedAt: '2026-11-20T11:59:19Z', endedAt: '2026-11-20T11:59:50Z' };
  const attempts = [
    { ...attempt, number: 3, outcome: null, endedAt: null, failure: null },
    { ...attempt, number: 2, outcome: 'lost' as const, failure: null },
    { ...attempt, number: 1, outcome: 'incomplete' as const, failure: lost },
  ];
  await open({ [ONE]: runResponse({ state: 'running', endedAt: null, attempt: 3, attempts }) });
  const list = within(await screen.findByRole('region', { name: 'Attempts' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Attempt 3 in progress11:59:19',
    'Attempt 2 was lost with its worker11:59:19 to 11:59:5031 s',
    expect.stringMatching(
      /^Attempt 1 was interrupted11:59:19 to 11:59:50The process doing the work ended unexpectedly.31 s$/,
    ),
  ]);
});

test('a run with a single attempt has no list of attempts', async () => {
  await open({ [ONE]: runResponse() });
  expect(await screen.findByRole('heading', { name: 'Run 7' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Attempts' })).not.toBeInTheDocument();
});

test('only the tables with rejected rows are synced again, and the rows can be downloaded', async () => {
  const { user, api } = await open({
    [ONE]: runResponse({ streams: [withRejects, runStream('visits')] }),
    [`${ONE}/rejected-rows`]: collectionOf('rejected_rows', [{ id: 'rej_1', ...rejectedRow() }]),
    [`POST ${ROUTES.source}/sync-runs`]: runResponse({ state: 'queued' }),
  });
  await user.click(await screen.findByRole('button', { name: 'See 24 rejected rows' }));
  expect(await screen.findByRole('link', { name: 'Download as CSV, safe for spreadsheets' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/sync-runs\/run_7\/rejected-row-file\?texts=spreadsheet$/),
  );
  await user.click(screen.getByRole('button', { name: 'Retry orders' }));
  const [call] = api.callsTo(`POST ${ROUTES.source}/sync-runs`);
  expect(call!.body!.data.attributes).toEqual({ tables: ['orders'] });
});

test('a table that is read incrementally is read from scratch for its rejected rows, unless that would lose others', async () => {
  const { user, api } = await open({
    [ONE]: runResponse({
      streams: [
        { ...withRejects, retry: 'from_scratch' },
        { ...runStream('events', { rowsRead: 101, rowsRejected: 1 }), retry: 'loses_history' },
      ],
    }),
    [`${ONE}/rejected-rows`]: collectionOf('rejected_rows', [{ id: 'rej_1', ...rejectedRow() }]),
    [`POST ${ROUTES.source}/sync-runs`]: runResponse({ state: 'queued' }),
  });
  await user.click(await screen.findByRole('button', { name: 'See 25 rejected rows' }));
  expect(await screen.findByText(/it reads orders from scratch/)).toBeVisible();
  expect(screen.getByText(/events keeps rows that the source may no longer have/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry orders' }));
  const [call] = api.callsTo(`POST ${ROUTES.source}/sync-runs`);
  expect(call!.body!.data.attributes).toEqual({ tables: ['orders'], refresh: true });
});
