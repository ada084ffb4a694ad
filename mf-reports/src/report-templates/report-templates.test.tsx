import type { Query, ReportContent } from '@headwater/shared/contract';
import { contentOf, revenueOverview } from '@headwater/shared/report-templates';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  membership,
  MOUNT,
  renderRoute,
  rowPage,
  ROWS,
  table,
  TABLE,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';

const TABLES = 'GET organizations/:organizationId/tables';
const VALUES = `${TABLE}/column-values`;
const REPORTS = 'organizations/:organizationId/reports';
const RESULT =
  'POST organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results';
const PATH = '/w/org_finch/report-templates';

const column = (name: string, kind: 'text' | 'number' | 'timestamp', type: string) => ({
  ...{ name, kind, type, sourceType: type, nullable: true },
});
const columns = [
  column('order_id', 'number', 'BIGINT'),
  column('status', 'text', 'VARCHAR'),
  column('total', 'number', 'DECIMAL(12,2)'),
  column('tax', 'number', 'DECIMAL(12,2)'),
  column('placed_at', 'timestamp', 'TIMESTAMP WITH TIME ZONE'),
];
const resultOf = (value: string) =>
  documentOf('query_results', 'r', {
    ...{ version: 3, rows: 1, cut: null, totals: null, notes: [], sql: 'select 1', values: [[value]] },
    columns: [
      { as: 'rows', role: 'measure', kind: 'number', type: 'BIGINT', grain: null, width: null, others: [] },
    ],
  });
const api = (rest: Handlers = {}): Handlers => ({
  [TABLES]: collectionOf('tables', [
    { id: `tbl_${'1'.repeat(26)}`, ...table({ columns, primaryKey: ['order_id'] }) },
  ]),
  [ROWS]: rowPage({ columns, rows: [['1', 'paid', '12.50', '2.00', '2026-11-20T12:00:00Z']] }),
  [VALUES]: documentOf('column_values', 'v', {
    ...{ version: 3, hasMore: false },
    values: [
      { value: 'paid', rows: 200 },
      { value: 'open', rows: 30 },
      { value: 'cancelled', rows: 20 },
      { value: null, rows: 5 },
    ],
  }),
  [RESULT]: resultOf('1234'),
  ...rest,
});
type Calls = Awaited<ReturnType<typeof renderRoute>>['api'];
/** Returns what cards have asked for, without the number of recent rows. */
const askedByCards = (calls: Calls) =>
  calls
    .callsTo(RESULT)
    .map(({ body }) => body!.data.attributes as { query: Query; compare?: string })
    .filter(({ query }) => query.measures[0]?.as !== 'recent');
const open = (path = '', rest: Handlers = {}) =>
  renderRoute(routes, `${PATH}${path}`, { mount: MOUNT, api: api(rest) });

test('the gallery says how ready each template is, and finds it', async () => {
  const { user } = await open();
  const revenue = await screen.findByRole('link', { name: /^Revenue overview/ });
  expect(revenue).toHaveTextContent('3/6 columns found');
  expect(revenue).toHaveTextContent('orders');
  expect(screen.getByRole('link', { name: /^Marketing return/ })).toHaveTextContent(
    'Needs campaigns with their cost',
  );
  await user.click(screen.getByRole('button', { name: /^Ready/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Marketing return/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: /^All/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Find a template' }), 'campaign');
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Revenue overview/ })).toBeNull());
});

test('a template computes its cards of the suggested columns, without what was canceled', async () => {
  const { api: calls } = await open('/revenue-overview');
  const sales = await screen.findByRole('region', { name: 'Sales' });
  expect(await within(sales).findByText('1,234')).toBeVisible();
  expect(screen.getByText('For example: 12.50')).toBeVisible();
  expect(screen.getByText('For example: 2026-11-20 12:00:00')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'cancelled' })).not.toBeChecked();
  expect(screen.getByText(/^3 cards need columns for Customer, Split by/)).toBeVisible();
  const [revenue] = askedByCards(calls);
  expect(revenue!.query).toMatchObject({
    filter: [
      [{ column: 'placed_at', operator: 'in_range', values: ['last.12.month', 'UTC'] }],
      [{ column: 'status', operator: 'none_of', values: ['cancelled'] }],
    ],
    measures: [{ agg: 'sum', column: 'total' }],
  });
  expect(revenue!.compare).toBe('previous');
});

