import { queryClient } from '@headwater/shared/query';
import type {
  SourceConnectionAttributes,
  StoredDataAttributes,
  SyncRunAttributes,
} from '@headwater/shared/contract';
import {
  collectionOf,
  documentOf,
  errorsOf,
  noContent,
  renderRoute,
  type Handlers,
} from '@headwater/shared/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalog,
  csv,
  failure,
  lastRun,
  listedRun,
  LIST_PATH,
  MOUNT,
  postgres,
  quality,
  rejectedRow,
  ROUTES,
  run,
  runStream,
  source,
  SOURCE,
  SOURCE_PATH,
  table,
} from '../testing/fixtures.ts';

const GET = `GET ${ROUTES.source}`;
const RUNS = `${ROUTES.source}/sync-runs`;
const sourceResponse = (rest?: Partial<SourceConnectionAttributes>) =>
  documentOf('source_connections', SOURCE, source(rest));
const runResponse = (rest?: Partial<SyncRunAttributes>, status = 200) =>
  documentOf('sync_runs', 'run_7', run(rest), status);

const storedData = (rest: Partial<StoredDataAttributes> = {}) =>
  documentOf('stored_data', SOURCE, {
    tables: 1,
    bytes: 4_300_000,
    heldTables: 0,
    unmaskedTables: 0,
    ...rest,
  });

const open = (
  rest: Partial<SourceConnectionAttributes> = {},
  query = '',
  api: Handlers = {},
  path = SOURCE_PATH,
) =>
  renderRoute(routes, path + query, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [postgres]),
      [GET]: sourceResponse(rest),
      [`GET ${ROUTES.tables}`]: collectionOf('tables', [
        table('orders'),
        table('customers', { version: null }),
      ]),
      [`GET ${ROUTES.source}/quality`]: documentOf('qualities', SOURCE, quality()),
      [`GET ${ROUTES.source}/state`]: documentOf('connection_states', SOURCE, { tables: [] }),
      [`GET ${ROUTES.source}/stored-data`]: storedData(),
      ...api,
    },
  });

test('shows the connection’s status and the tables that it has loaded', async () => {
  await open({ lastRun: lastRun() });
  expect(await screen.findByRole('heading', { name: 'shop-db' })).toBeInTheDocument();
  expect(screen.getByText('Synced')).toBeInTheDocument();
  const tables = await screen.findByRole('table', { name: 'Tables' });
  const link = within(tables).getByRole('link', { name: 'orders' });
  expect(link).toHaveAttribute('href', `/w/org_finch/data/${SOURCE}/orders`);
  expect(
    within(tables).getByRole('row', { name: /orders 18,402 100 0 4.1 MB Versions of orders, now 3/ }),
  ).toBeInTheDocument();
  expect(within(tables).getByRole('link', { name: 'Versions of orders, now 3' })).toHaveAttribute(
    'href',
    `/w/org_finch/data/${SOURCE}/orders?tab=versions`,
  );
  expect(within(tables).queryByText('customers')).not.toBeInTheDocument();
});

test('rows are compared with the source’s, and the rejected ones of the last run are linked', async () => {
  const latest = { ...quality().tables[0]!.latest, rejected: 3 };
  const found = quality({ source: { rows: 20_000, isEstimate: true }, latest });
  await open({}, '', { [`GET ${ROUTES.source}/quality`]: documentOf('qualities', SOURCE, found) });
  expect(await screen.findByText('≈ 20,000')).toBeVisible();
  expect(screen.getByRole('link', { name: '3 rows rejected in run 7' })).toHaveAttribute(
    'href',
    `${SOURCE_PATH}/runs/run_7?rejected=shown`,
  );
});

