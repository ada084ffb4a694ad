import type { ComputedCard, Query } from '@headwater/shared/contract';
import { contentOf, revenueOverview } from '@headwater/shared/report-templates';
import { queryFor } from '../chart/chart-address.ts';
import { choiceOfCard, keepingMeasure, keepingOthers } from './choice-of-card.ts';

const column = (name: string, kind: 'text' | 'number' | 'timestamp', type: string) => ({
  ...{ name, kind, type, sourceType: type, nullable: true },
});
const columns = [
  column('total', 'number', 'DECIMAL(12,2)'),
  column('placed_at', 'timestamp', 'TIMESTAMP'),
  column('currency', 'text', 'VARCHAR'),
];
const table = { id: `tbl_${'1'.repeat(26)}`, name: 'orders' };
const roles = { amount: 'total', date: 'placed_at', currency: 'currency' };
const { cards } = contentOf(
  revenueOverview,
  { table, columns: roles, values: {} },
  { language: 'de', zone: 'UTC' },
);
const overTime = cards.find(({ id }) => id === 'overtime') as ComputedCard;

test('a card of a template opens in the chart builder, whatever its measure is called', () => {
  expect(overTime.query.measures).toEqual([
    { as: 'Umsatz', agg: 'sum', column: 'total', currency: 'currency' },
  ]);
  expect(choiceOfCard(overTime, columns)).toMatchObject({
    x: { column: 'placed_at' },
    y: { agg: 'sum', column: 'total', currency: 'currency' },
  });
});

test('its measure keeps its name until something else is measured, and has the currency that is chosen', () => {
  const choice = choiceOfCard(overTime, columns)!;
  const changed = (change: Partial<typeof choice>): Query =>
    keepingMeasure(queryFor({ ...choice, ...change }, columns, [], 'UTC'), overTime.query);
  expect(changed({ x: { column: 'placed_at', how: 'week' } }).measures).toEqual(overTime.query.measures);
  expect(changed({ y: { agg: 'max', column: 'total', currency: 'currency' } }).measures).toEqual([
    { as: 'max of total', agg: 'max', column: 'total', currency: 'currency' },
  ]);
  const { as } = overTime.query.measures[0]!;
  expect(changed({ y: { agg: 'sum', column: 'total', currency: null } }).measures).toEqual([
    { as, agg: 'sum', column: 'total' },
  ]);
});

test('a name that a column has by now is not kept', () => {
  const taken = [...columns, column('umsatz', 'text', 'VARCHAR')];
  const choice = { ...choiceOfCard(overTime, columns)!, x: { column: 'umsatz', how: '5' } };
  const { measures } = keepingMeasure(queryFor(choice, taken, [], 'UTC'), overTime.query);
  expect(measures[0]!.as).toBe('sum of total');
});

test('a card with two measures opens in the builder, which keeps the second one and the order of the rows', () => {
  const query: Query = {
    breakouts: [{ as: 'currency', column: 'currency', top: { n: 5 } }],
    measures: [
      { as: 'Revenue', agg: 'sum', column: 'total' },
      { as: 'Part', calc: 'share', of: 'Revenue' },
      { as: 'Orders', agg: 'count' },
    ],
    sort: [{ by: 'Revenue', descending: true }],
    limit: 10,
    filter: [],
    zone: 'UTC',
  };
  const card = { ...overTime, query };
  const choice = choiceOfCard(card, columns)!;
  expect(choice.y).toEqual({ agg: 'sum', column: 'total', currency: null });
  const changed = keepingOthers(
    queryFor({ ...choice, y: { agg: 'max', column: 'total', currency: null } }, columns, [], 'UTC'),
    query,
  );
  expect(changed).toEqual({
    ...query,
    measures: [
      { as: 'max of total', agg: 'max', column: 'total' },
      { as: 'Part', calc: 'share', of: 'max of total' },
      { as: 'Orders', agg: 'count' },
    ],
    sort: [{ by: 'max of total', descending: true }],
  });
});

test.each([
  [
    'a ratio',
    { as: 'Rate', ratio: [{ agg: 'count' }, { agg: 'distinct', column: 'currency' }], percent: true },
  ],
  [
    'an aggregate of some rows',
    {
      ...{ as: 'In euros', agg: 'sum', column: 'total' },
      where: [[{ column: 'currency', operator: 'is', values: ['EUR'] }]],
    },
  ],
] as [string, Query['measures'][number]][])(
  'a card with %s opens in the builder, which keeps it until something else is measured',
  (_what, measure) => {
    const query: Query = {
      breakouts: [{ as: 'currency', column: 'currency', top: { n: 5 } }],
      measures: [measure, { as: 'Part', calc: 'share', of: measure.as }],
      ...{ filter: [], zone: 'UTC' },
    };
    const choice = choiceOfCard({ ...overTime, query }, columns)!;
    const changed = (change: Partial<typeof choice>) =>
      keepingOthers(queryFor({ ...choice, ...change }, columns, [], 'UTC'), query);
    expect(changed({ x: { column: 'placed_at', how: 'week' } })).toMatchObject({
      breakouts: [{ column: 'placed_at', grain: 'week' }],
      measures: query.measures,
    });
    expect(changed({ y: { agg: 'sum', column: 'total', currency: null } }).measures).toEqual([
      { as: 'sum of total', agg: 'sum', column: 'total' },
      { as: 'Part', calc: 'share', of: 'sum of total' },
    ]);
  },
);
