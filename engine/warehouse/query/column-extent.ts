import type { QueryCondition, QueryFilter } from '@headwater/shared/contract';
import { isMoment, isNumeric } from '@headwater/shared/contract/plain';
import { identifier } from '../sql/sql.ts';
import type { PageColumn } from '../sql/page-column.ts';

/** What is known of a column's values before they are grouped. */
export interface ColumnExtent {
  /** The least and the greatest finite one: moments in milliseconds since 1970, numbers rounded. Null if there is none. */
  range: Range | null;
  /** Whether there are infinite ones, or no number. */
  hasNonFinite: boolean;
  hasNull: boolean;
}

export interface Range {
  min: number;
  max: number;
}

/** Selects a column's extents, as `readExtent` reads them. */
export function extentStatement(from: string, column: PageColumn): string {
  const name = identifier(column.name);
  const isFinite = canBeNonFinite(column) ? `isfinite(${name})` : 'true';
  const number = (value: string) => (isMoment(column) ? millisecondsOf(value, column) : `${value}::double`);
  const limits = ['min', 'max'].map((limit) => number(`${limit}(${name}) filter (where ${isFinite})`));
  return `
    select ${limits.join(', ')}, coalesce(bool_or(not ${isFinite}), false), count(*) > count(${name})
    from ${from}`;
}

/** Returns SQL for the milliseconds since 1970 of a day or a moment. The engine's days go on for longer than its moments. */
export const millisecondsOf = (value: string, { type }: PageColumn): string =>
  type === 'DATE'
    ? `(${value} - date '1970-01-01')::double * 86400000`
    : `epoch_ms(${value}::timestamp)::double`;

export function readExtent([min, max, hasNonFinite, hasNull]: readonly unknown[]): ColumnExtent {
  const range = min === null ? null : { min: Number(min), max: Number(max) };
  return { range, hasNonFinite: hasNonFinite === true, hasNull: hasNull === true };
}

/** Returns whether values can be infinite, or no number. */
export const canBeNonFinite = (column: Pick<PageColumn, 'type'>): boolean =>
  isMoment(column) || column.type === 'FLOAT' || column.type === 'DOUBLE';

/** Returns the part of a column's range in which rows can match a filter. Null if there is none. */
export function rangeWithin(range: Range, filter: QueryFilter, column: PageColumn): Range | null {
  let { min, max } = range;
  for (const [condition, ...others] of filter) {
    if (!condition || others.length > 0 || condition.column !== column.name) continue;
    const limit = numberOf(condition, column);
    if (Number.isNaN(limit)) continue;
    const { operator } = condition;
    if (operator.startsWith('greater') || operator === 'equals') min = Math.max(min, limit);
    if (operator.startsWith('less') || operator === 'equals') max = Math.min(max, limit);
  }
  return min > max ? null : { min, max };
}

export function numberOf({ values: [text = ''] }: QueryCondition, column: PageColumn): number {
  if (isNumeric(column)) return text === '' ? Number.NaN : Number(text);
  if (text.length <= 10) return Date.parse(text);
  const moment = text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(moment) ? moment : `${moment}Z`);
}