test('Sync now starts only one run, even if the first response is lost', async () => {
  const { user, api } = await open();
  await user.click(await screen.findByRole('button', { name: 'Sync now' }));
  expect(await screen.findByText(/Couldn't start the run/)).toBeInTheDocument();
  const running = { status: 'running', lastRun: lastRun({ state: 'running', endedAt: null }) } as const;
  api.on({
    [`POST ${RUNS}`]: runResponse({ state: 'queued' }, 202),
    [GET]: sourceResponse(running),
    [`GET ${RUNS}/:runId`]: runResponse({ state: 'running', endedAt: null }),
  });
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  expect(await screen.findByRole('button', { name: 'Cancel run' })).toBeInTheDocument();
  const keys = api.callsTo(`POST ${RUNS}`).map((call) => call.headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a running sync shows each table’s progress and can be canceled', async () => {
  const streams = [
    runStream('orders'),
    runStream('visits', {
      state: 'running',
      phase: 'reading',
      rowsRead: 62,
      rowsLoaded: 0,
      estimatedRows: 100,
    }),
    runStream('notes', {
      state: 'running',
      phase: 'reading',
      rowsRead: 9,
      rowsLoaded: 0,
      estimatedRows: null,
    }),
  ];
  const { user, api } = await open(
    { status: 'running', lastRun: lastRun({ state: 'running', endedAt: null }) },
    '',
    {
      [`GET ${RUNS}/:runId`]: runResponse({
        state: 'running',
        endedAt: null,
        streams,
        rowsRead: 171,
        rowsLoaded: 100,
        rowsRejected: 0,
      }),
      [`POST ${RUNS}/:runId/cancellations`]: runResponse({ state: 'canceling' }, 202),
    },
  );
  const progress = await screen.findByRole('table', { name: 'Progress per table' });
  expect(within(progress).getByRole('progressbar', { name: 'visits' })).toHaveAttribute(
    'aria-valuenow',
    '62',
  );
  expect(within(progress).getByRole('row', { name: /visits Reading 62 62 ≈ 100/ })).toBeInTheDocument();
  expect(
    within(progress).getByRole('row', { name: /notes Reading 9 Unknown – No estimate/ }),
  ).toBeInTheDocument();
  expect(screen.getByText('1 of 3 tables done')).toBeInTheDocument();
  expect(screen.getByText('Still counting, 1 of 3 tables done')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel run' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Cancel run 7?' }));
  expect(asked.getByText(/^Tables that are complete keep their new version\./)).toBeInTheDocument();
  expect(api.callsTo(`POST ${RUNS}/:runId/cancellations`)).toHaveLength(0);
  await user.click(asked.getByRole('button', { name: 'Cancel run' }));
  await waitFor(() => expect(api.callsTo(`POST ${RUNS}/:runId/cancellations`)).toHaveLength(1));
});

const KEPT = '2026-11-20T02:22:00Z';

test('a failure shows its cause, its fix, and the kept versions, and links to the field', async () => {
  const outdatedTables = { count: 2, oldest: KEPT, newest: KEPT };
  await open({ status: 'failed', failure: failure(), outdatedTables });
  expect(await screen.findByText('shop-db refused the user reader or the password.')).toBeInTheDocument();
  expect(screen.getByText(/2 tables keep their last good version, from Nov 20, 2026/)).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'Connect again' });
  expect(link).toHaveAttribute('href', `${SOURCE_PATH}?tab=settings&field=password`);
});

