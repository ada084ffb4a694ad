import { documentOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { usePalette } from './use-palette.tsx';
import { followVisits, forgetVisits, visitsOf } from './visits.ts';
import { messages } from '../messages.ts';
import { writePageBlock } from '../testing/page-block.ts';

const SEARCH = 'GET organizations/:organizationId/search';
const hit = (kind: string, id: string, name: string, rest: object = {}) => ({
  ...{ kind, id, name, sourceConnectionId: null, sourceConnectionName: null, tableName: null, rows: null },
  ...{ nextRunAt: null, isPaused: false, changedAt: null },
  ...rest,
});
const shop = { sourceConnectionId: 'src_shop', sourceConnectionName: 'shop-db', tableName: 'orders' };
const found = documentOf('search_results', 'org_finch', {
  hits: [
    hit('table', 'tbl_1', 'orders', { ...shop, rows: 12 }),
    hit('column', 'tbl_1 order_id', 'order_id', shop),
    hit('report', 'rep_1', 'Orders per hour'),
  ],
});

function Sample({ role = 'admin' }: { role?: 'admin' | 'reader' }) {
  const { open, palette } = usePalette('org_finch', role);
  return (
    <>
      <button type="button" onClick={open}>
        Search
      </button>
      {palette}
    </>
  );
}

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
beforeEach(() => {
  writePageBlock();
  return messages.load();
});

const open = (api: Handlers = {}, role: 'admin' | 'reader' = 'admin') =>
  renderRoute([{ path: '/', element: <Sample role={role} /> }], '/', { api: { [SEARCH]: found, ...api } });
const option = (name: RegExp | string) => screen.findByRole('option', { name });

test('opens by its shortcut with the pages, and leads to what was found by keyboard', async () => {
  const { user, api, location } = await open();
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('combobox');
  expect(await option('Open the SQL editor')).toBeInTheDocument();
  await user.type(input, 'order');
  expect(await option('order_id shop-db, orders')).toBeInTheDocument();
  await waitFor(() => expect(api.callsTo(SEARCH).at(-1)!.query.get('filter[text]')).toBe('order'));
  const table = await option('orders shop-db, 12 rows');
  expect(table).toHaveAttribute('aria-selected', 'true');
  expect(input).toHaveAttribute('aria-activedescendant', table.id);
  await user.keyboard('{ArrowDown}');
  expect(await option(/order_id/)).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(await option('Sync shop-db, it feeds orders')).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() =>
    expect(location()).toBe('/w/org_finch/data/src_shop/orders?tab=columns&column=order_id'),
  );
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('says beside a name what is known: the next run, the last change, and nothing that is only likely', async () => {
  const inTwoHours = new Date(Date.now() + 2 * 3_600_000 + 60_000).toISOString();
  const hits = [
    hit('connection', 'src_1', 'order-db', { sourceConnectionId: 'src_1', nextRunAt: inTwoHours }),
    hit('connection', 'src_2', 'order-erp', { isPaused: true }),
    hit('connection', 'src_3', 'order-due', { nextRunAt: '2026-01-01T00:00:00Z' }),
    hit('table', 'tbl_1', 'orders', { ...shop, rows: 12, nextRunAt: inTwoHours }),
    hit('report', 'rep_1', 'Orders', { changedAt: new Date(Date.now() - 26 * 3_600_000).toISOString() }),
  ];
  const { user } = await open({ [SEARCH]: documentOf('search_results', 'org_finch', { hits }) });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.type(await screen.findByRole('combobox'), 'order');
  expect(await option('order-db next sync in 2 hours')).toBeInTheDocument();
  expect(await option('order-erp paused')).toBeInTheDocument();
  expect(await option('order-due')).toBeInTheDocument();
  expect(await option('Orders changed yesterday')).toBeInTheDocument();
  expect(await option('Sync order-db next sync in 2 hours')).toBeInTheDocument();
});

test('finds report templates, and says if there is nothing', async () => {
  const nothing = documentOf('search_results', 'org_finch', { hits: [] });
  const { user } = await open({ [SEARCH]: nothing });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  const input = await screen.findByRole('combobox');
  await user.type(input, 'pipeline');
  const group = await screen.findByRole('group', { name: 'Report templates' });
  expect(within(group).getByRole('option', { name: 'Sales pipeline' })).toBeInTheDocument();
  await user.type(input, ' xyz');
  expect(await screen.findByText('Nothing is called “pipeline xyz”')).toBeInTheDocument();
  expect(input).toHaveAttribute('aria-expanded', 'false');
});

test('does what was found a use for: syncs the connection that feeds a table', async () => {
  const SYNC = 'POST organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs';
  const { user, api, location } = await open({ [SYNC]: documentOf('sync_runs', 'run_1', {}, 202) });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.type(await screen.findByRole('combobox'), 'order');
  await user.click(await option('Sync shop-db, it feeds orders'));
  await waitFor(() => expect(location()).toBe('/w/org_finch/source-connections/src_shop'));
  expect(api.callsTo(SYNC)).toHaveLength(1);
});

test('a table that was found can be queried, by the name that SQL knows it by', async () => {
  const SQL =
    'GET organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/row-sql';
  const { user, location } = await open({
    [SQL]: ({ path }) => {
      const [, , , source, , table] = path.split('/');
      return documentOf('row_sql', 'tbl_1', { sql: `select *\nfrom "${source}".${table}` });
    },
  });
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.type(await screen.findByRole('combobox'), 'order');
  await user.click(await option('Query orders in SQL'));
  await waitFor(() => expect(location()).toContain('/w/org_finch/data-tools/sql-editor?'));
  const { searchParams } = new URL(location(), 'http://x');
  expect(searchParams.get('sql')).toBe('select *\nfrom "src_shop".orders');
});

test('begins with what was looked at lately, by the same person, in this workspace', async () => {
  const stop = followVisits('mara@finch-outdoor.com');
  const visit = (path: string, name: string) =>
    dispatchEvent(new CustomEvent('headwater:visit', { detail: { path, name } }));
  visit('/w/org_finch/reports/rep_1', 'Weekly orders');
  visit('/w/org_other/reports/rep_2', 'Elsewhere');
  stop();
  expect(visitsOf('someone@else.com')).toEqual([]);
  const { user, location } = await open();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  const recent = within(await screen.findByRole('group', { name: 'Recent' })).getAllByRole('option');
  expect(recent.map(({ textContent }) => textContent)).toEqual(['Weekly orders opened just now']);
  await user.click(recent[0]!);
  await waitFor(() => expect(location()).toBe('/w/org_finch/reports/rep_1'));
  forgetVisits();
  expect(visitsOf('mara@finch-outdoor.com')).toEqual([]);
});

test('the list owns nothing but groups, and they nothing but their name and options', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await option('Open the SQL editor');
  const list = screen.getByRole('listbox');
  expect(within(list).queryByRole('heading')).not.toBeInTheDocument();
  for (const group of list.children) {
    expect(group).toHaveAttribute('role', 'group');
    const roles = [...group.children].map(({ role }) => role);
    expect(new Set(roles)).toEqual(new Set(['presentation', 'option']));
  }
});

test('offers only pages that the role may open', async () => {
  const { user } = await open({}, 'reader');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await option('Usage')).toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'Audit log' })).not.toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'Connect a source' })).not.toBeInTheDocument();
  expect(screen.queryByRole('option', { name: 'Create a report' })).not.toBeInTheDocument();
});
