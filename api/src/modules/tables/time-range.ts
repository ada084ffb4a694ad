import { Temporal } from 'temporal-polyfill';
import {
  readTimeRange,
  type QueryCondition,
  type QueryFilter,
  type TimeUnit,
} from '@headwater/shared/contract';
import type { StreamColumn } from '../../engine/protocol/protocol.ts';

export type WeekStart = 'monday' | 'sunday';

/**
 * Returns a filter that means the same at this moment, without ranges that move with the clock: each becomes its first
 * moment and the one after its last. The filter has to fit the columns. Whatever is kept by a filter is kept by this one.
 */
export function atMoment(
  filter: QueryFilter,
  columns: readonly Pick<StreamColumn, 'name' | 'type'>[],
  weekStart: WeekStart = 'monday',
  now: Temporal.Instant = Temporal.Now.instant(),
): QueryFilter {
  if (!filter.some((group) => group.some(isRange))) return filter;
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  // a or (b and c) is (a or b) and (a or c).
  return filter.flatMap((group) =>
    group.reduce<QueryCondition[][]>(
      (groups, condition) => {
        const parts = isRange(condition)
          ? boundsOf(condition, types.get(condition.column)!, weekStart, now)
          : [condition];
        return groups.flatMap((others) => parts.map((part) => [...others, part]));
      },
      [[]],
    ),
  );
}

const isRange = ({ operator }: QueryCondition): boolean => operator === 'in_range';

function boundsOf(
  { column, values: [text = '', zone = 'UTC'] }: QueryCondition,
  type: string,
  weekStart: WeekStart,
  now: Temporal.Instant,
): [QueryCondition, QueryCondition] {
  const range = readTimeRange(text)!;
  const unit = 'this' in range ? range.this : range.unit;
  const current = beginOf(now.toZonedDateTimeISO(zone).toPlainDate(), unit, weekStart);
  const first = 'this' in range ? current : current.subtract(unitsOf(range.last, unit));
  const isWithCurrent = 'this' in range || range.current === 'with';
  const end = isWithCurrent ? current.add(unitsOf(1, unit)) : current;
  const written = (day: Temporal.PlainDate) => beginningOf(day, type, zone);
  return [
    { column, operator: 'greater_or_equal', values: [written(first)] },
    { column, operator: 'less', values: [written(end)] },
  ];
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

/** Returns the beginning of a day as a value of a type. Where clocks skip midnight, the day begins later. */
export function beginningOf(day: Temporal.PlainDate, type: string, zone: string): string {
  if (type === 'DATE') return day.toString();
  if (type === 'TIMESTAMP') return `${day.toString()}T00:00:00`;
  return day.toZonedDateTime(zone).toInstant().toString();
}