test('if tables keep versions from different times, the oldest and newest are shown', async () => {
  const outdatedTables = { count: 21, oldest: '2026-11-19T02:22:00Z', newest: KEPT };
  await open({ status: 'failed', failure: failure(), outdatedTables, missingTables: 1 });
  expect(await screen.findByText(/oldest from Nov 19, 2026.*, the newest from Nov 20, 2026/)).toBeVisible();
  expect(screen.getByText(/1 table hasn't been loaded yet\./)).toBeVisible();
});

test('tables that failed for different reasons are counted, with a link to the run', async () => {
  const state = 'partially_succeeded';
  const facts = { state, failure: failure(), tables: 22, tablesFailed: 6, causes: 6 } as const;
  await open({ status: 'failed', failure: failure(), lastRun: lastRun(facts) });
  expect(await screen.findByText('6 of 22 tables failed in the last run.')).toBeVisible();
  expect(screen.queryByText(/refused/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the run' })).toHaveAttribute(
    'href',
    `${SOURCE_PATH}/runs/run_7`,
  );
});

test('an interrupted run shows when it resumes, and can be resumed now', async () => {
  const retryAt = new Date(Date.now() + 80_000).toISOString();
  const { user, api } = await open(
    { status: 'incomplete', failure: failure(), lastRun: lastRun({ state: 'incomplete', retryAt }) },
    '',
    { [`POST ${RUNS}`]: runResponse({ state: 'queued' }, 202) },
  );
  expect(await screen.findByText(/Interrupted, will resume\./)).toBeVisible();
  expect(screen.getByText('Next attempt in 1 minute.')).toBeVisible();
  expect(screen.getByText(/, retry$/)).toHaveTextContent('in 1 minute, retry');
  await user.click(screen.getByRole('button', { name: 'Resume now' }));
  await waitFor(() => expect(api.callsTo(`POST ${RUNS}`)).toHaveLength(1));
});

test('a retry whose time has come is due, and not some time ago', async () => {
  const retryAt = new Date(Date.now() - 5_000).toISOString();
  await open({
    status: 'incomplete',
    failure: failure(),
    lastRun: lastRun({ state: 'incomplete', retryAt }),
  });
  expect(await screen.findByText('Due now')).toBeVisible();
});

test('after a fix, the failure’s link is gone and Sync now is offered', async () => {
  const failed = lastRun({ state: 'failed', failure: failure(), tablesFailed: 2, causes: 1 });
  const outdatedTables = { count: 2, oldest: KEPT, newest: KEPT };
  await open({ status: 'pending', lastRun: failed, outdatedTables });
  expect(await screen.findByText(/has changed or been checked since/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Connect again' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Sync now' })).toHaveLength(2);
});

test('a connection without tables asks to select some, and cannot be synced yet', async () => {
  await open({ selectedTables: 0, status: 'pending', freshAsOf: null });
  expect(await screen.findByRole('link', { name: 'Select tables' })).toHaveAttribute(
    'href',
    `${SOURCE_PATH}/select-data`,
  );
  expect(screen.getByRole('button', { name: 'Sync now' })).toHaveAttribute('title', 'Select tables first');
});

test('readers are not offered what they are not allowed to do', async () => {
  await open({ can: { edit: false, sync: false } }, '?tab=settings');
  expect(await screen.findByText('Only admins and editors can change this.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sync now' })).toHaveAttribute(
    'title',
    "Your role can't start runs. An admin of this workspace can change your role.",
  );
  expect(screen.queryByRole('link', { name: 'Select data' })).not.toBeInTheDocument();
});

test('runs are filtered by state and by what started them, and the filter is in the URL', async () => {
  const list = `GET ${ROUTES.source}/sync-runs`;
  const { user, api, location } = await open({}, '?tab=runs&trigger=schedule', {
    [list]: collectionOf('sync_runs', []),
  });
  expect(await screen.findByText('No runs match this filter.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed');
  expect(location()).toBe(`${SOURCE_PATH}?tab=runs&trigger=schedule&state=failed`);
  await waitFor(() => {
    const { query } = api.callsTo(list).at(-1)!;
    expect([query.get('filter[state]'), query.get('filter[trigger]')]).toEqual(['failed', 'schedule']);
  });
  api.on({ [list]: collectionOf('sync_runs', [{ id: 'run_7', ...listedRun() }]) });
  await user.click(screen.getByRole('button', { name: 'Show all runs' }));
  expect(await screen.findByRole('row', { name: /^Run 7.*Mara Lindqvist/ })).toBeVisible();
  expect(location()).toBe(`${SOURCE_PATH}?tab=runs`);
});

test('runs are listed, and the page of a run shows its row counts and its rejected rows', async () => {
  const withRejects = runStream('orders', { rowsRead: 124, rowsRejected: 24 });
  const rejected = rejectedRow({ line: 12, column: 'total', reason: 'not a number', raw: '12;x' });
  const { user, location } = await open({}, '?tab=runs', {
    [`GET ${RUNS}`]: collectionOf('sync_runs', [{ id: 'run_7', ...listedRun() }]),
    [`GET ${RUNS}/:runId`]: runResponse({ streams: [withRejects] }),
    [`GET ${RUNS}/:runId/rejected-rows`]: collectionOf('rejected_rows', [{ id: 'rej_1', ...rejected }], {
      total: 24,
    }),
  });
  await user.click(await screen.findByRole('link', { name: 'Run 7' }));
  expect(await screen.findByText('Every row accounted for')).toBeInTheDocument();
  expect(location()).toBe(`${SOURCE_PATH}/runs/run_7`);
  await user.click(screen.getByRole('button', { name: 'See 24 rejected rows' }));
  expect(await screen.findByRole('row', { name: 'orders 12 total not a number 12;x' })).toBeInTheDocument();
  expect(screen.getByText(/^Showing 1 of 24 rejected rows/)).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Runs' }));
  expect(await screen.findByRole('table', { name: 'Runs' })).toBeInTheDocument();
});

test('renaming sends the version, and a conflict keeps what was typed', async () => {
  const CHANGE = `PATCH ${ROUTES.source}`;
  const { user, api } = await open({}, '?tab=settings', {
    [CHANGE]: errorsOf(412, [{ code: 'version_conflict' }]),
  });
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Shop');
  api.on({ [GET]: sourceResponse({ version: 9 }) });
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText(/Your changes are still in the form/)).toBeInTheDocument();
  expect(name).toHaveValue('Shop');
  api.on({ [CHANGE]: sourceResponse({ name: 'Shop', version: 10 }) });
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText('The connection is now named Shop')).toBeInTheDocument();
  expect(api.callsTo(CHANGE).map((call) => call.headers['if-match'])).toEqual(['3', '9']);
});

