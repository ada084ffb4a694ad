import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  membership,
  renderRoute,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  csv,
  failure,
  lastRun,
  LIST_PATH,
  MOUNT,
  postgres,
  ROUTES,
  source,
  SOURCE_PATH,
  SOURCE,
} from '../testing/fixtures.ts';

const LIST = `GET ${ROUTES.sources}`;
const connectors: Handlers = { 'GET connectors': collectionOf('connectors', [postgres, csv]) };
const shop = { id: SOURCE, ...source({ lastRun: lastRun({ rowsRejected: 0 }) }) };
const till = {
  id: 'src_till',
  ...source({
    name: 'Till exports',
    connector: 'csv',
    address: 'till.csv',
    status: 'failed',
    failure: failure(),
  }),
};
type Listed = { id: string } & ReturnType<typeof source>;
const open = (sources: Listed[], at = LIST_PATH) =>
  renderRoute(routes, at, {
    mount: MOUNT,
    api: { ...connectors, [LIST]: collectionOf('source_connections', sources) },
  });
const row = (name: string) => screen.getByRole('link', { name }).closest('tr')!;

test('a source that limits requests is not shown as syncing, but when it continues', async () => {
  const limitedUntil = new Date(Date.now() + 320_000).toISOString();
  const run = lastRun({ state: 'running', endedAt: null, limitedUntil });
  await open([{ id: SOURCE, ...source({ status: 'running', lastRun: run }) }]);
  const limits = 'The source limits requests. It continues in 5 minutes.';
  await waitFor(() => expect(within(row('shop-db')).getAllByText(limits)[0]).toBeVisible());
  expect(within(row('shop-db')).getAllByText('Rate limited')[0]).toBeVisible();
  expect(within(row('shop-db')).queryByText('Syncing')).not.toBeInTheDocument();
});

test('a connection that already has rows is not shown as not synced yet', async () => {
  const behind = { id: SOURCE, ...source({ status: 'pending', selectedTables: 2, missingTables: 1 }) };
  const fresh = {
    ...till,
    ...source({ name: 'Till exports', status: 'pending', selectedTables: 1, missingTables: 1 }),
  };
  await open([behind, fresh]);
  await screen.findByRole('link', { name: behind.name });
  expect(within(row(behind.name)).getByText('Delayed')).toBeInTheDocument();
  expect(within(row(fresh.name)).getByText('Not synced yet')).toBeInTheDocument();
});

test('an empty workspace offers to connect a source or load the sample data, and then shows its connection', async () => {
  const { api, user, location } = await open([]);
  const connect = await screen.findByRole('link', { name: 'Connect a source' });
  expect(connect).toHaveAttribute('href', `${LIST_PATH}/new/select`);
  api.on({
    'POST organizations/:organizationId/sample-data': documentOf('source_connections', SOURCE, source(), 202),
    [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source()),
    [`GET ${ROUTES.tables}`]: collectionOf('tables', []),
  });
  await user.click(screen.getByRole('button', { name: 'Load sample data' }));
  expect(await screen.findByRole('heading', { name: 'shop-db' })).toBeInTheDocument();
  expect(location()).toBe(SOURCE_PATH);
});