test('a table without recent rows is shown as a whole, unless someone wants a period', async () => {
  const { user, api: calls } = await open('/revenue-overview', {
    [RESULT]: ({ body }) =>
      resultOf((body!.data.attributes as { query: Query }).query.measures[0]!.as === 'recent' ? '0' : '1234'),
  });
  const time = await screen.findByRole('combobox', { name: 'Time that the report opens with' });
  expect(time).toHaveDisplayValue('All time, without a comparison');
  await waitFor(() => expect(askedByCards(calls).length).toBeGreaterThan(0));
  const [all] = askedByCards(calls);
  expect([all!.query.filter!.length, all!.compare]).toEqual([1, undefined]);
  await user.selectOptions(time, 'The last 12 full months, compared with the 12 before');
  await waitFor(() =>
    expect(askedByCards(calls).at(-1)!.query.filter).toContainEqual([
      expect.objectContaining({ operator: 'in_range' }),
    ]),
  );
});

test('another column and other values become the report', async () => {
  const {
    user,
    api: calls,
    location,
  } = await open('/revenue-overview', {
    [`POST ${REPORTS}`]: documentOf('reports', 'rep_new', {
      ...{ name: 'Taxes', version: 1, cards: 0, tableIds: [], favorite: false, own: true },
      ...{ createdBy: 'Mara', changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z' },
      content: { cards: [], filters: [] },
    }),
    [`GET ${REPORTS}/:reportId`]: documentOf('reports', 'rep_new', {
      ...{ name: 'Taxes', version: 1, cards: 0, tableIds: [], favorite: false, own: true },
      ...{ createdBy: 'Mara', changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z' },
      content: { cards: [], filters: [] },
    }),
  });
  await screen.findByRole('region', { name: 'Sales' });
  await user.click(screen.getByRole('combobox', { name: 'Amount' }));
  await user.click(await screen.findByRole('option', { name: 'tax' }));
  expect(screen.getByText('Your choice')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'open' }));
  await user.click(screen.getByRole('checkbox', { name: 'No value' }));
  const name = screen.getByRole('textbox', { name: 'Name of the report' });
  await user.clear(name);
  await user.type(name, 'Taxes');
  await user.click(screen.getByRole('button', { name: 'Create report' }));
  await waitFor(() => expect(location()).toBe('/w/org_finch/reports/rep_new'));
  const [made] = calls.callsTo(`POST ${REPORTS}`);
  expect(made!.body!.data.attributes).toMatchObject({
    name: 'Taxes',
    content: {
      filters: [
        { label: 'Date', default: { operator: 'in_range', values: ['last.12.month', 'UTC'] } },
        { label: 'Status', default: { operator: 'none_of', values: ['cancelled', 'open'], orNull: true } },
      ],
      template: { slug: 'revenue-overview', version: revenueOverview.version },
    },
  });
  expect(JSON.stringify(made!.body)).toContain('"agg":"sum","column":"tax"');
});

