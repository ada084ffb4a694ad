import { Temporal } from 'temporal-polyfill';
import {
  readTimeRange,
  type PeriodComparison,
  type QueryCondition,
  type TimeUnit,
} from '@headwater/shared/contract';
import { beginningOf, beginOf, unitsOf, type WeekStart } from './time-range.ts';

export type ComparedPeriod = PeriodComparison['to'];

/** When a range is read, and by which calendar. */
interface Reading {
  readonly to: ComparedPeriod;
  /** The type of the range's column. */
  readonly type: string;
  readonly weekStart: WeekStart;
  readonly now: Temporal.Instant;
}

/** A period of the past as values of a column, `end` being the first one after it, and as days. */
export interface EarlierPeriod {
  readonly begin: string;
  readonly end: string;
  readonly from: string;
  readonly through: string;
  readonly until: string | null;
  readonly isPart: boolean;
}

/**
 * Returns the period that a range that moves with the clock is compared with: as many units right before it, or the same
 * ones a year ago. Weeks of a year ago are 52 weeks back, so that both have the same weekdays. While the range isn't over,
 * only the equal part of the earlier period counts: up to the same day of its last unit and the same time by the clock.
 */
export function earlierPeriod(
  { values: [text = '', zone = 'UTC'] }: Pick<QueryCondition, 'values'>,
  { to, type, weekStart, now }: Reading,
): EarlierPeriod {
  const range = readTimeRange(text)!;
  const unit = 'this' in range ? range.this : range.unit;
  const local = now.toZonedDateTimeISO(zone).toPlainDateTime();
  const current = beginOf(local.toPlainDate(), unit, weekStart);
  const isOpen = 'this' in range || range.current === 'with';
  const before = 'this' in range ? 0 : range.last;
  const count = before + (isOpen ? 1 : 0);
  const from = current
    .subtract(unitsOf(before, unit))
    .subtract(to === 'previous' ? unitsOf(count, unit) : unit === 'week' ? { weeks: 52 } : { years: 1 });
  const after = from.add(unitsOf(count, unit));
  const over = {
    begin: beginningOf(from, type, zone),
    ...{ end: beginningOf(after, type, zone), from: from.toString() },
    ...{ through: after.subtract({ days: 1 }).toString(), until: null, isPart: false },
  };
  if (!isOpen) return over;
  const day = sameDay(from.add(unitsOf(before, unit)), unit, current, local.toPlainDate());
  if (day === null || Temporal.PlainDate.compare(day, after) >= 0) {
    const end = day ?? monthAfter(from.add(unitsOf(before, unit)), current, local.toPlainDate());
    if (Temporal.PlainDate.compare(end, after) >= 0) return over;
    return partUntil(over, end, type, zone);
  }
  // A day without a time counts as a whole.
  if (type === 'DATE') {
    const next = day.add({ days: 1 });
    return Temporal.PlainDate.compare(next, after) >= 0 ? over : partUntil(over, next, type, zone);
  }
  // Whole minutes, so that the result is computed once a minute at most.
  const at = day.toPlainDateTime({ hour: local.hour, minute: local.minute });
  const until = at.toString({ smallestUnit: 'minute' }).slice(11);
  const end = type === 'TIMESTAMP' ? at.toString() : at.toZonedDateTime(zone).toInstant().toString();
  return { ...over, end, through: day.toString(), until, isPart: true };
}

/** Returns a period that ends with the day before another. */
const partUntil = (
  period: EarlierPeriod,
  day: Temporal.PlainDate,
  type: string,
  zone: string,
): EarlierPeriod => ({
  ...{ ...period, end: beginningOf(day, type, zone), isPart: true },
  through: day.subtract({ days: 1 }).toString(),
});

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
