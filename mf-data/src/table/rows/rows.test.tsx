import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  renderRoute,
  rowPage,
  ROWS,
  table,
  TABLE,
} from '@headwater/shared/testing';
import type { Column } from '@headwater/shared/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { COLUMN_PROFILE, facts, PROFILE, profile, TABLE_PATH } from '../../testing/fixtures.ts';

const COUNT = `${TABLE}/row-counts`;
const VALUES = `${TABLE}/column-values`;
const column = (name: string, kind: Column['kind'], type: string): Column => ({
  ...{ name, kind, type },
  ...{ sourceType: type, nullable: true },
});
const columns = [
  column('id', 'number', 'BIGINT'),
  column('status', 'text', 'VARCHAR'),
  column('placed_at', 'timestamp', 'TIMESTAMP WITH TIME ZONE'),
];
const page = (rest: object = {}) =>
  rowPage({ columns, rows: [['1', 'paid', '2026-11-20T12:00:00Z']], ...rest });
const values = (...found: [string, number][]) =>
  documentOf('column_values', 'v', {
    version: 3,
    values: found.map(([value, rows]) => ({ value, rows })),
    hasMore: false,
  });
const open = (api: Handlers = {}, query = '') =>
  renderRoute(routes, TABLE_PATH + query, {
    mount: MOUNT,
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', table({ columns })),
      [ROWS]: page(),
      [COUNT]: documentOf('row_counts', 'c', { version: 3, rows: 70 }),
      [VALUES]: values(['paid', 60], ['open', 10]),
      'GET organizations/:organizationId/row-exports': collectionOf('row_exports', []),
      ...api,
    },
  });
const head = (name: RegExp) => screen.findByRole('columnheader', { name });
const asked = (api: Awaited<ReturnType<typeof open>>['api'], name: string) =>
  api.callsTo(ROWS).at(-1)?.query.get(name);

test('a press on a head sorts, and with Shift by several columns, in the URL', async () => {
  const { user, api, location } = await open({}, '?after=p2');
  await user.click(await head(/status/));
  await waitFor(() => expect(asked(api, 'sort')).toBe('status'));
  expect(asked(api, 'page[after]')).toBeNull();
  await waitFor(async () => expect(await head(/status/)).toHaveAttribute('aria-sort', 'ascending'));
  await user.keyboard('{Shift>}');
  await user.click(await head(/id/));
  await waitFor(async () => expect(await head(/id/)).toHaveAttribute('aria-sort', 'ascending'));
  await user.click(await head(/id/));
  await user.keyboard('{/Shift}');
  await waitFor(() => expect(asked(api, 'sort')).toBe('status,-id'));
  expect(location()).toBe(`${TABLE_PATH}?sort=status%2C-id`);
  await waitFor(async () => expect(await head(/id/)).toHaveAttribute('aria-sort', 'descending'));
});

const PROFILES: Handlers = {
  [PROFILE]: documentOf('table_profiles', 'tbl_1', profile()),
  [COLUMN_PROFILE]: documentOf('column_profiles', 'c', {
    ...{ version: 3, column: columns[1], rows: 250, fault: null, before: null },
    facts: facts({ nulls: 25, distinct: { count: 3, isExact: true }, least: 'open', greatest: 'paid' }),
  }),
};

test('a column says what is known about it, and is sorted, filtered, and pinned from there', async () => {
  const { user, api, location } = await open(PROFILES);
  const about = async () => {
    await user.click(await screen.findByRole('button', { name: 'About status' }));
    return within(await screen.findByRole('dialog', { name: 'About status' }));
  };
  const known = await about();
  expect(await known.findByText('25 · 10%')).toBeVisible();
  expect(await known.findByText(/^All 250 rows, profiled/)).toBeVisible();
  expect(known.getByRole('link', { name: 'More' })).toHaveAttribute(
    'href',
    `${TABLE_PATH}?tab=columns&column=status`,
  );
  await user.click(known.getByRole('button', { name: 'Sort' }));
  await waitFor(() => expect(asked(api, 'sort')).toBe('status'));
  await user.click((await about()).getByRole('button', { name: 'Sort descending' }));
  await waitFor(() => expect(asked(api, 'sort')).toBe('-status'));
  await user.click((await about()).getByRole('button', { name: 'Pin' }));
  expect(location()).toContain('pinned=status');
  // Its head has moved, and with it the button.
  await waitFor(() => expect(screen.getAllByRole('columnheader')[0]).toHaveAccessibleName('status'));
  const form = await about();
  await user.click(form.getByRole('button', { name: 'Filter' }));
  await user.click(await form.findByRole('checkbox', { name: /paid/ }));
  await user.click(form.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(asked(api, 'filter')).toBe('status:one_of:paid'));
});