const tableOf = { id: `tbl_${'1'.repeat(26)}`, name: 'orders' };
const mapped = { date: 'placed_at', amount: 'total', status: 'status' };
const made = contentOf(
  revenueOverview,
  { table: tableOf, columns: mapped, values: { status: ['cancelled', 'open'] } },
  { language: 'en', zone: 'UTC' },
);
const reportOf = (version: number, content = made) =>
  documentOf('reports', 'rep_1', {
    ...{
      name: 'Third quarter',
      version,
      cards: content.cards.length,
      tableIds: [],
      favorite: false,
      own: true,
    },
    ...{ createdBy: 'Mara', changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z' },
    content,
  });

test("a report's columns are changed where it was made, and nothing else of it", async () => {
  const {
    user,
    api: calls,
    location,
  } = await open('/revenue-overview?report=rep_1', {
    [`GET ${REPORTS}/:reportId`]: reportOf(4),
    [`PATCH ${REPORTS}/:reportId`]: reportOf(5),
  });
  await screen.findByRole('region', { name: 'Sales' });
  expect(screen.getByText(/changing the columns of “Third quarter.”/)).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'open' })).not.toBeChecked();
  expect(screen.getByText('The report has these columns already.')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Amount' }));
  await user.click(await screen.findByRole('option', { name: 'tax' }));
  expect(screen.getByText(/^\d cards change: Revenue, Sales, Average sale/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Update report' }));
  await waitFor(() => expect(location()).toBe('/w/org_finch/reports/rep_1'));
  const [saved] = calls.callsTo(`PATCH ${REPORTS}/:reportId`);
  expect(saved!.headers).toMatchObject({ 'if-match': '4' });
  const { content } = saved!.body!.data.attributes as { content: ReportContent };
  expect(content.cards.map(({ id, layout }) => [id, layout])).toEqual(
    made.cards.map(({ id, layout }) => [id, layout]),
  );
  expect(content.filters).toEqual(made.filters);
  expect(content.template!.columns).toContainEqual({ role: 'amount', column: 'tax' });
});

test('what someone else has saved meanwhile is not overwritten', async () => {
  const others = { ...made, cards: made.cards.filter(({ id }) => id !== 'sales') };
  let version = 4;
  const {
    user,
    api: calls,
    location,
  } = await open('/revenue-overview?report=rep_1', {
    [`GET ${REPORTS}/:reportId`]: () => (version === 4 ? reportOf(4) : reportOf(5, others)),
    [`PATCH ${REPORTS}/:reportId`]: () => {
      if (version === 5) return reportOf(6, others);
      version = 5;
      return errorsOf(412, [{ code: 'version_conflict' }]);
    },
  });
  await screen.findByRole('region', { name: 'Sales' });
  await user.click(screen.getByRole('combobox', { name: 'Amount' }));
  await user.click(await screen.findByRole('option', { name: 'tax' }));
  await user.click(screen.getByRole('button', { name: 'Update report' }));
  expect(await screen.findByText(/Someone else has changed the report/)).toBeVisible();
  await waitFor(() => expect(calls.callsTo(`GET ${REPORTS}/:reportId`)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Update report' }));
  await waitFor(() => expect(location()).toBe('/w/org_finch/reports/rep_1'));
  const saved = calls.callsTo(`PATCH ${REPORTS}/:reportId`).at(-1)!;
  expect(saved.headers).toMatchObject({ 'if-match': '5' });
  const { content } = saved.body!.data.attributes as { content: ReportContent };
  expect(content.cards.map(({ id }) => id)).not.toContain('sales');
  expect(content.template!.columns).toContainEqual({ role: 'amount', column: 'tax' });
});

test('a report is not made without what it needs', async () => {
  const bare = collectionOf('tables', [
    { id: `tbl_${'1'.repeat(26)}`, ...table({ columns: columns.slice(0, 3), primaryKey: ['order_id'] }) },
  ]);
  const { user, api: calls } = await open('/revenue-overview', { [TABLES]: bare });
  await user.click(await screen.findByRole('button', { name: 'Create report' }));
  expect(screen.getByText('Choose a column for Date')).toBeVisible();
  expect(calls.callsTo(`POST ${REPORTS}`)).toHaveLength(0);
});

test('a template that does not exist leads to those that do', async () => {
  await open('/nowhere');
  expect(await screen.findByRole('heading', { name: 'Template not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all templates' })).toHaveAttribute('href', PATH);
});

test('nothing is computed or created while it is not known which values count', async () => {
  const { api: calls } = await open('/revenue-overview', {
    [VALUES]: errorsOf(400, [{ code: 'bad_request' }]),
  });
  expect(await screen.findByText(/Couldn.t load the values that count/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create report' })).toBeDisabled();
  expect(askedByCards(calls)).toHaveLength(0);
});

const runColumns = [
  column('run_id', 'text', 'VARCHAR'),
  column('connection', 'text', 'VARCHAR'),
  column('outcome', 'text', 'VARCHAR'),
  column('ended_at', 'timestamp', 'TIMESTAMP WITH TIME ZONE'),
  column('duration_seconds', 'number', 'DECIMAL(12,3)'),
  column('rows_loaded', 'number', 'BIGINT'),
  column('rows_rejected', 'number', 'BIGINT'),
  column('bytes_written', 'number', 'BIGINT'),
  column('failure', 'text', 'VARCHAR'),
];
const runTable = {
  id: `tbl_${'2'.repeat(26)}`,
  ...table({
    ...{ tableName: 'sync_runs', sourceConnectionId: 'src_own', sourceConnectionName: 'Headwater' },
    ...{ connector: 'headwater', selection: 'built_in', columns: runColumns, primaryKey: ['run_id'] },
  }),
};
const orders = { id: `tbl_${'1'.repeat(26)}`, ...table({ columns, primaryKey: ['order_id'] }) };
const RUN_FACTS = 'POST organizations/:organizationId/run-facts';

test('a template over the workspace’s own syncs has their table made, and computes its cards of it', async () => {
  let tables = [orders];
  const { user, api: calls } = await open('/data-operations', {
    [TABLES]: () => collectionOf('tables', tables),
    [RUN_FACTS]: () => {
      tables = [orders, runTable];
      const { id, ...attributes } = runTable;
      return documentOf('tables', id, attributes);
    },
    [ROWS]: rowPage({ columns: runColumns, rows: [] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Create table' }));
  const runs = await screen.findByRole('region', { name: 'Runs' });
  expect(await within(runs).findByText('1,234')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Read from' })).toHaveValue('Headwater / sync_runs');
  expect(calls.callsTo(RESULT).every(({ path }) => path.includes('/src_own/tables/sync_runs/'))).toBe(true);
});

test('who may not create that table is told who can', async () => {
  const organizations = [membership({ role: 'reader' })];
  await renderRoute(routes, `${PATH}/data-operations`, {
    mount: MOUNT,
    api: api(),
    session: { organizations },
  });
  expect(await screen.findByText(/Admins and editors of this workspace can create it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create table' })).toBeNull();
});

test('before anything was synced, there is nothing to make that table of', async () => {
  await open('/data-operations', { [TABLES]: collectionOf('tables', []) });
  expect(await screen.findByText('Nothing has been synced yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create table' })).toBeNull();
});

test('the gallery says that a template reads the workspace’s own syncs', async () => {
  await open();
  const link = await screen.findByRole('link', { name: /^Data operations/ });
  expect(link).toHaveTextContent('Reads this workspace’s syncs');
});

test('a report of an older version keeps the values that counted, and rows without one count from now on', async () => {
  const older = {
    ...made,
    template: { ...made.template!, version: 1 },
    filters: made.filters.map((filter) =>
      filter.id === 'status'
        ? { ...filter, default: { operator: 'one_of' as const, values: ['open'] } }
        : filter,
    ),
  };
  await open('/revenue-overview?report=rep_1', { [`GET ${REPORTS}/:reportId`]: reportOf(4, older) });
  expect(await screen.findByRole('checkbox', { name: 'paid' })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'cancelled' })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'open' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'No value' })).toBeChecked();
});

test('a template says what it counts, also before there is anything to count', async () => {
  await open('/customer-retention', { [TABLES]: collectionOf('tables', []) });
  const definitions = within(await screen.findByRole('region', { name: 'What it counts' }));
  expect(definitions.getByText('When a month is over')).toBeVisible();
  expect(definitions.getByText(/^When the table has a row on its last day or later/)).toBeVisible();
});

test('steps of a funnel are put in order by whoever uses the template', async () => {
  const events = [
    column('user_id', 'text', 'VARCHAR'),
    column('event', 'text', 'VARCHAR'),
    column('occurred_at', 'timestamp', 'TIMESTAMP'),
  ];
  const { user, api: calls } = await open('/conversion-funnel', {
    [TABLES]: collectionOf('tables', [
      { id: tableOf.id, ...table({ tableName: 'events', columns: events }) },
    ]),
    [ROWS]: rowPage({ columns: events, rows: [] }),
    [VALUES]: documentOf('column_values', 'v', {
      ...{ version: 3, hasMore: false },
      values: ['visit', 'pay', 'party'].map((value) => ({ value, rows: 5 })),
    }),
    [RESULT]: documentOf('query_results', 'r', {
      ...{ version: 3, rows: 2, cut: null, totals: null, notes: [], sql: 'select 1' },
      values: [
        ['visit', 'pay'],
        ['1', '2'],
      ],
      columns: ['step', 'place'].map((as, at) => ({
        ...{
          as,
          role: at ? 'measure' : 'breakout',
          kind: at ? 'number' : 'text',
          type: at ? 'INTEGER' : 'VARCHAR',
        },
        ...{ grain: null, width: null, others: [] },
      })),
    }),
  });
  const order = await screen.findByRole('combobox', { name: 'Order of event' });
  await waitFor(() => expect(calls.callsTo(RESULT).length).toBeGreaterThan(1));
  await user.selectOptions(order, 'My own');
  const steps = within(screen.getByRole('list', { name: 'Steps in their order' }));
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['visit', 'pay']);
  await user.click(steps.getByRole('button', { name: 'Move pay up' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Add a step' }), 'party');
  await user.click(steps.getByRole('button', { name: 'Remove visit' }));
  await waitFor(() =>
    expect(askedByCards(calls).at(-1)!.query.shape).toMatchObject({ steps: ['pay', 'party'] }),
  );
  await user.selectOptions(order, 'By how many took each step');
  expect(screen.queryByRole('list', { name: 'Steps in their order' })).toBeNull();
});
