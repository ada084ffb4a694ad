import type { ComputedCard, Query } from '@headwater/shared/contract';
import { contentOf, revenueOverview } from '@headwater/shared/report-templates';
import { queryFor } from '../../table/chart/chart-address.ts';
import { choiceOfCard, keepingMeasure } from './choice-of-card.ts';

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
