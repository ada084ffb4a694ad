import type { PeriodComparison, QueryResult, ReportContent } from '@headwater/shared/contract';
import {
  collectionOf,
  column,
  documentOf,
  type Handlers,
  MOUNT,
  renderRoute,
  table,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';

const ONE = 'organizations/:organizationId/reports/:reportId';
const RESULT =
  'POST organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results';

const content: ReportContent = {
  cards: [
    {
      ...{ kind: 'query', id: 'c', title: 'Orders', mark: 'line', compare: 'previous' },
      ...{ layout: { x: 0, y: 0, w: 6, h: 8 }, table: { id: 'tbl_1', name: 'orders' } },
      query: {
        filter: [[{ column: 'day', operator: 'in_range', values: ['last.2.day', 'UTC'] }]],
        breakouts: [{ as: 'day', column: 'day', grain: 'day' }],
        ...{ measures: [{ as: 'total', agg: 'sum', column: 'total' }], zone: 'UTC' },
      },
    },
  ],
  filters: [],
};
const compared: PeriodComparison = {
  ...{ to: 'previous', state: 'compared', value: null, until: null, isPart: false },
  ...{ from: '2026-11-23', through: '2026-11-24' },
  series: {
    current: { from: '2026-11-25', through: '2026-11-26' },
    ...{
      from: ['2026-11-23', '2026-11-24'],
      through: ['2026-11-23', '2026-11-24'],
      values: [['8.00', '0.00']],
    },
  },
};
const result = (comparison: PeriodComparison): Omit<QueryResult, 'version'> & { version: number } => ({
  ...{ version: 3, rows: 2, cut: null, totals: null, notes: [], sql: '', comparison },
  columns: [
    { as: 'day', role: 'breakout', kind: 'date', type: 'DATE', grain: 'day', width: null, others: [] },
    {
      ...{ as: 'total', role: 'measure', kind: 'number', type: 'DECIMAL(38,2)' },
      ...{ grain: null, width: null, others: [] },
    },
  ],
  values: [
    ['2026-11-25', '2026-11-26'],
    ['10.00', '4.50'],
  ],
});
const open = (comparison: PeriodComparison, path = '') => {
  const handlers: Handlers = {
    [`GET ${ONE}`]: documentOf('reports', 'rep_1', {
      ...{ name: 'Weekly', version: 2, cards: 1, tableIds: ['tbl_1'], favorite: false, own: true },
      ...{ createdBy: 'Mara', changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z', content },
    }),
    'GET organizations/:organizationId/tables': collectionOf('tables', [
      { id: 'tbl_1', ...table({ columns: [column('day', 'date'), column('total', 'number')] }) },
    ]),
    [`GET ${ONE}/share-links`]: collectionOf('share_links', []),
    [RESULT]: documentOf('query_results', 'r', { ...result(comparison) }),
  };
  return renderRoute(routes, `/w/org_finch/reports/rep_1${path}`, { mount: MOUNT, api: handlers });
};

afterEach(() => sessionStorage.clear());

test('a line says which days it is compared with, how much they had, and what both are together', async () => {
  const { user } = await open(compared);
  const card = await screen.findByRole('region', { name: 'Orders' });
  await within(card).findByText(/Up 6\.50 \(81\.3%\)\. Previous period: 8\.00 \(Nov 23\s–\s24, 2026\)\.$/);
  expect(within(card).getByText(/^This period \(Nov 25\s–\s26, 2026\)$/)).toBeInTheDocument();
  const slider = within(card).getByRole('slider');
  slider.focus();
  await user.keyboard('{Home}');
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 25, 2026: 10.00. Nov 23, 2026: 8.00 (+25%)');
  await user.keyboard('{End}');
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 26, 2026: 4.50. Nov 24, 2026: 0.00 (–)');
  await user.click(within(card).getByRole('radio', { name: 'Table' }));
  expect(within(card).getByRole('columnheader', { name: /Before: total/ })).toBeInTheDocument();
  // A change from 0 can't be said as a part of it, and isn't a NULL of the data.
  expect(within(card).getByRole('gridcell', { name: '–' })).toBeInTheDocument();
  expect(within(card).queryByText('NULL')).toBeNull();
});

test('a line that can’t be compared says why', async () => {
  const { series: _series, ...rest } = compared;
  await open({ ...rest, state: 'other_time', from: null, through: null });
  expect(await screen.findByText(/Not compared: the time range is about another column/)).toBeInTheDocument();
});

test('the report chooses what all cards are compared with, in its URL, and its files show the same', async () => {
  const { user, api: calls, location } = await open(compared);
  const select = await screen.findByRole('combobox', { name: 'Compare all cards' });
  expect(select).toHaveDisplayValue('Compare as set on each card');
  const asked = () => calls.callsTo(RESULT).map(({ body }) => body?.data.attributes.compare);
  await waitFor(() => expect(asked()).toEqual(['previous']));
  await user.selectOptions(select, 'Compare with a year ago');
  await waitFor(() => expect(asked().at(-1)).toBe('year_ago'));
  expect(location()).toBe('/w/org_finch/reports/rep_1?compare=year_ago');
  await user.click(screen.getByRole('button', { name: 'More about Orders' }));
  const file = await screen.findByRole('menuitem', { name: 'Save values (CSV for spreadsheets)' });
  expect(decodeURIComponent(file.getAttribute('href')!)).toContain('filters=compare=year_ago');
  await user.keyboard('{Escape}');
  await user.selectOptions(select, 'Don’t compare');
  await waitFor(() => expect(asked().at(-1)).toBeUndefined());
  await user.selectOptions(select, 'Compare as set on each card');
  expect(location()).toBe('/w/org_finch/reports/rep_1');
});
