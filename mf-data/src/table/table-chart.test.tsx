import {
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
import type { Column, QueryResult, ResultColumn } from '@headwater/shared/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { TABLE_PATH } from '../testing/fixtures.ts';

const RESULT = `POST organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results`;
const column = (name: string, kind: Column['kind'], type: string): Column => ({
  ...{ name, kind, type, sourceType: type, nullable: true },
});
const columns = [
  column('id', 'number', 'BIGINT'),
  column('status', 'text', 'VARCHAR'),
  column('day', 'date', 'DATE'),
];
const resultColumn = (as: string, rest: Partial<ResultColumn>): ResultColumn => ({
  ...{ as, role: 'breakout', kind: 'text', type: 'VARCHAR', grain: null, width: null, others: [] },
  ...rest,
});
const ROWS_MEASURE = resultColumn('rows', { role: 'measure', kind: 'number', type: 'BIGINT' });
const DAY = resultColumn('day', { kind: 'date', type: 'DATE', grain: 'month' });
const result = (rest: Partial<QueryResult> = {}) =>
  documentOf('query_results', 'r', {
    ...{
      version: 3,
      columns: [DAY, ROWS_MEASURE],
      rows: 3,
      cut: null,
      totals: null,
      notes: [],
      sql: 'select 1',
    },
    values: [
      ['2026-01-01', '2026-02-01', '2026-03-01'],
      ['5', '12', '7'],
    ],
    ...rest,
  });
const open = (query = '', answer = result(), api: Handlers = {}) =>
  renderRoute(routes, `${TABLE_PATH}?tab=chart${query}`, {
    mount: MOUNT,
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', table({ columns })),
      [ROWS]: rowPage({}),
      [RESULT]: answer,
      ...api,
    },
  });
type Opened = Awaited<ReturnType<typeof open>>;
const asked = ({ api }: Opened) =>
  api.callsTo(RESULT).at(-1)!.body!.data.attributes as { version: number; query: object };

test('a chart of rows over time is there at once, and says what it shows', async () => {
  const page = await open();
  expect(await screen.findByRole('heading', { name: 'Number of rows by day' })).toBeVisible();
  expect(screen.getByText('Highest: 12 (February 2026). Lowest: 5 (January 2026).')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Columns' })).toHaveAttribute('aria-pressed', 'true');
  expect(asked(page)).toMatchObject({
    version: 3,
    query: { breakouts: [{ column: 'day', grain: 'auto' }], measures: [{ agg: 'count' }] },
  });
});

test('what it shows is chosen, and stands in the URL', async () => {
  const page = await open('&filter=id:less:7');
  const { user } = page;
  await user.selectOptions(await screen.findByRole('combobox', { name: 'What to measure' }), 'id');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'How it is summed up' }), 'Average');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'How it is grouped' }), 'Week');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Column for colors' }), 'status');
  expect(await screen.findByRole('heading', { name: 'Average id by day and status' })).toBeVisible();
  await waitFor(() =>
    expect(asked(page).query).toMatchObject({
      filter: [[{ column: 'id', operator: 'less', values: ['7'] }]],
      breakouts: [
        { column: 'day', grain: 'week' },
        { column: 'status', top: { n: 5 } },
      ],
      measures: [{ agg: 'avg', column: 'id' }],
    }),
  );
  const { searchParams } = new URL(page.location(), 'http://x');
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ tab: 'chart', filter: 'id:less:7', x: 'day:week', y: 'avg:id', group: 'status:5' },
  });
  expect(screen.getByRole('link', { name: 'Rows' })).toHaveAttribute(
    'href',
    `${TABLE_PATH}?filter=id%3Aless%3A7`,
  );
});

