import type { Aggregate, Breakout, Measure, Query, QueryFilter } from '@headwater/shared/contract';
import { identifier } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';
import { filterSql } from './filter-sql.ts';

const CODES = new Set(Intl.supportedValuesOf('currency'));

/**
 * Returns the code of the only currency that a filter leaves, or undefined if it may leave several: amounts of different
 * currencies have none in common.
 *
 * @param column the one that holds the currency of each row
 */
export function oneCurrency(filter: QueryFilter, column: string | undefined): string | undefined {
  if (column === undefined) return undefined;
  for (const [condition, ...others] of filter) {
    if (!condition || others.length > 0 || condition.column !== column) continue;
    const [value, ...more] = condition.values;
    const isOne = condition.operator === 'one_of' || condition.operator === 'equals';
    if (!isOne || condition.orNull || value === undefined || more.length > 0) continue;
    const code = value.trim().toUpperCase();
    if (CODES.has(code)) return code;
  }
  return undefined;
}

/**
 * Returns the breakout that keeps the amounts of a measure apart by their currency: these have a sum within each of its
 * groups, and none over all of them. Undefined if the filter leaves one currency, or the measure's values are no amounts.
 */
export function currencyKey({ filter = [], breakouts }: Query, measure: Measure): Breakout | undefined {
  if ('calc' in measure || measure.currency === undefined || !isOfAmounts(measure)) return undefined;
  if (oneCurrency(filter, measure.currency) !== undefined) return undefined;
  return breakouts.find(({ column }) => column === measure.currency);
}

/**
 * Returns a statement for each measure that would add up or compare amounts of several currencies: it selects whether
 * there are more of them than the query keeps apart. There is none where the filter leaves one.
 *
 * @param columns of the table, before a shape is computed of its rows
 */
export function currencyChecks(query: Query, from: string, columns: readonly PageColumn[]): string[] {
  const { filter = [], breakouts, measures } = query;
  return measures.flatMap((measure) => {
    if ('calc' in measure || measure.currency === undefined || !isOfAmounts(measure)) return [];
    const { currency } = measure;
    if (oneCurrency(filter, currency) !== undefined) return [];
    const apart = breakouts.find(({ column }) => column === currency);
    // Which values are the top ones is said by their amounts in all currencies.
    const ranks = breakouts.some(
      (one) => one !== apart && one.top && rankedBy(query, one.top.by) === measure,
    );
    if (apart && !apart.top && !ranks) return [];
    const most = ranks ? 1 : (apart?.top?.n ?? 1);
    const own = amountsIn(measure, columns, query);
    const given = [filterSql(filter, columns), ...own].filter((condition) => condition !== null);
    const rows = given.length > 0 ? `${from} where ${given.join(' and ')}` : from;
    return `select count(distinct ${identifier(currency)}) > ${most} from ${rows}`;
  });
}

/** Returns the conditions for the rows that a measure takes amounts of. */
export function amountsIn(
  measure: Exclude<Measure, { calc: string }>,
  columns: readonly PageColumn[],
  { shape }: Query,
): string[] {
  const [{ column, where }] = aggregatesIn(measure);
  return [
    where ? filterSql(where, columns) : null,
    // Of a shape, it's a column of what is computed.
    shape || column === undefined ? null : `${identifier(column)} is not null`,
  ].filter((condition) => condition !== null);
}

/** The measure by which the values of a breakout are ranked: the one that is named, or else the first. */
const rankedBy = ({ measures }: Query, by: string | undefined): Measure | undefined =>
  by === undefined ? measures.find((one) => !('calc' in one)) : measures.find(({ as }) => as === by);

/** What a measure divides, or all that it is. */
const aggregatesIn = (measure: Exclude<Measure, { calc: string }>): readonly [Aggregate, ...Aggregate[]] =>
  'ratio' in measure ? measure.ratio : [measure];

/** Whether a measure's values are amounts, rather than numbers of them. */
function isOfAmounts(measure: Exclude<Measure, { calc: string }>): boolean {
  const [{ agg, column }] = aggregatesIn(measure);
  return column !== undefined && agg !== 'count' && agg !== 'distinct';
}
