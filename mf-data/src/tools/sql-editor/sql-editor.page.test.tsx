import type { SqlCatalogAttributes, SqlRunAttributes } from '@headwater/shared/contract';
import { documentOf, errorsOf, type Handlers, MOUNT, renderRoute } from '@headwater/shared/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const PATH = '/w/org_finch/data-tools/sql-editor';
const CATALOG = 'GET organizations/:organizationId/sql-catalog';
const RUN = 'POST organizations/:organizationId/sql-runs';

const table = (schema: string, name: string, isUnique: boolean): SqlCatalogAttributes['tables'][number] => ({
  sourceConnectionId: `src_${schema}`,
  tableName: name,
  schema,
  name,
  isUnique,
  rows: 1_200,
  columns: [
    { name: 'id', kind: 'number', type: 'BIGINT' },
    { name: 'Total', kind: 'number', type: 'DECIMAL(12,2)' },
  ],
});
const catalog = documentOf('sql_catalogs', 'org_finch', {
  tables: [table('Shop', 'orders', false), table('Shop', 'items', true), table('ERP', 'orders', false)],
  zone: 'Europe/Berlin',
  zoneDiffersFrom: null,
  functions: ['sum'],
});
const result = (rest: Partial<SqlRunAttributes> = {}) =>
  documentOf('sql_runs', 'sql_1', {
    columns: [{ name: 'dealer', kind: 'text', type: 'VARCHAR' }],
    rows: [['Kiefer'], [null]],
    cut: [[0, 0]],
    isCutBy: null,
    milliseconds: 184,
    rowsRead: 1_200,
    zone: 'Europe/Berlin',
    tables: [
      { sourceConnectionId: 'src_1', tableName: 'orders', version: 1, freshAsOf: '2026-11-20T12:00:00Z' },
    ],
    ...rest,
  } satisfies SqlRunAttributes);

// jsdom has no layout, which an editor measures.
beforeAll(() => {
  const none = () => ({ length: 0, item: () => null }) as unknown as DOMRectList;
  Range.prototype.getClientRects ??= none;
});
beforeEach(() => sessionStorage.clear());

const open = (api: Handlers = {}, sql = 'select dealer from orders') =>
  renderRoute(routes, `${PATH}?${new URLSearchParams({ sql })}`, {
    mount: MOUNT,
    api: { [CATALOG]: catalog, [RUN]: result(), ...api },
  });
const editor = () => screen.findByRole('textbox', { name: 'Query' });
const linesOf = (text: HTMLElement) =>
  [...text.querySelectorAll('.cm-line')].map(({ textContent }) => textContent);
const run = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await editor();
  await user.click(screen.getByRole('button', { name: 'Run' }));
};

test('runs the query of a link when asked to, and shows its rows', async () => {
  const page = await open();
  expect(await editor()).toHaveTextContent('select dealer from orders');
  expect(page.api.callsTo(RUN)).toHaveLength(0);
  await run(page);
  const grid = await screen.findByRole('grid', { name: 'Result of the query' });
  expect(within(grid).getByText('Kiefer…')).toBeInTheDocument();
  expect(screen.getByText('2 rows in 0.18 s, 1,200 rows read')).toBeInTheDocument();
  expect(page.api.callsTo(RUN)[0]!.body).toMatchObject({
    data: { attributes: { sql: 'select dealer from orders', limit: 1_000, parameters: {} } },
  });
});

