import { Temporal } from 'temporal-polyfill';
import type {
  PlannedDay,
  PlannedRun,
  ScheduleChoices,
  SchedulePreviewAttributes,
} from '@headwater/shared/contract';
import { readCron } from './cron.ts';
import { longestGap } from './longest-gap.ts';
import { timeOf } from './pattern.ts';
import { plannedAfter, type Planned } from './planned-runs.ts';
import { quietSpans } from './quiet-hours.ts';
import { dateIn } from './ticks.ts';

const RUNS = 5;
/** The quiet hours may skip many runs between two; the first few show why. */
const SKIPPED = 5;
const WEEK_DAYS = 7;
const CLOCK_CHANGE_DAYS = 183;

/** Returns what a valid schedule means. `given` is what people typed, before its expression was rewritten. */
export function previewOf(
  schedule: ScheduleChoices,
  given: ScheduleChoices,
  now: number,
): SchedulePreviewAttributes {
  return {
    cron: given.kind === 'cron' && given.cron ? readCron(given.cron.expression) : null,
    next: nextRuns(schedule, now),
    week: weekAhead(schedule, now),
    clockChange: schedule.kind === 'manual' ? null : clockChange(schedule.zone, now),
    longestGapMinutes: longestGap(schedule, dateIn(schedule.zone, now)),
  };
}

function nextRuns(schedule: ScheduleChoices, now: number): PlannedRun[] {
  const entries: PlannedRun[] = [];
  const left = { runs: RUNS, skipped: SKIPPED };
  for (const planned of plannedAfter(schedule, now)) {
    const kind = planned.note === 'skipped' ? 'skipped' : 'runs';
    if (left[kind] > 0) entries.push(presentPlanned(planned, schedule.zone));
    left[kind] -= 1;
    if (left.runs === 0) break;
  }
  return entries;
}

function presentPlanned({ at, note, insteadOf }: Planned, zone: string): PlannedRun {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return {
    at: new Date(at).toISOString(),
    date: wall.toPlainDate().toString(),
    time: timeOf(minuteIn(zone, at)),
    note,
    insteadOf: insteadOf && timeOf('minute' in insteadOf ? insteadOf.minute : minuteIn(zone, insteadOf.at)),
  };
}

function minuteIn(zone: string, at: number): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return hour * 60 + minute;
}

/** Returns today and the six days after it, with today's hours that are over left empty. */
function weekAhead(schedule: ScheduleChoices, now: number): PlannedDay[] {
  const { zone, quietHours } = schedule;
  const today = dateIn(zone, now);
  const dates = Array.from({ length: WEEK_DAYS }, (_, days) => today.add({ days }));
  const week = dates.map((date) => ({
    date: date.toString(),
    runs: [] as number[],
    skipped: [] as number[],
    quiet: schedule.kind === 'manual' ? [] : quietSpans(quietHours, date.dayOfWeek % 7),
  }));
  const days = new Map(week.map((day) => [day.date, day]));
  const end = today.add({ days: WEEK_DAYS }).toZonedDateTime(zone).epochMilliseconds;
  for (const { at, note } of plannedAfter(schedule, now)) {
    if (at >= end) break;
    const day = days.get(dateIn(zone, at).toString());
    (note === 'skipped' ? day?.skipped : day?.runs)?.push(minuteIn(zone, at));
  }
  return week;
}

function clockChange(zone: string, now: number): SchedulePreviewAttributes['clockChange'] {
  const wall = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const change = wall.getTimeZoneTransition('next');
  if (!change || change.since(wall, { largestUnit: 'hours' }).total('hours') > CLOCK_CHANGE_DAYS * 24)
    return null;
  const before = change.subtract({ nanoseconds: 1 });
  const direction = change.offsetNanoseconds > before.offsetNanoseconds ? 'forward' : 'back';
  return { date: change.toPlainDate().toString(), direction };
}
