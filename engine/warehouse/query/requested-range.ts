import { Temporal } from 'temporal-polyfill';
import type { Grain, Query, QueryCondition, QueryFilter } from '@headwater/shared/contract';
import type { PageColumn } from '../sql/page-column.ts';
import { numberOf } from './column-extent.ts';
import { beginOf } from './period-edges.ts';

type Calendar = Pick<Query, 'zone' | 'weekStart'>;
type TypedColumn = Pick<PageColumn, 'name' | 'type'>;

/** The first and the last moment of a range that a filter asks for, in milliseconds. Null where it's open. */
export interface RequestedRange {
  min: number | null;
  max: number | null;
}

/** Between which moments a column's values are asked for, as far as one condition alone says it. */
export function requestedRange(filter: QueryFilter, column: TypedColumn): RequestedRange {
  const own = filter.flatMap(([condition, ...others]) =>
    condition && others.length === 0 && condition.column === column.name ? [condition] : [],
  );
  const limits = (operator: string, exclusive: string, step: number) =>
    own
      .filter((one) => one.operator === operator || one.operator === exclusive)
      .map((one) => momentOf(one, column) + (one.operator === exclusive ? step : 0))
      .filter(Number.isFinite);
  const [from, to] = [limits('greater_or_equal', 'greater', 1), limits('less_or_equal', 'less', -1)];
  const [min, max] = [from.length ? Math.max(...from) : null, to.length ? Math.min(...to) : null];
  return min !== null && max !== null && min > max ? { min: null, max: null } : { min, max };
}

const momentOf = (condition: QueryCondition, column: TypedColumn): number =>
  numberOf(condition, column as PageColumn);

/** Returns a moment as a column has it: dates and times without a zone are those of the calendar. */
export function momentIn({ type }: TypedColumn, at: Date, { zone = 'UTC' }: Calendar): number {
  if (type === 'TIMESTAMP WITH TIME ZONE') return at.getTime();
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  return local.toZonedDateTime('UTC').epochMilliseconds;
}

/** Returns the first day of the period in which a moment is. */
export function periodDay(
  { type }: TypedColumn,
  at: number,
  grain: Grain,
  { zone = 'UTC', weekStart = 'monday' }: Calendar,
): string {
  const clock = type === 'TIMESTAMP WITH TIME ZONE' ? zone : 'UTC';
  const day = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(clock).toPlainDate();
  return (grain === 'day' ? day : beginOf(day, grain, weekStart)).toString();
}
