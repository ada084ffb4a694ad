import type { Aggregate, Breakout, Grain, Measure } from '../contract/index.ts';

type AggregateMeasure = Extract<Measure, { agg: unknown }>;
type RatioMeasure = Extract<Measure, { ratio: unknown }>;

/** Returns the number of rows as a measure. */
export const rows = (as: string): AggregateMeasure => ({ as, agg: 'count' });

/** Which rows aren't refunds: those with an amount of 0 or more, or without one. */
const notRefunded = (amount: string): NonNullable<Aggregate['where']> => [
  [
    { column: amount, operator: 'greater_or_equal', values: ['0'] },
    { column: amount, operator: 'is_null', values: [] },
  ],
];

/** Returns the same measure of sales only, without refunds. */
export const ofSales = (measure: AggregateMeasure, amount: string): AggregateMeasure => ({
  ...measure,
  where: notRefunded(amount),
});

/** Returns an aggregate of a column as a measure. */
export const of = (as: string, agg: Aggregate['agg'], column: string): AggregateMeasure => ({
  as,
  agg,
  column,
});

/** Returns the same measure as amounts of money, if it's known which column has their currency. */
export const money = <Amounts extends Exclude<Measure, { calc: unknown }>>(
  measure: Amounts,
  currency: string | undefined,
): Amounts => (currency === undefined ? measure : { ...measure, currency });

/** Returns the sum of a column divided by the sum of another one. NULL where that is 0. */
export const perUnit = (as: string, top: string, bottom: string): RatioMeasure => ({
  as,
  ratio: [
    { agg: 'sum', column: top },
    { agg: 'sum', column: bottom },
  ],
});

/** Returns a part of a whole as a percentage. NULL where there is nothing. */
export const share = (as: string, part: Aggregate, whole: Aggregate): RatioMeasure => ({
  ...{ as, ratio: [part, whole], percent: true },
});

export const over = (column: string, grain: Grain | 'auto', as = column): Breakout => ({ as, column, grain });

/** Returns the values with the most of the first measure, with all others together. */
export const top = (column: string, n = 12): Breakout => ({ as: column, column, top: { n } });