test('the rows that are shown become a card of a report', async () => {
  const { user, api } = await open(
    {
      'GET organizations/:organizationId/reports': collectionOf('reports', []),
      'POST organizations/:organizationId/reports': documentOf('reports', 'rep_1', { name: 'orders' }),
    },
    '?columns=id,status&sort=-status&filter=status:one_of:paid',
  );
  await user.click(await screen.findByRole('button', { name: 'Add to report' }));
  await user.click(await screen.findByRole('button', { name: 'Add to a new report' }));
  expect(await screen.findByText('Added to orders.')).toBeVisible();
  const sent = api.callsTo('POST organizations/:organizationId/reports')[0]!.body!;
  const { cards } = sent.data.attributes.content as { cards: object[] };
  expect(cards).toMatchObject([
    {
      ...{ kind: 'table', title: 'orders', table: { id: 'tbl_1', name: 'orders' } },
      query: {
        breakouts: [{ column: 'id' }, { column: 'status' }],
        filter: [[{ column: 'status', operator: 'one_of', values: ['paid'] }]],
        sort: [{ by: 'status', descending: true }],
      },
    },
  ]);
});

test('what is on screen is shown as SQL, and leads to the editor', async () => {
  const { user, api } = await open(
    { [`${TABLE}/row-sql`]: documentOf('row_sql', 'tbl_1', { sql: 'select id from orders' }) },
    '?sort=-id&columns=id',
  );
  await user.click(await screen.findByRole('button', { name: 'Show SQL' }));
  expect(await screen.findByText(/select id from orders/)).toBeVisible();
  expect(api.callsTo(`${TABLE}/row-sql`).map(({ query }) => Object.fromEntries(query))).toEqual([
    { sort: '-id', columns: 'id' },
  ]);
  expect(screen.getByRole('link', { name: 'Open in the SQL editor' })).toHaveAttribute(
    'href',
    '/w/org_finch/data-tools/sql-editor?sql=select+id+from+orders',
  );
});

test('heads are sorted by with the keyboard, too', async () => {
  const { user, api } = await open();
  const cell = await screen.findByRole('gridcell', { name: '1' });
  cell.focus();
  await user.keyboard('{ArrowUp}{ArrowRight}{Enter}');
  await waitFor(() => expect(asked(api, 'sort')).toBe('status'));
  expect(await head(/status/)).toHaveFocus();
});

test('rows are filtered by values that are chosen from a list, after a look at how many match', async () => {
  const { user, api, location } = await open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'New filter' });
  const field = within(dialog).getByRole('combobox', { name: 'Column' });
  await user.clear(field);
  await user.type(field, 'stat{Enter}');
  await user.click(await within(dialog).findByRole('checkbox', { name: 'open' }));
  expect(await within(dialog).findByText('70 rows match')).toBeVisible();
  expect(api.callsTo(COUNT).at(-1)?.query.get('filter')).toBe('status:one_of:open');
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(asked(api, 'filter')).toBe('status:one_of:open'));
  expect(await screen.findByRole('button', { name: 'status is any of open' })).toBeVisible();
  expect(location()).toBe(`${TABLE_PATH}?filter=status%3Aone_of%3Aopen`);
});

