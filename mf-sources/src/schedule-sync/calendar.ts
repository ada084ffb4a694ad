import { localeOf, useLanguage, type Language } from '@headwater/shared/messages';
import { useMemo } from 'react';

/** Names of days and dates, which have no time zone, in the chosen language. */
export interface Calendar {
  /** `Monday`; 0 is Sunday. */
  weekday(day: number): string;
  /** `Mon` */
  weekdayShort(day: number): string;
  /** `January`; 1 is January. */
  month(month: number): string;
  /** `Sun, Mar 29`, from `2026-03-29`. */
  date(date: string): string;
  /** `Sunday, March 29, 2026` */
  longDate(date: string): string;
  /** `Sun`, from a date. */
  dayOf(date: string): string;
  /** `06:30 and 17:00` */
  list(items: readonly string[]): string;
}

/** A Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

export function useCalendar(): Calendar {
  const language = useLanguage();
  return useMemo(() => calendarFor(language), [language]);
}

export function calendarFor(language: Language): Calendar {
  const locale = localeOf(language);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  const [long, short] = [format({ weekday: 'long' }), format({ weekday: 'short' })];
  const month = format({ month: 'long' });
  const date = format({ weekday: 'short', day: 'numeric', month: 'short' });
  const longDate = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    weekday: (day) => long.format(SUNDAY + day * DAY_MS),
    weekdayShort: (day) => short.format(SUNDAY + day * DAY_MS),
    month: (number) => month.format(Date.UTC(2023, number - 1, 1)),
    date: (text) => date.format(Date.parse(text)),
    longDate: (text) => longDate.format(Date.parse(text)),
    dayOf: (text) => short.format(Date.parse(text)),
    list: (items) => list.format(items),
  };
}
