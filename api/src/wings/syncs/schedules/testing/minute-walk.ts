/** A schedule by the clock, as the sets of values that each part of its cron expression allows. */
export interface WalkedPattern {
  minutes: readonly number[];
  hours: readonly number[];
  days: readonly number[] | null;
  months: readonly number[] | null;
  weekdays: readonly number[] | null;
}

const MINUTE_MS = 60_000;
/** Zones change their clocks only at such moments, at least since 1990. */
const STEP_MS = 15 * MINUTE_MS;

/**
 * The second implementation of schedules, which shares nothing with the first: it walks from minute to minute, looks at
 * the wall clock that the browser's own calendar shows, and writes down when the schedule is due.
 */
export function walkMinutes(pattern: WalkedPattern, zone: string, from: number, to: number): number[] {
  const due: number[] = [];
  const offsetAt = offsetsOf(zone);
  const repeats = pattern.hours.length === 24;
  // The walk begins early, to know which times have been on the wall before.
  const begin = from - 4 * 3_600_000;
  let latest = begin - MINUTE_MS + offsetAt(begin - MINUTE_MS);
  for (let at = begin; at <= to; at += MINUTE_MS) {
    const wall = at + offsetAt(at);
    let isDue = matches(pattern, wall) && (wall > latest || repeats);
    for (let skipped = latest + MINUTE_MS; skipped < wall; skipped += MINUTE_MS)
      isDue ||= matches(pattern, skipped);
    latest = Math.max(latest, wall);
    if (isDue && at > from) due.push(at);
  }
  return due;
}

function matches({ minutes, hours, days, months, weekdays }: WalkedPattern, wall: number): boolean {
  const date = new Date(wall);
  if (!minutes.includes(date.getUTCMinutes()) || !hours.includes(date.getUTCHours())) return false;
  if (months && !months.includes(date.getUTCMonth() + 1)) return false;
  const byDay = days?.includes(date.getUTCDate());
  const byWeekday = weekdays?.includes(date.getUTCDay());
  return byDay === undefined || byWeekday === undefined ? (byDay ?? byWeekday ?? true) : byDay || byWeekday;
}

/** Returns a function for the milliseconds between a zone's wall clock and UTC. */
function offsetsOf(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  let known = { step: NaN, offset: 0 };
  return (at) => {
    const step = Math.floor(at / STEP_MS) * STEP_MS;
    if (step !== known.step) {
      const parts = Object.fromEntries(
        format.formatToParts(step).map(({ type, value }) => [type, Number(value)]),
      );
      const { year, month, day, hour, minute, second } = parts as Record<string, number>;
      known = { step, offset: Date.UTC(year!, month! - 1, day, hour, minute, second) - step };
    }
    return known.offset;
  };
}

/** Writes the pattern as a cron expression of five fields. */
export function expressionOf({ minutes, hours, days, months, weekdays }: WalkedPattern): string {
  const hour = hours.length === 24 ? '*' : hours.join(',');
  return [
    minutes.join(','),
    hour,
    ...[days, months, weekdays].map((values) => values?.join(',') ?? '*'),
  ].join(' ');
}
