import type { SqlViewAttributes } from '@headwater/shared/contract';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  noContent,
  renderRoute,
  rowPage,
  ROWS,
  table,
  TABLE,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { INDEX, LIST_PATH } from '../testing/fixtures.ts';

const PAGE = '/w/org_finch/data/src_views/Paid';
const EDITOR = '/w/org_finch/data-tools/sql-editor';
const VIEWS = 'organizations/:organizationId/sql-views';
const VIEW = `GET ${VIEWS}/:id`;
const CATALOG = 'GET organizations/:organizationId/sql-catalog';
const LINEAGE = `${TABLE}/lineage`;

const paid = table({
  tableName: 'Paid',
  sourceConnectionId: 'src_views',
  sourceConnectionName: 'Views',
  connector: 'views',
  selection: 'view',
  can: { delete: false, restore: false, describe: true },
});
const view = (rest: Partial<SqlViewAttributes> = {}): SqlViewAttributes => ({
  sourceConnectionId: 'src_views',
  name: 'Paid',
  sql: 'select 1 as one',
  parameters: {},
  savedQuery: null,
  version: 4,
  state: 'current',
  failure: null,
  refreshedAt: '2026-11-20T12:00:00Z',
  zone: 'UTC',
  maskedSince: [],
  inputs: [],
  can: { edit: true },
  ...rest,
});
const open = (shown: Partial<SqlViewAttributes> = {}, api: Handlers = {}, path = PAGE) =>
  renderRoute(routes, path, {
    mount: MOUNT,
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', paid),
      [ROWS]: rowPage({}),
      [VIEW]: documentOf('sql_views', 'tbl_1', view(shown)),
      [LINEAGE]: documentOf('table_lineages', 'tbl_1', {
        tables: [
          { id: 'tbl_0', tableName: 'orders', isView: false, connector: 'csv', ...of('src_shop', 'Shop') },
          { id: 'tbl_1', tableName: 'Paid', isView: true, connector: 'views', ...of('src_views', 'Views') },
          { id: 'tbl_2', tableName: 'Sum', isView: true, connector: 'views', ...of('src_views', 'Views') },
        ],
        uses: [
          { from: 'tbl_0', to: 'tbl_1' },
          { from: 'tbl_1', to: 'tbl_2' },
        ],
        documents: [
          {
            ...{ type: 'report', id: 'rep_1', name: 'Revenue', tables: ['tbl_1'] },
            columns: [{ name: 'id', parts: [{ kind: 'card', name: 'Net revenue' }] }],
          },
        ],
        counts: { report: 1, saved_query: 2, service_account: 0 },
        columnUses: [{ name: 'id', documents: 3 }],
        views: [{ id: 'tbl_2', columns: ['id'] }],
      }),
      [CATALOG]: documentOf('sql_catalogs', 'org_finch', { tables: [], functions: [] }),
      ...api,
    },
  });
const REFRESHED = {
  id: 'rfr_1',
  state: 'succeeded',
  requestedBy: 'Ada',
  startedAt: '2026-11-20T12:00:00Z',
  endedAt: '2026-11-20T12:00:01Z',
  version: 3,
  rows: 250,
  zone: 'UTC',
  failure: null,
};
const of = (sourceConnectionId: string, sourceConnectionName: string) => ({
  sourceConnectionId,
  sourceConnectionName,
});

// jsdom has no layout, which an editor measures.
beforeAll(() => {
  const none = () => ({ length: 0, item: () => null }) as unknown as DOMRectList;
  Range.prototype.getClientRects ??= none;
});
beforeEach(() => sessionStorage.clear());

