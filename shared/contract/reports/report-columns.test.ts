import type { Query } from '../tables/query.ts';
import {
  countCardsWith,
  otherColumnsFor,
  withColumnReplaced,
  withOtherColumn,
} from './report-columns.rules.ts';
import type { ReportContent } from './report.ts';

const column = (name: string, type: string) => ({ name, type });
const COLUMNS = [
  column('id', 'BIGINT'),
  column('amount_eur', 'DOUBLE'),
  column('channels', 'VARCHAR'),
  column('placed', 'DATE'),
  { ...column('amounts', 'DOUBLE'), lost: 'empty' as const },
];
const QUERY: Query = {
  filter: [[{ column: 'amount', operator: 'greater', values: ['1'] }]],
  breakouts: [{ as: 'amount', column: 'amount', bins: 5 }],
  measures: [
    { as: 'a', agg: 'sum', column: 'amount', currency: 'amount' },
    {
      as: 'b',
      ratio: [
        { agg: 'sum', column: 'amount', where: [[{ column: 'amount', operator: 'less', values: ['9'] }]] },
        { agg: 'count' },
      ],
    },
    { as: 'c', calc: 'change', of: 'a' },
  ],
};
const near = (query: Query, name: string) => {
  const { nearest, fitting } = otherColumnsFor(query, name, COLUMNS);
  return [nearest, fitting.map((one) => one.name)];
};

describe('a query that reads another column', () => {
  test('reads it everywhere, and keeps the names of its results', () => {
    const text = JSON.stringify(withOtherColumn(QUERY, { from: 'amount', to: 'paid' }));
    expect(text.match(/"(column|currency)":"paid"/g)).toHaveLength(6);
    expect(text.match(/"amount"/g)).toEqual(['"amount"']);
    const shape = { kind: 'cohorts' as const, customer: 'who', date: 'day' };
    const shaped = { shape, breakouts: [{ as: 'd', column: 'day' }], measures: [] };
    const other = withOtherColumn(shaped, { from: 'day', to: 'placed' });
    expect([other.shape, other.breakouts]).toEqual([{ ...shape, date: 'placed' }, shaped.breakouts]);
  });

  test('is offered the nearest that fits first, and none that compares with what it can’t hold', () => {
    expect(near(QUERY, 'amount')).toEqual(['amount_eur', ['amount_eur', 'id']]);
    const count = (operator: 'one_of' | 'is_null', values: string[], name: string): Query => ({
      filter: [[{ column: name, operator, values }]],
      breakouts: [],
      measures: [{ as: 'n', agg: 'count' }],
    });
    expect(near(count('one_of', ['web'], 'channel'), 'channel')).toEqual(['channels', ['channels']]);
    expect(near(count('is_null', [], 'nothing'), 'nothing')).toEqual([
      undefined,
      ['id', 'amount_eur', 'channels', 'placed'],
    ]);
  });
});

test('a report reads another column in the cards of one table, and in what is bound to them', () => {
  const layout = { x: 0, y: 0, w: 1, h: 1 };
  const card = (id: string, table: string) => ({
    ...{ kind: 'number' as const, id, title: id, layout, table: { id: table, name: table } },
    query: { breakouts: [], measures: [{ as: 'n', agg: 'sum' as const, column: 'amount' }] },
  });
  const bind = ['one', 'other'].map((id) => ({ card: id, column: 'amount' }));
  const content: ReportContent = {
    cards: [card('one', 'tbl_a'), card('other', 'tbl_b')],
    filters: [{ id: 'f', label: 'Amount', bind, default: null }],
    template: { slug: 's', version: 1, columns: [{ role: 'amount', column: 'amount' }] },
  };
  const next = withColumnReplaced(content, 'tbl_a', { from: 'amount', to: 'paid' });
  expect(next.cards[1]).toEqual(content.cards[1]);
  expect(next.cards[0]).toMatchObject({ query: { measures: [{ column: 'paid' }] } });
  expect(next.filters[0]!.bind).toMatchObject([{ column: 'paid' }, { column: 'amount' }]);
  expect(next.template!.columns).toEqual([{ role: 'amount', column: 'paid' }]);
  expect([countCardsWith(content, 'tbl_a', 'amount'), countCardsWith(next, 'tbl_a', 'amount')]).toEqual([
    1, 0,
  ]);
});