test('a configuration can be saved without typing its secret again', async () => {
  const CHANGE = `PATCH ${ROUTES.source}`;
  const { user, api } = await open({}, '?tab=settings&field=password', {
    [CHANGE]: sourceResponse({ version: 4 }),
  });
  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  expect(screen.getByLabelText('Password')).toHaveValue('');
  await user.clear(screen.getByLabelText('Database'));
  await user.type(screen.getByLabelText('Database'), 'shop2');
  await user.click(screen.getByRole('button', { name: 'Save without testing' }));
  expect(await screen.findByText('Configuration saved')).toBeInTheDocument();
  expect(api.callsTo(CHANGE)[0]?.body?.data.attributes).toEqual({
    configuration: {
      host: 'shop-db',
      port: 5432,
      database: 'shop2',
      user: 'reader',
      password: { set: true },
    },
  });
});

test('deleting asks for the name, offers to keep the tables, and leads back to the list', async () => {
  const responses: Handlers = {
    [GET]: documentOf('source_connections', 'src_3', source()),
    [`DELETE ${ROUTES.source}`]: noContent,
    [`GET ${ROUTES.sources}`]: collectionOf('source_connections', []),
  };
  const { user, api, location } = await open({}, '?tab=settings', responses, `${LIST_PATH}/src_3`);
  await user.click(await screen.findByRole('button', { name: 'Delete connection' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete shop-db?' });
  expect(await within(dialog).findByText(/^1 table, 4.1 MB, stays readable under Data/)).toBeVisible();
  expect(within(dialog).getByRole('radio', { name: 'Keep the synced tables' })).toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Delete connection' }));
  expect(api.callsTo(`DELETE ${ROUTES.source}`)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox'), 'shop-db');
  await user.click(within(dialog).getByRole('button', { name: 'Delete connection' }));
  await waitFor(() => expect(location()).toBe(LIST_PATH), { timeout: 3_000 });
  expect(api.callsTo(`DELETE ${ROUTES.source}`).map(({ query }) => query.get('data'))).toEqual(['keep']);
});

test('deleting with the tables says so on its button', async () => {
  const { user, api } = await open({}, '?tab=settings', {
    [`GET ${ROUTES.source}/stored-data`]: storedData({ heldTables: 1, unmaskedTables: 2 }),
    [`DELETE ${ROUTES.source}`]: errorsOf(409, [{ code: 'version_conflict' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete connection' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/^2 tables still show values of columns that were masked/)).toBeVisible();
  expect(dialog.getByText(/^1 table has a newer version that waits for a decision/)).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'Delete the tables, too' }));
  expect(dialog.queryByText(/masked after/)).not.toBeInTheDocument();
  await user.type(dialog.getByRole('textbox'), 'shop-db');
  await user.click(dialog.getByRole('button', { name: 'Delete connection and tables' }));
  expect(await screen.findByText(/Couldn't delete shop-db/)).toBeVisible();
  expect(api.callsTo(`DELETE ${ROUTES.source}`).map(({ query }) => query.get('data'))).toEqual(['drop']);
});

test('deleting without anything loaded offers no choice', async () => {
  const { user } = await open({}, '?tab=settings', {
    [`GET ${ROUTES.source}/stored-data`]: storedData({ tables: 0, bytes: 0 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete connection' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('No table has been loaded yet.')).toBeVisible();
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument();
});

test('the event of a connection’s deletion does not make the page fetch the connection again', async () => {
  const api: Handlers = {
    [GET]: documentOf('source_connections', 'src_2', source()),
    [`DELETE ${ROUTES.source}`]: async () => {
      for (const type of ['source_connections', 'tables'])
        await queryClient.invalidateQueries({ queryKey: [type] });
      return noContent;
    },
    [`GET ${ROUTES.sources}`]: collectionOf('source_connections', []),
  };
  const { user, api: made } = await open({}, '?tab=settings', api, `${LIST_PATH}/src_2`);
  await user.click(await screen.findByRole('button', { name: 'Delete connection' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'shop-db');
  const fetches = () => made.callsTo(GET).length + made.callsTo(`GET ${ROUTES.tables}`).length;
  const before = fetches();
  await user.click(within(dialog).getByRole('button', { name: 'Delete connection' }));
  expect(await screen.findByText('shop-db was deleted. Its tables are under Data.')).toBeInTheDocument();
  expect(fetches()).toBe(before);
});

describe('a table that has lost most of its rows', () => {
  const held = { version: 4, rows: 12, since: '2026-11-21T06:00:00Z' };
  const DECISIONS = `${ROUTES.source}/tables/:tableName/held-version-decisions`;
  const onHold = {
    [`GET ${ROUTES.tables}`]: collectionOf('tables', [table('orders', { held, stale: true })]),
  };

  test('is shown with both counts, and can be accepted with one click', async () => {
    const { user, api } = await open({ status: 'failed' }, '', onHold);
    expect(await screen.findByText('orders dropped from 18,402 rows to 12 rows')).toBeInTheDocument();
    api.on({
      [`POST ${DECISIONS}`]: documentOf('tables', 'tbl_orders', table('orders')),
      [`GET ${ROUTES.tables}`]: collectionOf('tables', [table('orders')]),
      [GET]: sourceResponse(),
    });
    await user.click(screen.getByRole('button', { name: 'Accept the new one' }));
    expect(await screen.findByText('orders now uses the new version')).toBeInTheDocument();
    expect(api.callsTo(`POST ${DECISIONS}`).map((call) => call.body)).toEqual([
      { data: { type: 'held_version_decisions', attributes: { decision: 'accept', version: 4 } } },
    ]);
    await waitFor(() => expect(screen.queryByText(/dropped from/)).not.toBeInTheDocument());
  });

  test('is fetched again if someone else has already decided', async () => {
    const { user, api } = await open({ status: 'failed' }, '', onHold);
    api.on({
      [`POST ${DECISIONS}`]: errorsOf(409, [{ code: 'held_version_gone' }]),
      [`GET ${ROUTES.tables}`]: collectionOf('tables', [table('orders')]),
    });
    await user.click(await screen.findByRole('button', { name: 'Keep the old version' }));
    expect(await screen.findByText(/This version is no longer on hold/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(/dropped from/)).not.toBeInTheDocument());
  });

  test('can only be decided on by people who are allowed to edit', async () => {
    await open({ status: 'failed', can: { edit: false, sync: true } }, '', onHold);
    expect(await screen.findByText(/Admins and editors can decide/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Accept the new one' })).not.toBeInTheDocument();
  });
});

test('a connection can be set to accept tables that shrink', async () => {
  const { user, api } = await open({}, '?tab=settings', {
    [`PATCH ${ROUTES.source}`]: sourceResponse({ acceptsShrinking: true }),
  });
  await user.click(await screen.findByRole('switch', { name: /Accept tables that shrink/ }));
  expect(await screen.findByText('Tables that shrink are now accepted')).toBeInTheDocument();
  expect(api.callsTo(`PATCH ${ROUTES.source}`).map((call) => call.body)).toEqual([
    { data: { type: 'source_connections', attributes: { acceptsShrinking: true } } },
  ]);
});

test('how many versions are kept is saved, if the numbers make sense', async () => {
  const { user, api } = await open({}, '?tab=settings', {
    [`PATCH ${ROUTES.source}`]: sourceResponse({ versionsKept: 10, versionDays: 30 }),
  });
  const kept = await screen.findByRole('textbox', { name: 'Newest versions' });
  await user.clear(kept);
  await user.type(kept, '51');
  const save = screen.getByRole('button', { name: 'Save versions to keep' });
  await user.click(save);
  expect(await screen.findByText("Can't be more than 50")).toBeVisible();
  await user.clear(kept);
  await user.type(kept, '10');
  const days = screen.getByRole('textbox', { name: 'Days' });
  await user.clear(days);
  await user.type(days, '30');
  await user.click(save);
  expect(await screen.findByText('Versions to keep saved')).toBeInTheDocument();
  expect(api.callsTo(`PATCH ${ROUTES.source}`).map((call) => call.body)).toEqual([
    { data: { type: 'source_connections', attributes: { versionsKept: 10, versionDays: 30 } } },
  ]);
});

test('deleting a source made of files says that the original files are kept, and mentions no other source', async () => {
  const { user } = await open({ connector: 'csv', configuration: { files: [] } }, '?tab=settings', {
    'GET connectors': collectionOf('connectors', [postgres, csv]),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete connection' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete shop-db?' });
  expect(within(dialog).getByText(/Your original files aren't touched/)).toBeInTheDocument();
  expect(within(dialog).queryByText(/The source itself/)).not.toBeInTheDocument();
});

test('tables that are no longer synced are marked, and can be selected again or deleted', async () => {
  const deselected = table('visits', { selection: 'deselected' });
  const gone = table('stores', { selection: 'gone' });
  const { user, api } = await open({}, '', {
    [`GET ${ROUTES.tables}`]: collectionOf('tables', [table('orders'), deselected, gone]),
    [`PATCH ${ROUTES.source}/selection`]: documentOf('catalogs', SOURCE, catalog()),
    [`DELETE ${ROUTES.tables}/:tableName`]: noContent,
  });
  const row = async (name: string) =>
    within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));
  expect((await row('visits')).getByText('Not synced')).toBeVisible();
  expect((await row('stores')).queryByRole('button', { name: 'Select again' })).not.toBeInTheDocument();
  expect((await row('orders')).queryByText('Not synced')).not.toBeInTheDocument();
  await user.click((await row('visits')).getByRole('button', { name: 'Select again' }));
  await waitFor(() => expect(api.callsTo(`PATCH ${ROUTES.source}/selection`)).toHaveLength(1));
  const [call] = api.callsTo(`PATCH ${ROUTES.source}/selection`);
  expect(call?.headers['if-match']).toBe('3');
  expect(call?.body?.data.attributes).toEqual({ add: ['visits'] });
  await user.click((await row('stores')).getByRole('button', { name: 'Delete stores' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete stores?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('stores was deleted')).toBeInTheDocument();
});

test('runs that keep failing are warned about, and an automatic pause is explained with its failure', async () => {
  const failed = {
    status: 'failed',
    failure: failure(),
    lastRun: lastRun({ state: 'failed', failure: failure() }),
  } as const;
  await open({ ...failed, failedRuns: 3 });
  expect(await screen.findByRole('heading', { name: 'shop-db' })).toBeVisible();
  expect(screen.queryByText(/runs in a row have failed/)).not.toBeInTheDocument();
  cleanup();
  await open({ ...failed, failedRuns: 4 });
  expect(await screen.findByText(/^4 runs in a row have failed\. After 30/)).toBeVisible();
  cleanup();
  const pause = { code: 'auto_paused', by: null, at: new Date().toISOString() } as const;
  await open({ ...failed, failedRuns: 30, lifecycle: 'paused', pause });
  expect(await screen.findByText(/^Paused automatically just now, after 30 failed runs/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
});

test('a connection can be copied under another name, and the copy opens', async () => {
  const { user, api, location } = await open({}, '?tab=settings', {
    [`POST ${ROUTES.source}/copies`]: documentOf(
      'source_connections',
      'src_copy',
      source({ name: 'Shop again' }),
      201,
    ),
  });
  const name = await screen.findByLabelText('Name of the copy');
  expect(name).toHaveValue('Copy of shop-db');
  await user.clear(name);
  await user.type(name, 'Shop again');
  await user.click(screen.getByRole('button', { name: 'Copy connection' }));
  await waitFor(() => expect(location()).toBe(`${LIST_PATH}/src_copy`));
  const [call] = api.callsTo(`POST ${ROUTES.source}/copies`);
  expect(call!.body!.data).toEqual({ type: 'connection_copies', attributes: { name: 'Shop again' } });
});

test('the settings offer an export, and show how far each table has been read', async () => {
  const tables = [{ tableName: 'orders', version: 4, state: { column: 'at', value: '2026-11-20' } }];
  await open({}, '?tab=settings', {
    [`GET ${ROUTES.source}/state`]: documentOf('connection_states', SOURCE, { tables }),
  });
  const link = await screen.findByRole('link', { name: 'Export as JSON' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/\/source-connections\/src_shop\/export-file$/));
  const state = await screen.findByLabelText('State of 1 table');
  expect(JSON.parse(state.textContent)).toEqual(tables);
});

test('a reader sees the state, but no settings to change', async () => {
  await open({ can: { edit: false, sync: false } }, '?tab=settings');
  expect(await screen.findByText(/^No table is read incrementally/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Export as JSON' })).not.toBeInTheDocument();
});
