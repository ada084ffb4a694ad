import { Temporal } from 'temporal-polyfill';
import {
  isMoment,
  readTimeRange,
  type QueryCondition,
  type QueryFilter,
  type TimeUnit,
} from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { intervalOf, intervalText } from '@headwater/protocol/interval';
import { beginningOf, inValuesOf } from '@headwater/protocol/values-of-moments';

export type WeekStart = 'monday' | 'sunday';

/** When days and weeks begin. */
export interface DaysAndWeeks {
  zone: string | null;
  weekStart: WeekStart;
}

/**
 * Returns a filter that means the same at this moment, in values that the columns have: a range that moves with the
 * clock becomes its first moment and the one after its last, a day becomes all of its moments, and a time without an
 * offset is one of the zone. The filter has to fit the columns. Whatever is kept by a filter is kept by this one.
 */
export function atMoment(
  filter: QueryFilter,
  columns: readonly Pick<StreamColumn, 'name' | 'type'>[],
  { zone, weekStart }: DaysAndWeeks,
  now: Temporal.Instant = Temporal.Now.instant(),
): QueryFilter {
  const moments = new Map(columns.filter(isMoment).map(({ name, type }) => [name, type]));
  if (!filter.some((group) => group.some(({ column }) => moments.has(column)))) return filter;
  const resolved = (condition: QueryCondition): QueryCondition => {
    const type = moments.get(condition.column);
    if (type === undefined) return condition;
    return condition.operator === 'in_range'
      ? rangeAt(condition, type, weekStart, now)
      : inValuesOf(condition, type, zone ?? 'UTC');
  };
  return filter.flatMap((group) => {
    const all = group.map(resolved);
    // Between two bounds, the engine reads only a part of the table.
    return all.length === 1 ? boundsOf(all[0]!).map((bound) => [bound]) : [all];
  });
}

/** Returns the bounds of a condition that holds between two, and else the condition itself. */
function boundsOf(condition: QueryCondition): QueryCondition[] {
  const { column, operator, values, orNull } = condition;
  const bounds = values.length === 1 ? intervalOf(values[0]!) : null;
  if (operator !== 'one_of' || !bounds || orNull) return [condition];
  return [
    { column, operator: 'greater_or_equal', values: [bounds.from] },
    { column, operator: 'less', values: [bounds.until] },
  ];
}

function rangeAt(
  { column, values: [text = '', zone = 'UTC'] }: QueryCondition,
  type: string,
  weekStart: WeekStart,
  now: Temporal.Instant,
): QueryCondition {
  const range = readTimeRange(text)!;
  const unit = 'this' in range ? range.this : range.unit;
  const current = beginOf(now.toZonedDateTimeISO(zone).toPlainDate(), unit, weekStart);
  const first = 'this' in range ? current : current.subtract(unitsOf(range.last, unit));
  const isWithCurrent = 'this' in range || range.current === 'with';
  const end = isWithCurrent ? current.add(unitsOf(1, unit)) : current;
  const written = (day: Temporal.PlainDate) => beginningOf(day, type, zone);
  return { column, operator: 'one_of', values: [intervalText(written(first), written(end))] };
}

/** Returns the first day of the unit that a day is in. */
export function beginOf(day: Temporal.PlainDate, unit: TimeUnit, weekStart: WeekStart): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return day.subtract({ days: weekStart === 'sunday' ? day.dayOfWeek % 7 : day.dayOfWeek - 1 });
    case 'month':
      return day.with({ day: 1 });
    case 'quarter':
      return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
    case 'year':
      return day.with({ month: 1, day: 1 });
  }
}

/** Returns so many units as a duration of the calendar. */
export const unitsOf = (n: number, unit: TimeUnit): Temporal.DurationLike =>
  unit === 'quarter' ? { months: 3 * n } : { [`${unit}s`]: n };