test('a filter in a link is shown, edited, and removed', async () => {
  const { user, api, location } = await open({}, '?filter=status:one_of:paid,open,late;id:less:7');
  const chip = await screen.findByRole('button', { name: 'status is any of paid, open, and 1 more' });
  await user.click(chip);
  const dialog = await screen.findByRole('dialog', { name: 'Filter on status' });
  expect(await within(dialog).findByRole('checkbox', { name: 'late' })).toBeChecked();
  expect(api.callsTo(VALUES).at(-1)?.query.get('filter')).toBe('id:less:7');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Comparison' }), 'starts with');
  const value = within(dialog).getByRole('textbox', { name: 'Value' });
  await user.clear(value);
  await user.type(value, 'pa{Enter}');
  await waitFor(() => expect(asked(api, 'filter')).toBe('status:starts_with:pa;id:less:7'));
  await user.click(screen.getByRole('button', { name: 'Remove the filter on status' }));
  await waitFor(() => expect(location()).toBe(`${TABLE_PATH}?filter=id%3Aless%3A7`));
});

test('conditions of which one is enough are shown with “or”', async () => {
  await open({}, '?filter=id:less:7|id:is_null');
  expect(await screen.findByText(/^or$/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove the filter on id, id' })).toBeVisible();
});

test('matching rows are counted after they are shown', async () => {
  const { api } = await open({ [ROWS]: page({ totalRows: null }) }, '?filter=status:equals:open');
  expect(await screen.findByText('Rows 1–1 of 70')).toBeVisible();
  expect(api.callsTo(COUNT).at(-1)?.query.toString()).toBe('version=3&filter=status%3Aequals%3Aopen');
});

test('columns are chosen, also by a part of their names, and only those are read', async () => {
  const { user, api, location } = await open({}, '?after=p2');
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns shown' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'status' }));
  await waitFor(() => expect(asked(api, 'columns')).toBe('id,placed_at'));
  expect(asked(api, 'page[after]')).toBe('p2');
  expect(await within(dialog).findByText('2 of 3 shown')).toBeVisible();
  await user.type(within(dialog).getByRole('searchbox', { name: 'Find a column' }), 'STAT');
  await user.click(within(dialog).getByRole('button', { name: 'Only this one' }));
  await waitFor(() => expect(asked(api, 'columns')).toBe('status'));
  await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'status' })).toBeDisabled());
  await user.clear(within(dialog).getByRole('searchbox', { name: 'Find a column' }));
  await user.click(within(dialog).getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(location()).toBe(`${TABLE_PATH}?after=p2`));
});

test('no matching rows say so, and all rows are one press away', async () => {
  const none = page({ totalRows: 0, rows: [] });
  const { user, location } = await open({ [ROWS]: none }, '?filter=status:equals:no&sort=id');
  expect(await screen.findByText('No rows match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  await waitFor(() => expect(location()).toBe(`${TABLE_PATH}?sort=id`));
});

test('a link whose filter doesn’t fit the table says what is wrong, and leads to all rows', async () => {
  const unknown = errorsOf(422, [{ code: 'query_column_unknown', meta: { column: 'total' } }]);
  const { user, api, location } = await open({ [ROWS]: unknown }, '?filter=total:less:7');
  expect(await screen.findByText('The table has no column total.')).toBeVisible();
  api.on({ [ROWS]: page() });
  await user.click(screen.getByRole('button', { name: 'Show all rows' }));
  expect(await screen.findByText('Rows 1–1 of 250')).toBeVisible();
  expect(location()).toBe(TABLE_PATH);
});

test('a value that doesn’t fit the column is an error on its field, and isn’t applied', async () => {
  const { user, api } = await open({
    [COUNT]: errorsOf(422, [{ code: 'query_condition_unfit', meta: { column: 'id' } }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByRole('textbox', { name: 'Value' }), 'many');
  expect(await screen.findByText("This value doesn't fit the column.")).toBeVisible();
  await user.keyboard('{Enter}');
  expect(asked(api, 'filter')).toBeNull();
});

test('columns are pinned first, in the URL, without another request', async () => {
  const { user, api, location } = await open();
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  const pin = await screen.findByRole('button', { name: 'Keep status in view' });
  const before = api.callsTo(ROWS).length;
  await user.click(pin);
  await waitFor(() => expect(pin).toHaveAttribute('aria-pressed', 'true'));
  expect(location()).toBe(`${TABLE_PATH}?pinned=status`);
  await user.keyboard('{Escape}');
  const first = screen.getAllByRole('columnheader')[0]!;
  expect(first).toHaveAccessibleName(/status/);
  expect(screen.getAllByRole('gridcell')[0]).toHaveTextContent('paid');
  expect(api.callsTo(ROWS)).toHaveLength(before);
});

test('a text is found on the page, one cell after another', async () => {
  const rows = [
    ['1', 'paid', null],
    ['2', 'open', null],
    ['3', 'unpaid', null],
  ];
  const { user } = await open({ [ROWS]: page({ rows, totalRows: 3 }) });
  await user.click(await screen.findByRole('button', { name: 'Find on this page' }));
  await user.type(await screen.findByRole('searchbox', { name: 'Find on this page' }), 'PAID');
  expect(screen.getByText('1 of 2')).toBeVisible();
  expect(screen.getAllByText('paid').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
  await user.keyboard('{Enter}');
  expect(screen.getByText('2 of 2')).toBeVisible();
  await user.keyboard('{Escape}{Escape}');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.getAllByText('paid').map(({ tagName }) => tagName)).not.toContain('MARK');
});

test('the rows on the page are copied, unless a value is cut off', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'SQL INSERT' }));
  expect(await navigator.clipboard.readText()).toContain(
    `("id", "status", "placed_at") VALUES\n  (1, 'paid', '2026-11-20T12:00:00Z');`,
  );
});

test('nothing is offered to copy if a value is cut off', async () => {
  const { user } = await open({ [ROWS]: page({ cut: [[0, 1]] }) });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Some values on this page are too long to be copied.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'JSON' })).not.toBeInTheDocument();
});

