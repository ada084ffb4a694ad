import type { Aggregate, Breakout, Grain, Measure } from '../contract/index.ts';

// Parts of queries, named like the chart builder names them, so that it can open the cards.

export const rows: Measure = { as: 'rows', agg: 'count' };

/** Returns an aggregate of a column as a measure. */
export const of = (agg: Aggregate['agg'], column: string): Measure => ({
  as: `${agg} of ${column}`,
  agg,
  column,
});

/** Returns the sum of a column divided by the sum of another one. NULL where that is 0. */
export const perUnit = (as: string, top: string, bottom: string): Measure => ({
  as,
  ratio: [
    { agg: 'sum', column: top },
    { agg: 'sum', column: bottom },
  ],
});

/** Returns a part of a whole as a percentage. NULL where there is nothing. */
export const share = (as: string, part: Aggregate, whole: Aggregate): Measure => ({
  ...{ as, ratio: [part, whole], percent: true },
});

export const over = (column: string, grain: Grain | 'auto'): Breakout => ({ as: column, column, grain });

/** Returns the values with the most of the first measure, with all others together. */
export const top = (column: string, n = 12): Breakout => ({ as: column, column, top: { n } });
