import { Temporal } from 'temporal-polyfill';
import { runsInEveryHour, type CalendarDay, type Pattern } from './pattern.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As far as a rare day can be away: February 29 on a certain weekday, across a century without a leap year. */
const HORIZON_DAYS = 40 * 366;

/** A moment of a pattern. */
export interface Tick {
  /** Milliseconds since 1970. */
  at: number;
  /** The time that the pattern names, if clocks skip it and the tick is right after the gap instead. */
  skippedMinute: number | null;
}

/**
 * Yields the moments of a pattern after a moment, ascending. A time that the zone's clocks skip comes once, right after
 * the gap; one that they repeat comes once, the first time, unless the pattern runs in every hour.
 */
export function* ticksAfter(pattern: Pattern, zone: string, after: number): Generator<Tick> {
  const repeats = runsInEveryHour(pattern);
  let day = dateIn(zone, after);
  let last = after;
  for (let passed = 0; passed < HORIZON_DAYS; passed += 1, day = day.add({ days: 1 })) {
    if (!pattern.runsOn(calendarDay(day))) continue;
    for (const tick of ticksOfDay(pattern.minutes, zone, day, repeats)) {
      if (tick.at <= last) continue;
      last = tick.at;
      yield tick;
    }
  }
}

export function dateIn(zone: string, at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
}

export const calendarDay = ({ year, month, day, dayOfWeek }: Temporal.PlainDate): CalendarDay => ({
  year,
  month,
  day,
  weekday: dayOfWeek % 7,
});

function ticksOfDay(
  minutes: readonly number[],
  zone: string,
  day: Temporal.PlainDate,
  repeats: boolean,
): Tick[] {
  const start = startOf(day, zone);
  // On a day without a change of clocks, which is nearly every day, arithmetic is enough.
  if (startOf(day.add({ days: 1 }), zone) - start === DAY_MS)
    return minutes.map((minute) => ({ at: start + minute * MINUTE_MS, skippedMinute: null }));
  const ticks = minutes.flatMap((minute) => ticksOfMinute(minute, zone, day, repeats));
  // A time that exists comes before those that are moved to the same moment.
  return ticks.sort((a, b) => a.at - b.at || (a.skippedMinute ?? -1) - (b.skippedMinute ?? -1));
}

const startOf = (day: Temporal.PlainDate, zone: string): number =>
  day.toZonedDateTime({ timeZone: zone }).epochMilliseconds;

function ticksOfMinute(minute: number, zone: string, day: Temporal.PlainDate, repeats: boolean): Tick[] {
  const { moments, isSkipped } = momentsOf(day, minute, zone);
  return (repeats ? moments : moments.slice(0, 1)).map((at) => ({
    at,
    skippedMinute: isSkipped ? minute : null,
  }));
}

/**
 * Returns the moments at which a zone's clocks show a minute of a day, ascending: two if they repeat it. If they skip
 * it, the end of the gap.
 */
export function momentsOf(
  day: Temporal.PlainDate,
  minute: number,
  zone: string,
): { moments: number[]; isSkipped: boolean } {
  const wall = day.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = wall.toZonedDateTime(zone, { disambiguation: 'later' });
  if (!later.toPlainDateTime().equals(wall)) {
    // Seen from before the gap, because the later one can be at its very end.
    return { moments: [earlier.getTimeZoneTransition('next')!.epochMilliseconds], isSkipped: true };
  }
  const moments = [...new Set([earlier.epochMilliseconds, later.epochMilliseconds])];
  return { moments, isSkipped: false };
}