test('says by whose clock a query counts, and shows its moments by it', async () => {
  const columns = [
    { name: 'at', kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE' },
    { name: 'month', kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE' },
  ] as const;
  const rows = [['2026-11-01T05:30:00Z', '2026-11-01T04:00:00Z']];
  const page = await open({
    [RUN]: result({ columns: [...columns], rows, cut: [], zone: 'America/New_York' }),
    [CATALOG]: documentOf('sql_catalogs', 'org_finch', {
      ...{ tables: [], functions: [], zone: 'America/Vancouver', zoneDiffersFrom: '2026-11-01T09:00:00Z' },
    }),
  });
  expect(await screen.findByText('Times in America/Vancouver')).toBeInTheDocument();
  expect(screen.getByText(/From Nov 1, 2026 on, clocks in America\/Vancouver/)).toBeVisible();
  await run(page);
  const grid = await screen.findByRole('grid', { name: 'Result of the query' });
  expect(within(grid).getByText('2026-11-01 01:30:00')).toBeInTheDocument();
  expect(within(grid).getByText('2026-11-01')).toBeInTheDocument();
});

test('asks for the values of parameters', async () => {
  const page = await open({}, `select 1 where $since > '$not' and $until is null`);
  await page.user.type(await screen.findByLabelText('since'), '2024-01-01');
  await run(page);
  await waitFor(() => expect(page.api.callsTo(RUN)).toHaveLength(1));
  expect(page.api.callsTo(RUN)[0]!.body).toMatchObject({
    data: { attributes: { parameters: { since: '2024-01-01', until: null } } },
  });
});

test('says that a value with a comma is one value, and how several are compared with', async () => {
  const { user } = await open({}, 'select * from orders where status = $status');
  const field = await screen.findByLabelText('status');
  expect(screen.getByText('Values of $parameters. They are never pasted into the text.')).toBeVisible();
  await user.type(field, 'delivered,paid');
  expect(
    screen.getByText(
      "“delivered,paid” is one value of $status, comma and all. For several: list_contains(string_split($status, ','), …).",
    ),
  ).toBeVisible();
});

test('says what is wrong with a query, and where', async () => {
  const page = await open({
    [RUN]: errorsOf(422, [
      {
        code: 'sql_failed',
        meta: { message: 'Referenced column "dealer" not found', position: 7, line: 1, column: 8 },
      },
    ]),
  });
  await run(page);
  expect(await screen.findByText('Referenced column "dealer" not found')).toBeInTheDocument();
  expect((await editor()).querySelector('.cm-fault')).toHaveTextContent('dealer');
  await page.user.click(screen.getByRole('button', { name: 'Go to line 1, column 8' }));
  expect(await editor()).toHaveFocus();
});

test('says that there are more rows than it shows', async () => {
  const page = await open({ [RUN]: result({ isCutBy: 'limit' }) });
  await run(page);
  expect(await screen.findByText('These are the first 2 rows. There are more.')).toBeInTheDocument();
});

test('keeps the last result while the next query runs, which can be canceled', async () => {
  let isFirst = true;
  const page = await open({
    [RUN]: () => {
      if (!isFirst) return new Promise(() => undefined);
      isFirst = false;
      return result();
    },
  });
  await run(page);
  await screen.findByText('Kiefer…');
  await page.user.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Running')).toBeInTheDocument();
  expect(screen.getByText('Kiefer…')).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Run' })).toBeInTheDocument();
});

test('finds tables by their columns, and puts names into the query', async () => {
  const page = await open({}, 'x');
  await editor();
  const tables = screen.getByRole('list', { name: 'Tables' });
  await page.user.click(within(tables).getAllByRole('button', { name: 'Insert orders' })[0]!);
  expect(await editor()).toHaveTextContent('"Shop".ordersx');
  await page.user.type(screen.getByRole('searchbox', { name: 'Table or column' }), 'total');
  await page.user.click(within(tables).getAllByRole('button', { name: /^Total/ })[0]!);
  expect(await editor()).toHaveTextContent('"Shop".orders"Total"x');
});

test('keeps what was run, in the URL and for the next visit', async () => {
  const first = await open({}, 'select 42');
  await run(first);
  await waitFor(() => expect(first.location()).toContain('sql=select+42'));
  cleanup();
  await renderRoute(routes, PATH, { mount: MOUNT, api: { [CATALOG]: catalog } });
  expect(await editor()).toHaveTextContent('select 42');
});

test('a result is drawn as a chart, which stays in the URL and follows the next run', async () => {
  const columns = [
    { name: 'dealer', kind: 'text' as const, type: 'VARCHAR' },
    { name: 'total', kind: 'number' as const, type: 'BIGINT' },
  ];
  const rows = [
    ['Kiefer', '30'],
    ['Nord', '70'],
  ];
  const page = await open({ [RUN]: result({ columns, rows, cut: [], isCutBy: 'limit' }) });
  await run(page);
  await page.user.click(await screen.findByRole('radio', { name: 'Chart' }));
  expect(await screen.findByText('total by dealer')).toBeVisible();
  expect(screen.getByText('Nord has the most: 70.')).toBeVisible();
  expect(screen.getByText('The chart shows the first 2 rows. There are more.')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Pie' }));
  await page.user.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(page.api.callsTo(RUN)).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Pie', pressed: true })).toBeVisible();
  expect(new URL(page.location(), 'http://x').searchParams.get('mark')).toBe('pie');
  await page.user.click(screen.getByRole('radio', { name: 'Grid' }));
  expect(await screen.findByRole('grid', { name: 'Result of the query' })).toBeVisible();
});

test('formats the query on request, as one step that can be undone', async () => {
  const page = await open({}, 'select dealer, 2 from orders where total > $least -- why');
  const text = await editor();
  await page.user.click(screen.getByRole('button', { name: 'Format' }));
  await waitFor(() => expect(linesOf(text)).toContain('  total > $least -- why'));
  await page.user.click(text);
  await page.user.keyboard('{Control>}z{/Control}');
  expect(linesOf(text)).toEqual(['select dealer, 2 from orders where total > $least -- why']);
  await page.user.keyboard('{Shift>}{Alt>}f{/Alt}{/Shift}');
  await waitFor(() => expect(linesOf(text)).toContain('  total > $least -- why'));
});

test('says that what isn’t a query yet can’t be formatted', async () => {
  const page = await open({}, 'select (');
  const text = await editor();
  await page.user.click(screen.getByRole('button', { name: 'Format' }));
  expect(await screen.findByText(/^This can't be formatted/)).toBeVisible();
  expect(linesOf(text)).toEqual(['select (']);
});

test('saves the rows on screen as CSV, and says which these are', async () => {
  const save = jest.fn(() => 'blob:1');
  Object.assign(URL, { createObjectURL: save, revokeObjectURL: jest.fn() });
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const page = await open({ [RUN]: result({ isCutBy: 'limit' }) });
  await run(page);
  await page.user.click(await screen.findByRole('button', { name: 'Download' }));
  expect(screen.getByText('The first 2 rows 1 long value is cut, as shown.')).toBeVisible();
  await page.user.click(screen.getByRole('menuitem', { name: 'CSV for spreadsheets' }));
  expect(clicked.mock.contexts[0]).toHaveProperty('download', 'Query result.csv');
  const [[file]] = save.mock.calls as unknown as [[Blob]];
  expect(file.type).toBe('text/csv');
  expect(file.size).toBe(new Blob(['dealer\r\nKiefer…\r\n\r\n']).size);
  clicked.mockRestore();
});

test('whoever has written nothing can try a query over the largest table', async () => {
  const days = { name: 'placed_at', kind: 'timestamp' as const, type: 'TIMESTAMP WITH TIME ZONE' };
  const orders = table('Shop', 'Orders', true);
  const tables = [
    table('Shop', 'small', true),
    { ...orders, rows: 9_000, columns: [...orders.columns, days] },
  ];
  const page = await open(
    {
      [CATALOG]: documentOf('sql_catalogs', 'org_finch', {
        tables,
        functions: [],
        zone: 'UTC',
        zoneDiffersFrom: null,
      }),
    },
    '',
  );
  expect(await screen.findByText('Results appear here')).toBeVisible();
  expect(screen.getByRole('button', { name: 'First 100 rows of Orders' })).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Orders per day' }));
  expect(await screen.findByRole('grid', { name: 'Result of the query' })).toBeVisible();
  const sql = 'select placed_at::date as day, count(*) as number\nfrom "Orders"\ngroup by 1\norder by 1';
  expect(page.api.callsTo(RUN)[0]!.body).toMatchObject({ data: { attributes: { sql } } });
  expect(linesOf(await editor()).join('\n')).toBe(sql);
});

test('a name that the engine suggests can be taken, and the query runs with it', async () => {
  let isFirst = true;
  const page = await open(
    {
      [RUN]: () => {
        if (!isFirst) return result();
        isFirst = false;
        const message = 'Referenced column "dealr" not found in FROM clause!\nCandidate bindings: "dealer"';
        return errorsOf(422, [{ code: 'sql_failed', meta: { message, position: 7, line: 1, column: 8 } }]);
      },
    },
    'select dealr from orders',
  );
  await run(page);
  await page.user.click(await screen.findByRole('button', { name: 'Use dealer and run' }));
  expect(await screen.findByText('Kiefer…')).toBeVisible();
  expect(await editor()).toHaveTextContent('select dealer from orders');
});

test('rows, chart, and plan are one switch, and the plan is of the query that was asked about', async () => {
  const PLAN = 'POST organizations/:organizationId/sql-plans';
  const page = await open({ [PLAN]: documentOf('sql_plans', 'pln_1', { steps: [] }) });
  await editor();
  expect(screen.queryByRole('radiogroup', { name: 'Show as' })).not.toBeInTheDocument();
  await run(page);
  const shapes = within(await screen.findByRole('radiogroup', { name: 'Show as' }));
  expect(shapes.getAllByRole('radio').map((radio) => radio.closest('label')!.textContent)).toEqual([
    'Grid',
    'Chart',
    'Explain',
  ]);
  await page.user.click(shapes.getByRole('radio', { name: 'Explain' }));
  expect(await screen.findByText('The result is known without reading a table.')).toBeVisible();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  await page.user.click(await screen.findByRole('button', { name: 'Insert items' }));
  expect(await screen.findByText('The query has changed since.')).toBeVisible();
  expect(page.api.callsTo(PLAN)).toHaveLength(1);
  await page.user.click(screen.getByRole('button', { name: 'Explain again' }));
  await waitFor(() => expect(page.api.callsTo(PLAN)).toHaveLength(2));
  await page.user.click(shapes.getByRole('radio', { name: 'Grid' }));
  expect(await screen.findByRole('grid', { name: 'Result of the query' })).toBeVisible();
});

test('a query that took too long can be explained', async () => {
  const page = await open({
    [RUN]: errorsOf(422, [{ code: 'sql_timed_out', meta: { seconds: 60 } }]),
    'POST organizations/:organizationId/sql-plans': documentOf('sql_plans', 'pln_1', { steps: [] }),
  });
  await run(page);
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The query was stopped after 60 seconds.')).toBeVisible();
  await page.user.click(alert.getByRole('button', { name: 'Explain' }));
  expect(await screen.findByRole('region', { name: 'How this query would run' })).toBeVisible();
});
