import type { CronFields, ScheduleChoices } from '@headwater/shared/contract';
import { useLanguage } from '@headwater/shared/messages';
import { messages } from '../messages.ts';
import { calendarFor, type Calendar } from './calendar.ts';

type Translate = ReturnType<typeof messages.use>;

/** More times than this are said as their minutes and hours. */
const TIMES_SAID = 6;

interface Known {
  /** What a cron expression says, once the server has read it. */
  cron: CronFields | null;
  /** The name of the connection that this one follows. */
  follows: string | null;
}

/** Returns a function that says a schedule in a sentence; null if it isn't known what it says. */
export function useSentence(): (schedule: ScheduleChoices, known: Known) => string | null {
  const t = messages.use();
  const language = useLanguage();
  return (schedule, known) => sentenceOf(schedule, known, t, calendarFor(language));
}

export function sentenceOf(
  schedule: ScheduleChoices,
  known: Known,
  t: Translate,
  calendar: Calendar,
): string | null {
  const when = whenOf(schedule, known, t, calendar);
  if (when === null) return null;
  const { quietHours: quiet, kind } = schedule;
  if (!quiet || kind === 'manual') return t('say.plain', { when });
  return t(`say.${quiet.inside}`, { when, from: quiet.from, to: quiet.to, days: quiet.days });
}

function whenOf(schedule: ScheduleChoices, known: Known, t: Translate, calendar: Calendar): string | null {
  const { kind, interval, times, after } = schedule;
  if (kind === 'manual') return t('say.manual');
  if (kind === 'interval' && interval) return intervalOf(interval, t);
  if (kind === 'times' && times)
    return t('say.at', {
      times: calendar.list([...times.times].sort()),
      days: weekdaysOf(times.days, t, calendar),
    });
  if (kind === 'cron') return known.cron && cronOf(known.cron, t, calendar);
  if (kind === 'after' && after && known.follows)
    return t('say.after', { name: known.follows, when: after.when, minutes: after.waitMinutes });
  return null;
}

function intervalOf({ minutes, startingAt }: NonNullable<ScheduleChoices['interval']>, t: Translate): string {
  if (minutes < 60) return t('say.every_minutes', { minutes });
  if (minutes === 60) return t('say.every_hour');
  if (minutes === 1_440) return t('say.at', { times: startingAt, days: t('say.every_day') });
  return t('say.every_hours', { hours: minutes / 60, from: startingAt });
}

function cronOf(fields: CronFields, t: Translate, calendar: Calendar): string {
  const days = cronDays(fields, t, calendar);
  const { minutes, hours } = fields;
  const step = stepOf(minutes);
  if (hours.length === 24 && step !== null) return t('say.every_minutes_on', { minutes: step, days });
  if (hours.length === 24 && minutes.length === 1)
    return t('say.hourly_at', { minute: String(minutes[0]).padStart(2, '0'), days });
  const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`));
  if (times.length <= TIMES_SAID) return t('say.at', { times: calendar.list(times), days });
  return t('say.minutes_of_hours', {
    minutes: calendar.list(minutes.map(two)),
    hours: spans(hours)
      .map(([from, to]) => (from === to ? two(from) : `${two(from)}–${two(to)}`))
      .join(', '),
    days,
  });
}

const two = (value: number) => String(value).padStart(2, '0');

/** Returns the distance of evenly spread minutes that line up with the hour, or null. */
function stepOf(minutes: readonly number[]): number | null {
  const step = 60 / minutes.length;
  return minutes.length > 1 && minutes.every((minute, at) => minute === at * step) ? step : null;
}

function cronDays({ days, months, weekdays }: CronFields, t: Translate, calendar: Calendar): string {
  const dates =
    days && t('say.dates', { dates: calendar.list(days.map((day) => t('say.date', { day: String(day) }))) });
  const named = weekdays && weekdaysOf(weekdays, t, calendar);
  const either = dates && named ? t('say.either', { dates, weekdays: named }) : (dates ?? named);
  const said = either ?? t('say.every_day');
  return months
    ? t('say.in_months', { days: said, months: calendar.list(months.map(calendar.month)) })
    : said;
}

/** Says days of the week from Monday on: all, a span, or one by one. */
function weekdaysOf(days: readonly number[], t: Translate, calendar: Calendar): string {
  if (days.length === 7) return t('say.every_day');
  const fromMonday = days.map((day) => (day === 0 ? 7 : day)).sort((a, b) => a - b);
  const [span, ...more] = spans(fromMonday);
  const nameOf = (day: number) => calendar.weekday(day % 7);
  if (span && more.length === 0 && span[1] - span[0] >= 2)
    return t('say.through', { from: nameOf(span[0]), to: nameOf(span[1]) });
  return t('say.weekdays', { days: calendar.list(fromMonday.map(nameOf)) });
}

/** Joins neighbors: 1, 2, 3, 7 are 1 to 3, and 7. */
function spans(values: readonly number[]): [from: number, to: number][] {
  const joined: [number, number][] = [];
  for (const value of values) {
    const last = joined.at(-1);
    if (last && last[1] === value - 1) last[1] = value;
    else joined.push([value, value]);
  }
  return joined;
}