test('readers are told who can connect the first source', async () => {
  const organizations = [membership({ role: 'reader' })];
  const api = { ...connectors, [LIST]: collectionOf('source_connections', []) };
  await renderRoute(routes, LIST_PATH, { mount: MOUNT, api, session: { organizations } });
  expect(await screen.findByText(/Admins and editors of Finch Outdoor can connect one/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Load sample data' })).not.toBeInTheDocument();
});

test('a row shows the connection’s status, the reason for it, and what the last run did', async () => {
  await open([shop, till]);
  await screen.findByRole('table', { name: 'Source connections' });
  expect(within(row('shop-db')).getByText('Synced')).toBeInTheDocument();
  expect(within(row('shop-db')).getByText('PostgreSQL · shop-db:5432/shop')).toBeInTheDocument();
  expect(within(row('shop-db')).getByText('100 rows in 41 s')).toBeInTheDocument();
  expect(within(row('Till exports')).getByText('Action required')).toBeInTheDocument();
  expect(
    within(row('Till exports')).getByText('shop-db refused the user reader or the password.'),
  ).toBeInTheDocument();
  expect(screen.getByText('2 connections, 4 tables')).toBeInTheDocument();
});

test('filters by status and text are in the URL, and can be cleared', async () => {
  const { user, location } = await open([shop, till], `${LIST_PATH}?status=failed`);
  expect(await screen.findByText('Till exports')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'shop-db' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Find a connection' }), 'zzz');
  expect(await screen.findByText('No connections match this filter')).toBeInTheDocument();
  await waitFor(() => expect(location()).toBe(`${LIST_PATH}?status=failed&q=zzz`));
  await user.click(screen.getByRole('button', { name: 'Show all connections' }));
  expect(await screen.findByRole('link', { name: 'shop-db' })).toBeInTheDocument();
  expect(location()).toBe(LIST_PATH);
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('shows when each connection runs next, or why it doesn’t', async () => {
  const next = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 60_000).toISOString();
  const planned = { kind: 'interval' as const, nextRunAt: next(3), version: 1 };
  const paused = { lifecycle: 'paused' as const, status: 'paused' as const };
  await open([
    { ...shop, schedule: planned },
    { ...till, ...paused, schedule: { ...planned, nextRunAt: null } },
    { ...shop, id: 'src_due', name: 'due', schedule: { ...planned, nextRunAt: next(-1) } },
    { ...shop, id: 'src_hand', name: 'hand', schedule: null },
    { ...shop, id: 'src_after', name: 'after', schedule: { kind: 'after', nextRunAt: null, version: 1 } },
  ]);
  await screen.findByRole('table', { name: 'Source connections' });
  const expected = {
    'shop-db': 'in 3 hours',
    'Till exports': 'Paused',
    due: 'Due now',
    hand: 'Manual',
    after: 'After another connection',
  };
  for (const [name, text] of Object.entries(expected))
    expect(within(row(name)).getAllByRole('cell').at(-2)).toHaveTextContent(text);
});

test('filters by connector', async () => {
  const { user, location } = await open([shop, till]);
  const filter = await screen.findByRole('combobox', { name: 'Connector' });
  await user.selectOptions(filter, 'Files');
  expect(screen.queryByRole('link', { name: 'shop-db' })).not.toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}?connector=csv`);
});

test('does the same with several connections, and names those for which it fails', async () => {
  const { api, user } = await open([shop, till]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Resume' })).toHaveAttribute('aria-disabled', 'true');
  // The one that needs someone is first.
  const also = `${LIST_PATH}/src_till/schedule-sync?also=${SOURCE}`;
  expect(screen.getByRole('link', { name: 'Schedule' })).toHaveAttribute('href', also);
  api.on({
    [`POST ${ROUTES.source}/pauses`]: ({ path }) =>
      path.includes('src_till')
        ? errorsOf(403, [{ code: 'permission_denied' }])
        : documentOf('source_connections', SOURCE, source()),
  });
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText(/^Till exports: Your role/)).toBeInTheDocument();
  expect(api.callsTo(`POST ${ROUTES.source}/pauses`)).toHaveLength(2);
  expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
});

test('readers read why they can’t sync the selected connections, and who can change that', async () => {
  const theirs = [shop, till].map((one) => ({ ...one, can: { edit: false, sync: false } }));
  const organizations = [membership({ role: 'reader' })];
  const api = { ...connectors, [LIST]: collectionOf('source_connections', theirs) };
  const { user } = await renderRoute(routes, LIST_PATH, { mount: MOUNT, api, session: { organizations } });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const bar = within(screen.getByRole('toolbar', { name: 'Actions for the selected connections' }));
  expect(bar.getByRole('button', { name: 'Sync now' })).toHaveAccessibleDescription(
    "Your role can't start runs. An admin of this workspace can change your role.",
  );
  expect(bar.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
});

test('a filter drops rows that it hides from the selection', async () => {
  const { user } = await open([shop, till]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select shop-db' }));
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Connector' }), 'PostgreSQL');
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
});

test('a list of several pages is shown in full', async () => {
  await renderRoute(routes, LIST_PATH, {
    mount: MOUNT,
    api: {
      ...connectors,
      [LIST]: ({ query }) =>
        query.get('page[after]') === 'c1'
          ? collectionOf('source_connections', [till], { total: 2 })
          : collectionOf('source_connections', [shop], { next: 'c1', total: 2 }),
    },
  });
  expect(await screen.findByText('Till exports')).toBeInTheDocument();
  expect(row('shop-db')).toBeInTheDocument();
});

test('if the list cannot be loaded, shows the request’s ID for support, and can try again', async () => {
  const api = { ...connectors, [LIST]: errorsOf(503, [{ detail: 'Broken.' }]) };
  const rendered = await renderRoute(routes, LIST_PATH, { mount: MOUNT, api });
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load the source connections");
  expect(screen.getByText('Request req_test')).toBeInTheDocument();
  rendered.api.on({ [LIST]: collectionOf('source_connections', [shop]) });
  await rendered.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'shop-db' })).toBeInTheDocument();
});

test('syncs all that can be, and says how many were left out and why', async () => {
  const more = (id: string, rest: Parameters<typeof source>[0]) => ({ id, ...source({ name: id, ...rest }) });
  const { api, user } = await open([
    shop,
    till,
    more('erp', { status: 'running' }),
    more('archive', { lifecycle: 'paused', status: 'paused' }),
    more('new', { selectedTables: 0, status: 'pending' }),
    more('theirs', { can: { edit: false, sync: false } }),
  ]);
  api.on({
    [`POST ${ROUTES.source}/sync-runs`]: ({ path }) =>
      path.includes('src_till')
        ? errorsOf(409, [{ code: 'other_run_active' }])
        : documentOf('sync_runs', 'run_1', {}, 202),
  });
  await user.click(await screen.findByRole('button', { name: 'Sync all' }));
  const report = await screen.findByText('1 sync started');
  const all = report.closest<HTMLElement>('[role="status"]')!;
  expect(all).toHaveTextContent('Already syncing or queued: erp');
  expect(all).toHaveTextContent('Left out because paused: archive');
  expect(all).toHaveTextContent('Left out because no table is selected: new');
  expect(all).toHaveTextContent("Your role can't sync: theirs");
  expect(await screen.findByText(/^Till exports: /)).toBeInTheDocument();
  expect(api.callsTo(`POST ${ROUTES.source}/sync-runs`)).toHaveLength(2);
  await user.click(within(all).getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('1 sync started')).not.toBeInTheDocument();
});

test('a row’s menu has what can be done with it, and a failed one the button that helps', async () => {
  const { api, user } = await open([shop, till]);
  const [first] = (await screen.findAllByRole('link', { name: /shop-db|Till exports/ })).map(
    ({ textContent }) => textContent,
  );
  expect(first).toBe('Till exports');
  expect(within(row('Till exports')).getByRole('link', { name: 'Connect again' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Actions for shop-db' }));
  expect(screen.getByRole('menuitem', { name: 'Select data' })).toHaveAttribute(
    'href',
    `${SOURCE_PATH}/select-data`,
  );
  api.on({ [`POST ${ROUTES.source}/pauses`]: documentOf('source_connections', SOURCE, source()) });
  await user.click(screen.getByRole('menuitem', { name: 'Pause' }));
  await waitFor(() => expect(api.callsTo(`POST ${ROUTES.source}/pauses`)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Actions for shop-db' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete connection' }));
  expect(await screen.findByRole('dialog', { name: 'Delete shop-db?' })).toBeInTheDocument();
});
