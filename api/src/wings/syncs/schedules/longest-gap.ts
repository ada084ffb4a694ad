import type { Temporal } from 'temporal-polyfill';
import type { QuietHours, ScheduleChoices } from '@headwater/shared/contract';
import { patternOf } from './pattern.ts';
import { quietSpans } from './quiet-hours.ts';
import { calendarDay } from './ticks.ts';

const DAY_MINUTES = 1_440;
/** Two years, because a gap of a year's schedule may begin in one and end in the next. */
const DAYS = 2 * 366;

/**
 * Returns the longest time between two runs of the coming two years, in minutes of the wall clock; null if fewer than two
 * come.
 */
export function longestGap(schedule: ScheduleChoices, today: Temporal.PlainDate): number | null {
  const pattern = patternOf(schedule);
  if (!pattern) return null;
  const starts = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    pattern.minutes.flatMap((minute) => startOf(schedule.quietHours, weekday, minute) ?? []),
  );
  let last: number | null = null;
  let longest: number | null = null;
  for (let passed = 0; passed < DAYS; passed += 1) {
    const day = calendarDay(today.add({ days: passed }));
    if (!pattern.runsOn(day)) continue;
    for (const start of starts[day.weekday]!) {
      const at: number = passed * DAY_MINUTES + start;
      if (last !== null && at > last) longest = Math.max(longest ?? 0, at - last);
      last = Math.max(last ?? at, at);
    }
  }
  return longest;
}

/** Returns when a run of that minute starts, which may be on a later day, or null if the quiet hours skip it. */
function startOf(quiet: QuietHours | null, weekday: number, minute: number): number | null {
  const span = quietSpans(quiet, weekday).find(({ from, to }) => from <= minute && minute < to);
  if (!span) return minute;
  if (quiet?.inside === 'skip') return null;
  if (span.to < DAY_MINUTES) return span.to;
  return DAY_MINUTES + startOf(quiet, (weekday + 1) % 7, 0)!;
}
