import { Temporal } from 'temporal-polyfill';
import { endWithinDay } from '@headwater/shared/charts';
import type { Grain, PeriodComparison, QueryCondition, TimeUnit } from '@headwater/shared/contract';
import type { EarlierPeriods } from '@headwater/warehouse';
import {
  earlierOf,
  earlierRange,
  endBefore,
  endOfEqualPart,
  isBefore,
  laterOf,
  type EarlierRange,
  type Reading,
} from './earlier-range.ts';
import { beginOf, unitsOf } from '../rows/time-range.ts';
import { beginningOf } from '@headwater/protocol/values-of-moments';

/** More periods have hardly room to be told apart. */
const MOST = 2_000;

/** A period of the current range, with the part of the earlier one that it's compared with. */
export interface ComparedPart {
  /** The beginning of the current period: a day, or a UTC time. */
  readonly key: string;
  /** Where the part begins, as a value of the column. */
  readonly begins: string;
  /** The first day and the last one, or for periods within a day their beginning alone. */
  readonly from: string;
  readonly through: string | null;
}

/** The part of the past that a range's periods are compared with. `end` is the first value after it. */
export interface EarlierSeries extends Pick<PeriodComparison, 'isPart' | 'until'> {
  readonly parts: readonly ComparedPart[];
  readonly edges: EarlierPeriods['edges'];
  readonly begin: string;
  readonly end: string;
  readonly from: string;
  readonly through: string;
  readonly current: { from: string; through: string };
}

/**
 * Returns what each period of a range that moves with the clock is compared with: the one that has the same place in the
 * earlier period. Where periods don't begin with the range, as weeks of a month, those at its ends have the days that are
 * as far from the beginning of the earlier one. Weeks of a year ago are 52 weeks back. A period that isn't over is
 * compared with the same part of its former. Null if there are too many.
 */
export function earlierSeries(
  { values: [text = '', zone = 'UTC'] }: Pick<QueryCondition, 'values'>,
  { grain, ...reading }: Reading & { readonly grain: Grain },
): EarlierSeries | null {
  const range = earlierRange(text, zone, reading, grain === 'week');
  return grain === 'hour' || grain === 'minute'
    ? partsWithinDays(range, zone, { ...reading, grain })
    : partsOfDays(range, zone, { ...reading, grain });
}

/** Whether all periods of a grain that begin in a range of whole units end in it. */
const isNested = (grain: TimeUnit, unit: TimeUnit): boolean =>
  grain === 'day' ||
  grain === unit ||
  (grain === 'month' && (unit === 'quarter' || unit === 'year')) ||
  (grain === 'quarter' && unit === 'year');

function partsOfDays(
  range: EarlierRange,
  zone: string,
  { grain, type, weekStart }: Reading & { grain: TimeUnit },
): EarlierSeries | null {
  const { unit, first, end, isOpen, local, from, after } = range;
  const begins: Temporal.PlainDate[] = [];
  for (let day = beginOf(first, grain, weekStart); isBefore(day, end); day = day.add(unitsOf(1, grain))) {
    if (begins.length === MOST) return null;
    begins.push(day);
  }
  const nested = isNested(grain, unit);
  const beginAt = (at: number) =>
    nested
      ? from.add(unitsOf(at, grain))
      : from.add(first.until(laterOf(earlierOf(begins[at] ?? end, end), first), { largestUnit: 'day' }));
  const column = { type, zone };
  const parts: ComparedPart[] = [];
  let stop = { ...endBefore(from, column), through: from };
  for (const [at, current] of begins.entries()) {
    const begin = beginAt(at);
    if (!isBefore(begin, after)) break;
    const isCurrent = isOpen && at === begins.length - 1;
    const whole = nested || !isCurrent ? earlierOf(beginAt(at + 1), after) : after;
    const next = isCurrent
      ? endOfEqualPart(
          // What doesn't begin with the range is as long as the days that it has in it.
          { begin, current: laterOf(current, first), unit: nested ? grain : 'day', after: whole },
          local,
          column,
        )
      : endBefore(whole, column);
    const value = beginningOf(begin, type, zone);
    if (next.value <= value) break;
    stop = next;
    parts.push({
      ...{ key: current.toString(), begins: value, from: begin.toString() },
      through: next.through.toString(),
    });
  }
  return {
    ...{ parts, edges: parts.map(({ key, begins: value }) => ({ begins: value, key })) },
    ...{ begin: beginningOf(from, type, zone), end: stop.value, from: from.toString() },
    ...{ through: stop.through.toString(), until: stop.until, isPart: stop.isPart },
    current: daysOf(range),
  };
}

/** Hours and minutes by their place in each day, so that clocks that change move those of one day only. */
function partsWithinDays(
  range: EarlierRange,
  zone: string,
  { grain, type, now }: Reading & { grain: 'hour' | 'minute' },
): EarlierSeries | null {
  const { first, end, isOpen, local, from, after } = range;
  const isInstant = type === 'TIMESTAMP WITH TIME ZONE';
  const clock = isInstant ? zone : 'UTC';
  const beginOfDay = (day: Temporal.PlainDate) => day.toZonedDateTime(clock).epochMilliseconds;
  const current = isInstant ? now.epochMilliseconds : local.toZonedDateTime('UTC').epochMilliseconds;
  const valueAt = (time: number) => new Date(time).toISOString().slice(0, isInstant ? undefined : 19);
  const endOf = (begin: number) => endWithinDay(begin, grain, clock);
  const parts: ComparedPart[] = [];
  const edges: { begins: string; key: string | null }[] = [];
  let stop = beginOfDay(from);
  let isPart = false;
  let periods = 0;
  for (let at = 0, day = first; isBefore(day, end); at += 1, day = day.add({ days: 1 })) {
    const earlier = from.add({ days: at });
    const last = isBefore(earlier, after) ? beginOfDay(earlier.add({ days: 1 })) : 0;
    const [begin, next] = [beginOfDay(day), beginOfDay(day.add({ days: 1 }))];
    let start = beginOfDay(earlier);
    for (
      let time = begin;
      time < next && !(isOpen && time > current);
      time = endOf(time), start = endOf(start)
    ) {
      periods += 1;
      if (periods > MOST) return null;
      const isCurrent = isOpen && endOf(time) > current;
      const part = isCurrent ? Math.floor((current - time) / 60_000) * 60_000 : Infinity;
      const over = Math.min(start + part, endOf(start));
      if (start >= last || over <= start) continue;
      const key = new Date(time).toISOString().slice(0, 19);
      const value = valueAt(start);
      parts.push({ key, begins: value, from: value, through: null });
      edges.push({ begins: value, key });
      stop = Math.min(over, last);
      isPart = isCurrent;
    }
    // An hour more than the current day has is compared with none.
    if (start < last && !isPart) edges.push({ begins: valueAt(start), key: null });
  }
  const through = Temporal.Instant.fromEpochMilliseconds(
    Math.max(stop - 1, beginOfDay(from)),
  ).toZonedDateTimeISO(clock);
  return {
    ...{ parts, edges, begin: valueAt(beginOfDay(from)), end: valueAt(stop), from: from.toString() },
    ...{ through: through.toPlainDate().toString(), isPart },
    until: isPart ? clockAt(stop) : null,
    current: daysOf(range),
  };

  function clockAt(time: number): string {
    const at = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(clock);
    return at.toPlainTime().toString({ smallestUnit: 'minute' });
  }
}

const daysOf = ({ first, end }: EarlierRange) => ({
  from: first.toString(),
  through: end.subtract({ days: 1 }).toString(),
});
