import { Temporal } from 'temporal-polyfill';
import type { Grain } from '@headwater/shared/contract';
import type { Range } from './column-extent.ts';

/** Finding a moment among more edges takes the engine longer than computing its period. */
const MOST = 200;

/** The first day of a period, and the moment at which it begins, in ISO 8601. */
interface Edge {
  day: string;
  begins: string;
}

const UNITS: Partial<Record<Grain, Temporal.DurationLike>> = {
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/**
 * Returns the periods of a zone's calendar from the one with the first moment to the one with the last, in milliseconds
 * since 1970. Null if they are too many, too short, or not of years that every calendar writes the same.
 */
export function periodEdges(
  grain: Grain,
  { min, max }: Range,
  zone: string,
  weekStart: 'monday' | 'sunday',
): readonly Edge[] | null {
  const unit = UNITS[grain];
  const years = [min, max].map((time) => new Date(time).getUTCFullYear());
  if (!unit || !years.every((year) => year > 1 && year < 9_999)) return null;
  // A millisecond more than the fractions that milliseconds don't show.
  const [first, last] = [dayAt(Math.floor(min) - 1, zone), dayAt(Math.ceil(max) + 1, zone)];
  const edges: Edge[] = [];
  for (
    let day = beginOf(first, grain, weekStart);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add(unit)
  ) {
    if (edges.length === MOST) return null;
    const begins = new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString();
    edges.push({ day: day.toString(), begins });
  }
  return edges;
}

const dayAt = (time: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate();

export function beginOf(
  day: Temporal.PlainDate,
  grain: Grain,
  weekStart: 'monday' | 'sunday',
): Temporal.PlainDate {
  if (grain === 'week')
    return day.subtract({ days: weekStart === 'sunday' ? day.dayOfWeek % 7 : day.dayOfWeek - 1 });
  if (grain === 'year') return day.with({ month: 1, day: 1 });
  return day.with({ day: 1, month: grain === 'quarter' ? day.month - ((day.month - 1) % 3) : day.month });
}
