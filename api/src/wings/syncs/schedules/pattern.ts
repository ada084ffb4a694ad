import type { CronFields, ScheduleChoices } from '@headwater/shared/contract';
import { readCron } from './cron.ts';

const DAY_MINUTES = 1_440;

/** A day on the calendar. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
}

/** What every schedule by the clock comes down to: the same minutes of the wall clock, on some days. */
export interface Pattern {
  /** Minutes after midnight, ascending. */
  minutes: readonly number[];
  /** The only days of the week on which it can run; 0 is Sunday. */
  weekdays: readonly number[];
  runsOn(day: CalendarDay): boolean;
}

const EVERY_WEEKDAY = [0, 1, 2, 3, 4, 5, 6];

/** Returns the pattern of a schedule by the clock, or null for one that waits for someone or something else. */
export function patternOf({ kind, interval, times, cron }: ScheduleChoices): Pattern | null {
  if (kind === 'interval' && interval) return everyDay(minutesEvery(interval.minutes, interval.startingAt));
  if (kind === 'times' && times)
    return {
      minutes: times.times.map(minuteOf).sort((a, b) => a - b),
      weekdays: times.days,
      runsOn: ({ weekday }) => times.days.includes(weekday),
    };
  if (kind === 'cron' && cron) return cronPattern(readCron(cron.expression).fields);
  return null;
}

/** `06:30` → 390 */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** 390 → `06:30` */
export function timeOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

const everyDay = (minutes: readonly number[]): Pattern => ({
  minutes,
  weekdays: EVERY_WEEKDAY,
  runsOn: () => true,
});

const minutesEvery = (step: number, startingAt: string) =>
  Array.from({ length: DAY_MINUTES / step }, (_, at) => (minuteOf(startingAt) % step) + at * step);

function cronPattern({ minutes, hours, days, months, weekdays }: CronFields): Pattern {
  return {
    minutes: hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute)),
    weekdays: days === null && weekdays !== null ? weekdays : EVERY_WEEKDAY,
    runsOn: ({ month, day, weekday }) =>
      (months?.includes(month) ?? true) &&
      // As cron has always had it: if both are restricted, one of them is enough.
      (days && weekdays
        ? days.includes(day) || weekdays.includes(weekday)
        : (days?.includes(day) ?? true) && (weekdays?.includes(weekday) ?? true)),
  };
}

/**
 * Returns whether the pattern runs in every hour. Then it is a distance rather than a time, and continues through an hour
 * that clocks repeat. A time such as 02:30 runs once in that night.
 */
export function runsInEveryHour({ minutes }: Pattern): boolean {
  return new Set(minutes.map((minute) => Math.floor(minute / 60))).size === 24;
}

/** Returns the shortest time between two runs on the wall clock, in minutes. */
export function shortestGap({ minutes }: Pattern): number {
  const next = [...minutes.slice(1), minutes[0]! + DAY_MINUTES];
  return Math.min(...minutes.map((minute, at) => next[at]! - minute));
}
