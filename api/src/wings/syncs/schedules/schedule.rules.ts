import type { ErrorCode } from '@headwater/base/refusals/refusal-catalog';
import { Refusal } from '@headwater/base/refusals/refusal';
import { isTimeZone, type AFTER_ENDS, type RunState, type ScheduleChoices } from '@headwater/shared/contract';
import { readCron } from './cron.ts';
import { patternOf, shortestGap, type Pattern } from './pattern.ts';
import { nextRunAfter } from './planned-runs.ts';
import { quietSpans } from './quiet-hours.ts';

const FIELD = '/data/attributes';
const SHORTEST_MINUTES = 5;

/**
 * Returns the choices as they are stored: only the part of their kind, a cron expression in five fields. Throws if the
 * schedule contradicts itself, never runs, or runs too often.
 */
export function checkSchedule(given: ScheduleChoices, now: number): ScheduleChoices {
  const { kind } = given;
  if (kind !== 'manual' && given[kind] === null) refuse('field_required', kind);
  const choices = {
    ...given,
    interval: kind === 'interval' ? given.interval : null,
    times: kind === 'times' ? given.times : null,
    cron: kind === 'cron' ? { expression: readCron(given.cron!.expression).expression } : null,
    after: kind === 'after' ? given.after : null,
  };
  if (!isTimeZone(choices.zone)) refuse('time_zone_unknown', 'zone');
  const { quietHours } = choices;
  if (quietHours && quietHours.from === quietHours.to) refuse('quiet_hours_empty', 'quietHours/to');
  const pattern = patternOf(choices);
  if (pattern) checkPattern(pattern, choices, now);
  return choices;
}

function checkPattern(pattern: Pattern, choices: ScheduleChoices, now: number): void {
  const field = FIELD_OF[choices.kind];
  if (shortestGap(pattern) < SHORTEST_MINUTES)
    refuse('schedule_too_often', field, { minutes: SHORTEST_MINUTES });
  // A cheap answer first: a schedule whose every run is skipped would otherwise be followed for decades.
  if (isAlwaysQuiet(pattern, choices)) refuse('schedule_always_quiet', 'quietHours/from');
  if (nextRunAfter({ ...choices, quietHours: null }, now) === null) refuse('schedule_never_runs', field);
  if (nextRunAfter(choices, now) === null) refuse('schedule_always_quiet', 'quietHours/from');
}

const FIELD_OF: Record<ScheduleChoices['kind'], string> = {
  manual: 'kind',
  interval: 'interval/minutes',
  times: 'times/times',
  cron: 'cron/expression',
  after: 'after/sourceConnectionId',
};

function isAlwaysQuiet({ minutes, weekdays }: Pattern, { quietHours }: ScheduleChoices): boolean {
  if (quietHours?.inside !== 'skip') return false;
  return weekdays.every((weekday) => {
    const spans = quietSpans(quietHours, weekday);
    return minutes.every((minute) => spans.some(({ from, to }) => from <= minute && minute < to));
  });
}

function refuse(code: ErrorCode, field: string, values: Record<string, string | number> = {}): never {
  throw new Refusal(code, { pointer: `${FIELD}/${field}`, values });
}

/** Returns whether a run that ended in this state starts the runs that wait for such an end. */
export function startsAfter(when: (typeof AFTER_ENDS)[number], state: RunState): boolean {
  if (when === 'ended') return state !== 'canceled';
  return state === 'succeeded' || (when === 'succeeded_or_part' && state === 'partially_succeeded');
}