test('widths and density stay in the URL', async () => {
  const { user, location } = await open({}, '?widths=200.status');
  const status = await head(/status/);
  expect(status).toHaveStyle({ width: '200px' });
  status.focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(status).toHaveStyle({ width: '216px' }));
  await user.click(screen.getByRole('button', { name: 'Compact rows' }));
  await waitFor(() => expect(location()).toBe(`${TABLE_PATH}?widths=216.status&density=compact`));
});

test('a range of time that moves with the clock is chosen, said, and in the URL', async () => {
  const { user, api } = await open();
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  const form = within(await screen.findByRole('dialog'));
  await user.click(await form.findByRole('combobox', { name: 'Column' }));
  await user.click(await screen.findByRole('option', { name: 'placed_at' }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Comparison' }), 'is in');
  const count = await form.findByRole('textbox', { name: 'How many' });
  await user.clear(count);
  await user.type(count, '90');
  await user.click(form.getByRole('checkbox', { name: 'And today' }));
  await user.click(form.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(asked(api, 'filter')).toMatch(/^placed_at:in_range:last[.]90[.]day[.]with,/));
  expect(await screen.findByText('the last 90 days and today')).toBeInTheDocument();
});

test('JSON is shown as a tree beside the grid, with its numbers as they are', async () => {
  const json = [column('id', 'number', 'BIGINT'), column('meta', 'json', 'JSON')];
  const value = '{"session":{"id":12345678901234567890,"pages":["/",null]},"deep":{"one":{"two":true}}}';
  const { user } = await open({
    [TABLE]: documentOf('tables', 'tbl_1', table({ columns: json })),
    [ROWS]: rowPage({ columns: json, rows: [['1', value]] }),
  });
  const cell = await screen.findByRole('gridcell', { name: value });
  cell.focus();
  await user.keyboard('{Enter}');
  const viewer = within(await screen.findByRole('dialog', { name: 'meta, row 1' }));
  expect(await viewer.findByText('12345678901234567890')).toBeVisible();
  await user.click(viewer.getByText('pages'));
  expect(await viewer.findByText('NULL')).toBeVisible();
  expect(viewer.queryByText('two')).not.toBeInTheDocument();
  await user.click(viewer.getByText('one'));
  expect(await viewer.findByText('two')).toBeVisible();
  await user.click(viewer.getByRole('button', { name: 'Text' }));
  expect(viewer.getByText(/"id": 12345678901234567890/)).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