test('a view’s page says what it is, why it failed, and what is shown', async () => {
  await open({ state: 'failed', failure: { ...unknown, meta: { name: 'orders' } } });
  expect(await screen.findByText(/There is no table orders in this workspace/)).toBeVisible();
  expect(screen.getByText(/You're viewing the rows from/)).toBeVisible();
  expect(screen.queryByText(/no longer synced/)).toBeNull();
});
const unknown = { status: '422', code: 'sql_table_unknown', title: 'Unknown', detail: 'Unknown' };

test('a view whose tables are masked by now says that it can’t be read', async () => {
  await open({ state: 'outdated', maskedSince: ['orders.email'] });
  expect(await screen.findByText(/Its rows show orders.email unmasked/)).toBeVisible();
});

test('a view is refreshed, and its history says what came of it', async () => {
  const refreshes = `GET ${VIEWS}/:id/refreshes`;
  const page = await open(
    {},
    {
      [`POST ${VIEWS}/:id/refreshes`]: documentOf('sql_views', 'tbl_1', view({ state: 'outdated' })),
      [refreshes]: collectionOf('sql_view_refreshes', [REFRESHED]),
    },
  );
  await page.user.click(await screen.findByRole('button', { name: 'Refresh now' }));
  expect(await screen.findByText(/This view will refresh soon/)).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'More about this view' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Refreshes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refreshes of Paid' }));
  expect(await dialog.findByText('Ada requested it')).toBeVisible();
});

test('deleting a view names those that are made of it', async () => {
  const page = await open({}, { [`DELETE ${VIEWS}/:id`]: noContent, [INDEX]: errorsOf(422, []) });
  await page.user.click(await screen.findByRole('button', { name: 'More about this view' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Paid?' }));
  expect(await dialog.findByText(/can't be refreshed anymore: Sum/)).toBeVisible();
  expect(dialog.getByText(/can’t show it anymore: Revenue/)).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Delete view' }));
  await waitFor(() => expect(page.location()).toBe(LIST_PATH));
});

test('the lineage leads to what the rows come from, and says it in words', async () => {
  await open({}, {}, `${PAGE}?tab=lineage`);
  const drawing = within(await screen.findByRole('group', { name: /Where the rows come from/ }));
  expect(drawing.getByRole('link', { name: /orders/ })).toHaveAttribute(
    'href',
    '/w/org_finch/data/src_shop/orders?tab=lineage',
  );
  expect(drawing.getByText('from orders')).toBeInTheDocument();
  expect(drawing.getByRole('link', { name: /Paid/ })).toHaveAttribute('aria-current', 'page');
  expect(drawing.getByRole('link', { name: 'Revenue Report' })).toHaveAttribute(
    'href',
    '/w/org_finch/reports/rep_1',
  );
  expect(screen.getByText('2 more documents read it.')).toBeVisible();
  expect(screen.getByText(/^Used in 1 view, 1 report, 2 saved queries/)).toBeVisible();
});

test('the lineage is a list on request, with the same in words, narrowed to the documents of a column', async () => {
  const { user, location } = await open({}, {}, `${PAGE}?tab=lineage`);
  await user.click(await screen.findByRole('radio', { name: 'List' }));
  expect(location()).toBe(`${PAGE}?tab=lineage&as=list`);
  const list = within(await screen.findByRole('table', { name: /Where the rows come from/ }));
  const names = () =>
    list.getAllByRole('rowheader').map((head) => within(head).getByRole('link').textContent);
  expect(names()).toEqual(['Shop', 'orders', 'Paid', 'Sum', 'Revenue']);
  expect(list.getByRole('link', { name: 'Paid' })).toHaveAttribute('aria-current', 'page');
  expect(list.getByRole('row', { name: /Sum View.* Paid$/ })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column' }), 'note');
  expect(await screen.findByText('Nothing is known to use note.')).toBeVisible();
  expect(names()).toEqual(['Shop', 'orders', 'Paid', 'Sum']);
  await user.click(screen.getByRole('radio', { name: 'Map' }));
  expect(location()).toBe(`${PAGE}?tab=lineage&column=note`);
});

test('a phone has the list only', async () => {
  const matchMedia = window.matchMedia;
  window.matchMedia = ((query: string) => ({
    matches: query.includes('600px'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    // Of the theme's.
    addListener: () => undefined,
    removeListener: () => undefined,
  })) as unknown as typeof matchMedia;
  await open({}, {}, `${PAGE}?tab=lineage`);
  expect(await screen.findByRole('table', { name: /Where the rows come from/ })).toBeVisible();
  expect(screen.queryByRole('radio', { name: 'Map' })).toBeNull();
  window.matchMedia = matchMedia;
});

test('of very many that read a table, the map begins with some', async () => {
  const tables = [
    { id: 'tbl_1', tableName: 'Paid', isView: true, connector: 'views', ...of('src_views', 'Views') },
  ];
  const documents = Array.from({ length: 20 }, (_, at) => ({
    ...{ type: 'report', id: `rep_${at}`, name: `Report ${at}`, tables: ['tbl_1'], columns: [] },
  }));
  const counts = { report: 20, saved_query: 0, service_account: 0 };
  const { user } = await open(
    {},
    {
      [LINEAGE]: documentOf('table_lineages', 'tbl_1', {
        ...{ tables, uses: [], documents, counts, views: [], columnUses: [] },
      }),
    },
    `${PAGE}?tab=lineage`,
  );
  const map = within(await screen.findByRole('group', { name: /Where the rows come from/ }));
  expect(map.getAllByRole('link')).toHaveLength(9);
  await user.click(screen.getByRole('button', { name: 'Show 12 more' }));
  expect(map.getAllByRole('link')).toHaveLength(21);
});

test('a column of the lineage says all that a change of it would affect, also views and what isn’t listed', async () => {
  const { user, location } = await open({}, {}, `${PAGE}?tab=lineage`);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Column' }), 'id');
  expect(location()).toBe(`${PAGE}?tab=lineage&column=id`);
  const impact = within(
    (await screen.findByText('Changing id affects 4 places:')).closest<HTMLElement>('[role="status"]')!,
  );
  expect(impact.getByRole('listitem')).toHaveTextContent('Revenue: Net revenue');
  expect(impact.getByText('2 more that aren’t listed.')).toBeVisible();
  expect(impact.getByText('This view uses it, and so does what reads it: Sum.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Column' }), 'note');
  expect(await screen.findByText('Nothing is known to use note.')).toBeVisible();
});

test('a query is saved as a view, whose name must be free', async () => {
  const saves: string[] = [];
  const page = await open(
    {},
    {
      [`POST ${VIEWS}`]: () => {
        saves.push('one');
        return saves.length === 1
          ? errorsOf(422, [{ code: 'sql_view_name_taken', source: { pointer: '/data/attributes/name' } }])
          : documentOf('sql_views', 'tbl_1', view());
      },
    },
    `${EDITOR}?sql=select+1`,
  );
  await page.user.click(await screen.findByRole('button', { name: 'Save as view' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
  await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Paid ');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('This workspace already has a view with this name.')).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.location()).toBe(PAGE));
  expect(page.api.callsTo(`POST ${VIEWS}`)[0]?.body).toEqual({
    data: { type: 'sql_views', attributes: { name: 'Paid', sql: 'select 1' } },
  });
});

test('the query of a view is edited under the version that was seen', async () => {
  const page = await open(
    {},
    { [`PATCH ${VIEWS}/:id`]: documentOf('sql_views', 'tbl_1', view({ version: 5 })) },
    `${EDITOR}?view=tbl_1`,
  );
  expect(await screen.findByRole('textbox', { name: 'Query' })).toHaveTextContent('select 1 as one');
  await page.user.click(screen.getByRole('button', { name: 'Save Paid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save Paid' }));
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.location()).toBe(PAGE));
  expect(page.api.callsTo(`PATCH ${VIEWS}/:id`)[0]?.headers['if-match']).toBe('4');
});
