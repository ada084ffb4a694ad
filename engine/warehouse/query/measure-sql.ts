import type { Aggregate, Measure } from '@headwater/shared/contract';
import { sumType } from '@headwater/shared/contract/plain';
import { identifier } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';
import { canBeNonFinite } from './column-extent.ts';
import { filterSql } from './filter-sql.ts';

/** SQL for a measure, its type, and whether it's 0 rather than unknown where there are no rows. */
export interface MeasureSql {
  sql: string;
  type: string;
  isAdditive: boolean;
}

export const decimalDigits = (type: string): number => Number(/^DECIMAL\(\d+,(\d+)\)$/.exec(type)?.[1] ?? 0);

/** Returns SQL for what is computed of the rows of a group. Sums are exact, or rounded once where values are rounded. */
function aggregateSql({ agg, column: name, where }: Aggregate, columns: readonly PageColumn[]): MeasureSql {
  const column = columns.find((one) => one.name === name);
  const value = column && identifier(column.name);
  const isRounded = column !== undefined && (column.type === 'FLOAT' || column.type === 'DOUBLE');
  const conditions = [
    where && filterSql(where, columns),
    value && canBeNonFinite(column) && agg !== 'count' && agg !== 'distinct' ? `isfinite(${value})` : null,
  ].filter((condition) => typeof condition === 'string');
  const filter = conditions.length > 0 ? ` filter (where ${conditions.join(' and ')})` : '';
  const of = (call: string, type: string, isAdditive = false): MeasureSql => ({
    sql: call + filter,
    type,
    isAdditive,
  });
  if (value === undefined) return of('count(*)', 'BIGINT', true);
  switch (agg) {
    case 'count':
      return of(`count(${value})`, 'BIGINT', true);
    case 'distinct':
      return of(`count(distinct ${value})`, 'BIGINT', true);
    case 'sum': {
      const sum = of(`${isRounded ? 'fsum' : 'sum'}(${value})`, sumType(column!.type), true);
      return where ? { ...sum, sql: zeroOfNone(sum, filterSql(where, columns)) } : sum;
    }
    case 'min':
    case 'max':
      return of(`${agg}(${value})`, column!.type);
    case 'avg':
      return of(`${isRounded ? 'favg' : 'avg'}(${value})`, 'DOUBLE');
    case 'median':
      return of(`median(${value}::double)`, 'DOUBLE');
  }
}

/** Where a group has rows, but none that a sum is about, it's 0: whoever lost no customer has lost 0 % of them. */
const zeroOfNone = ({ sql, type }: MeasureSql, condition: string | null): string =>
  condition === null
    ? sql
    : `coalesce(${sql}, case when count(*) > 0 and not coalesce(bool_or(${condition}), false) then 0::${type} end)`;

/** Returns SQL for a measure that is computed of rows, rather than of another measure. */
export function measureSql(
  measure: Exclude<Measure, { calc: string }>,
  columns: readonly PageColumn[],
): MeasureSql {
  if ('agg' in measure) return aggregateSql(measure, columns);
  const [above, below] = measure.ratio.map((part) => aggregateSql(part, columns).sql);
  return { sql: `(${above})::double / nullif((${below})::double, 0)`, type: 'DOUBLE', isAdditive: false };
}
