import { Temporal } from 'temporal-polyfill';
import type { QuietHours } from '@headwater/shared/contract';
import { minuteOf } from './pattern.ts';
import { dateIn, momentsOf } from './ticks.ts';

const DAY_MINUTES = 1_440;

/** A part of a day, in minutes after midnight; `to` isn't part of it. */
export interface Span {
  from: number;
  to: number;
}

/** Returns the quiet parts of a day of the week. Hours over midnight are two parts of each of their days. */
export function quietSpans(quiet: QuietHours | null, weekday: number): Span[] {
  if (!quiet || !appliesOn(quiet, weekday)) return [];
  const from = minuteOf(quiet.from);
  const to = minuteOf(quiet.to);
  const spans =
    from < to
      ? [{ from, to }]
      : [
          { from: 0, to },
          { from, to: DAY_MINUTES },
        ];
  return spans.filter((span) => span.from < span.to);
}

function appliesOn({ days }: QuietHours, weekday: number): boolean {
  const isWeekend = weekday === 0 || weekday === 6;
  return days === 'every_day' || (days === 'weekends') === isWeekend;
}

/** Returns when the quiet hours around a moment end, or null if it isn't in them. */
export function quietEnd(quiet: QuietHours | null, zone: string, at: number): number | null {
  let end = at;
  for (let span = spanAt(quiet, zone, end); span; span = spanAt(quiet, zone, end)) {
    const today = dateIn(zone, end);
    const isToday = span.to < DAY_MINUTES;
    const { moments } = momentsOf(isToday ? today : today.add({ days: 1 }), span.to % DAY_MINUTES, zone);
    // Clocks may repeat the time at which they end, and be past its first moment.
    end = moments.find((moment) => moment > end)!;
  }
  return end === at ? null : end;
}

function spanAt(quiet: QuietHours | null, zone: string, at: number): Span | undefined {
  if (!quiet) return undefined;
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const minute = wall.hour * 60 + wall.minute;
  return quietSpans(quiet, wall.dayOfWeek % 7).find(({ from, to }) => from <= minute && minute < to);
}
