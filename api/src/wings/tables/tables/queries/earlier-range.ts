import { Temporal } from 'temporal-polyfill';
import { readTimeRange, type TimeUnit } from '@headwater/shared/contract';
import type { PeriodComparison } from '@headwater/shared/contract';
import { beginOf, unitsOf, type WeekStart } from '../rows/time-range.ts';
import { beginningOf } from '@headwater/protocol/values-of-moments';

export type ComparedPeriod = PeriodComparison['to'];

/** When a range is read, and by which calendar. */
export interface Reading {
  readonly to: ComparedPeriod;
  /** The type of the range's column. */
  readonly type: string;
  readonly weekStart: WeekStart;
  readonly now: Temporal.Instant;
}

/** A range that moves with the clock, at a moment, and the days of the earlier one. `after` is the first day after it. */
export interface EarlierRange {
  readonly unit: TimeUnit;
  readonly first: Temporal.PlainDate;
  /** The day after the last one that has begun. */
  readonly end: Temporal.PlainDate;
  /** The first day of the unit that isn't over. */
  readonly current: Temporal.PlainDate;
  readonly isOpen: boolean;
  /** What clocks show now. */
  readonly local: Temporal.PlainDateTime;
  readonly from: Temporal.PlainDate;
  readonly after: Temporal.PlainDate;
}

/**
 * Returns the days that a range is compared with: as many units right before it, or the same ones a year ago. Weeks of a
 * year ago, or whatever is shown by weeks, are 52 weeks back, so that both have the same weekdays.
 */
export function earlierRange(
  text: string,
  zone: string,
  { to, weekStart, now }: Reading,
  isByWeeks = false,
): EarlierRange {
  const range = readTimeRange(text)!;
  const unit = 'this' in range ? range.this : range.unit;
  const local = now.toZonedDateTimeISO(zone).toPlainDateTime();
  const today = local.toPlainDate();
  const current = beginOf(today, unit, weekStart);
  const isOpen = 'this' in range || range.current === 'with';
  const before = 'this' in range ? 0 : range.last;
  const count = before + (isOpen ? 1 : 0);
  const first = current.subtract(unitsOf(before, unit));
  const last = isOpen ? current.add(unitsOf(1, unit)) : current;
  const inWeeks = to === 'year_ago' && (unit === 'week' || isByWeeks);
  const from = first.subtract(
    to === 'previous' ? unitsOf(count, unit) : inWeeks ? { weeks: 52 } : { years: 1 },
  );
  const after = inWeeks ? last.subtract({ weeks: 52 }) : from.add(unitsOf(count, unit));
  return { unit, first, end: isOpen ? today.add({ days: 1 }) : last, current, isOpen, local, from, after };
}

/** Where a part of the past ends: the first value after it, and its last day, or the time on it before which it ends. */
export interface PartEnd {
  readonly value: string;
  readonly through: Temporal.PlainDate;
  readonly until: string | null;
  readonly isPart: boolean;
}

interface InColumn {
  readonly type: string;
  readonly zone: string;
}

/** Returns the end of a part that ends with the day before another. */
export const endBefore = (after: Temporal.PlainDate, { type, zone }: InColumn, isPart = false): PartEnd => ({
  ...{ value: beginningOf(after, type, zone), through: after.subtract({ days: 1 }), until: null, isPart },
});

/**
 * Returns the end of the equal part of a unit that began with a day, while the current one began with another: on the
 * same day of it, at the same time by the clock. `after` is the first day after the whole unit.
 */
export function endOfEqualPart(
  {
    begin,
    current,
    unit,
    after,
  }: Record<'begin' | 'current' | 'after', Temporal.PlainDate> & { unit: TimeUnit },
  local: Temporal.PlainDateTime,
  column: InColumn,
): PartEnd {
  const day = sameDay(begin, unit, current, local.toPlainDate());
  if (day === null || !isBefore(day, after)) {
    const end = earlierOf(day ?? monthAfter(begin, current, local.toPlainDate()), after);
    return endBefore(end, column, isBefore(end, after));
  }
  // A day without a time counts as a whole.
  if (column.type === 'DATE') {
    const end = day.add({ days: 1 });
    return endBefore(end, column, isBefore(end, after));
  }
  // Whole minutes, so that the result is computed once a minute at most.
  const at = day.toPlainDateTime({ hour: local.hour, minute: local.minute });
  const until = at.toString({ smallestUnit: 'minute' }).slice(11);
  const value =
    column.type === 'TIMESTAMP' ? at.toString() : at.toZonedDateTime(column.zone).toInstant().toString();
  return { value, through: day, until, isPart: true };
}

const monthsSince = (current: Temporal.PlainDate, today: Temporal.PlainDate) =>
  (today.year - current.year) * 12 + today.month - current.month;

/**
 * Returns the day that is in a unit where today is in the current one, or null if its month has no such day. In quarters
 * and years that's the same day of the same month.
 */
function sameDay(
  begin: Temporal.PlainDate,
  unit: TimeUnit,
  current: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  if (unit === 'day' || unit === 'week') return begin.add(current.until(today, { largestUnit: 'day' }));
  const month = begin.add({ months: monthsSince(current, today) });
  return today.day > month.daysInMonth ? null : month.with({ day: today.day });
}

/** Returns the first day after the month that is in a unit where today's is in the current one. */
const monthAfter = (begin: Temporal.PlainDate, current: Temporal.PlainDate, today: Temporal.PlainDate) =>
  begin.add({ months: monthsSince(current, today) + 1 });

export const isBefore = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other) < 0;
export const laterOf = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  isBefore(one, other) ? other : one;
export const earlierOf = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  isBefore(one, other) ? one : other;
