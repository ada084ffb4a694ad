import { Temporal } from 'temporal-polyfill';
import type { QuietHours } from '@headwater/shared/contract';
import { minuteOf } from './pattern.ts';

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
  let wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  let end: number | null = null;
  for (let span = spanAt(quiet, wall); span; span = spanAt(quiet, wall)) {
    wall =
      span.to === DAY_MINUTES
        ? wall.toPlainDate().add({ days: 1 }).toZonedDateTime(zone)
        : wall.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: plainTime(span.to) });
    // Clocks may repeat the hour in which they end, so that this end is before the moment itself.
    if (wall.epochMilliseconds <= (end ?? at)) wall = wall.add({ hours: 1 });
    end = wall.epochMilliseconds;
  }
  return end;
}

function spanAt(quiet: QuietHours | null, wall: Temporal.ZonedDateTime): Span | undefined {
  const minute = wall.hour * 60 + wall.minute;
  return quietSpans(quiet, wall.dayOfWeek % 7).find(({ from, to }) => from <= minute && minute < to);
}

const plainTime = (minute: number) =>
  Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 });