test('the keyboard walks through its values, which are said, and opens their rows', async () => {
  const { user, location } = await open();
  const slider = await screen.findByRole('slider', { name: 'Number of rows by day' });
  act(() => slider.focus());
  await waitFor(() => expect(slider).toHaveAttribute('aria-valuetext', 'January 2026: 5'));
  await user.keyboard('{ArrowRight}');
  expect(slider).toHaveAttribute('aria-valuetext', 'February 2026: 12');
  await user.keyboard('{End}{Enter}');
  await waitFor(() =>
    expect(new URL(location(), 'http://x').searchParams.get('filter')).toBe(
      'day:greater_or_equal:2026-03-01;day:less:2026-04-01',
    ),
  );
});

test('the same figures are a table, with all other values named', async () => {
  const status = resultColumn('status', { others: [1] });
  const { user, location } = await open(
    '&x=status:5',
    result({
      columns: [status, ROWS_MEASURE],
      values: [
        ['paid', null],
        ['9', '1'],
      ],
      rows: 2,
    }),
  );
  expect(await screen.findByText('paid has the most: 9, 90% of all.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  const grid = await screen.findByRole('grid', { name: 'Number of rows by status' });
  expect(within(grid).getByRole('gridcell', { name: 'Other' })).toBeVisible();
  expect(location()).toContain('mark=table');
  await user.click(within(grid).getByRole('gridcell', { name: 'Other' }));
  const dialog = await screen.findByRole('dialog', { name: /status/ });
  await user.click(within(dialog).getByRole('link', { name: 'Show its rows' }));
  expect(new URL(location(), 'http://x').searchParams.get('filter')).toBe('status:none_of:paid');
});

test('amounts have a currency if a column says it and the filter leaves one', async () => {
  const page = await open('&x=&y=sum:id', result({ columns: [ROWS_MEASURE], values: [['5']], rows: 1 }));
  const { user } = page;
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Currency' }), 'Currency: status');
  await waitFor(() =>
    expect(asked(page).query).toMatchObject({ measures: [{ agg: 'sum', column: 'id', currency: 'status' }] }),
  );
  expect(await screen.findByText(/once a filter on status leaves only one currency/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'How it is summed up' }), 'Different values');
  await waitFor(() => expect(page.location()).toMatch(/y=distinct%3Aid$/));
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Currency' })).toBeNull());
});

test('a mark that can’t show it says why, and another one is shown', async () => {
  await open(
    '&mark=pie&x=status:5',
    result({
      columns: [resultColumn('status', {}), ROWS_MEASURE],
      values: [
        ['a', 'b'],
        ['-1', '2'],
      ],
      rows: 2,
    }),
  );
  expect(await screen.findByText('Parts of a whole can’t be negative.'.replace('’', "'"))).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bars' })).toHaveAttribute('aria-pressed', 'true');
});

test('what is left out is said', async () => {
  const notes = [{ code: 'without_moment' as const, column: 'day', rows: 1 }];
  await open('', result({ notes, cut: { shown: 3, of: 12_000 } }));
  expect(await screen.findByText("1 row has no value in day and can't be shown.")).toBeVisible();
  expect(screen.getByText(/^Shows 3 of 12,000 results/)).toBeVisible();
});

test('without rows there is no chart', async () => {
  await open('', result({ values: [[], []], rows: 0 }));
  expect(await screen.findByText('No rows to show')).toBeVisible();
});

test('a link to a chart that doesn’t fit says so, and leads to one that does', async () => {
  const fault = errorsOf(422, [{ code: 'query_column_misspelled', meta: { column: 'dya', nearest: 'day' } }]);
  const { user, location } = await open('&x=dya', fault);
  expect(await screen.findByText('The table has no column dya. Did you mean day?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  await waitFor(() => expect(location()).toBe(`${TABLE_PATH}?tab=chart`));
});

test('amounts of several currencies are no chart: it says why, and offers nothing that can’t help', async () => {
  await open('', errorsOf(422, [{ code: 'currencies_mixed', detail: 'Several.' }]));
  expect(await screen.findByText(/^These amounts are in several currencies/)).toBeVisible();
  expect(screen.getByText("This chart can't be drawn")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the statement can be read', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Show SQL' }));
  expect(await screen.findByText('select 1')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open in the SQL editor' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/data-tools\/sql-editor\?sql=select\+1$/),
  );
});
