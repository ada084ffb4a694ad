import { momentWords } from '../charts/moment-words.ts';
import { percentWords } from '../charts/value-words.ts';
import { localeOf, useLanguage, type Language } from './language.ts';
import { useTimeZone } from './time-zone.ts';

export interface Format {
  number(value: number): string;
  /** 1,024-based, with one decimal below 10: `4.2 MB`. */
  bytes(value: number): string;
  /** `Nov 21, 2026, 12:04` in the chosen time zone, else in the browser's. */
  dateTime(iso: string): string;
  /** Its day alone: `Nov 21, 2026`. */
  date(iso: string): string;
  /** The same to the second, with the zone: `Nov 21, 2026, 12:04:31 GMT+1`. For tooltips. */
  exactTime(iso: string): string;
  /** A timestamp from a table, as tables show it: see momentWords. */
  timestamp(iso: string): string;
  /** The time zone in which all of these are shown: `Europe/Berlin`. */
  timeZone: string;
  /** `just now` for the last minute, then `4 minutes ago`, `yesterday`; for the future, `in 2 hours`. */
  relative(iso: string, now?: number): string;
  /** `480 ms`, `41 s`, `4 min 12 s`, `2 h 5 min`. */
  duration(milliseconds: number): string;
  /** A part of all: `33.4%`, and with as many digits as it needs not to look like nothing or all. */
  percent(fraction: number): string;
  /** How much of what is running is done: `33%`, and `100%` only at its end. */
  progress(fraction: number): string;
}

/** Returns formatters for numbers, dates, and durations in the chosen language and time zone, based on Intl. */
export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useTimeZone();
  return formatFor(language, timeZone);
}

const JUST_NOW: Record<Language, string> = { en: 'just now', de: 'gerade eben' };

/** By language and time zone. Making the formatters takes about a millisecond, and each row of a list needs them. */
const formats = new Map<string, Format>();

export function formatFor(language: Language, timeZone?: string): Format {
  const key = `${language} ${timeZone ?? ''}`;
  const known = formats.get(key);
  if (known) return known;
  const format = makeFormat(language, timeZone);
  formats.set(key, format);
  return format;
}

function makeFormat(language: Language, timeZone?: string): Format {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale);
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const wholePercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number: (value) => number.format(value),
    percent: percentWords(locale),
    progress: (fraction) => wholePercent.format(wholePercentOf(fraction) / 100),
    bytes: (value) => bytes(value, { whole, tenths }),
    dateTime: (iso) => date.format(new Date(iso)),
    date: (iso) => day.format(new Date(iso)),
    exactTime: (iso) => exact.format(new Date(iso)),
    timestamp: momentWords(timeZone),
    timeZone: exact.resolvedOptions().timeZone,
    relative: (iso, now = Date.now()) => {
      const seconds = (Date.parse(iso) - now) / 1000;
      return Math.abs(seconds) < 1 || (seconds < 0 && seconds > -SECONDS.minute)
        ? JUST_NOW[language]
        : relativeTime(relative, seconds);
    },
    duration,
  };
}

/** Returns a part of all from 0 to 1 in whole percents, which are all only once nothing is left. */
export function wholePercentOf(part: number): number {
  const percent = Math.min(Math.max(part, 0), 1) * 100;
  // 0.29 times 100 is a little less than 29.
  return Math.floor(Number(percent.toPrecision(12)));
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

function bytes(value: number, { whole, tenths }: Record<'whole' | 'tenths', Intl.NumberFormat>) {
  const power = value < 1 ? 0 : Math.min(Math.floor(Math.log(value) / Math.log(1024)), BYTE_UNITS.length - 1);
  const amount = value / 1024 ** power;
  return `${(power > 0 && amount < 10 ? tenths : whole).format(amount)} ${BYTE_UNITS[power]}`;
}

const SECONDS = { day: 86_400, hour: 3_600, minute: 60 } as const;

function relativeTime(format: Intl.RelativeTimeFormat, seconds: number) {
  const unit = (['day', 'hour', 'minute'] as const).find((one) => Math.abs(seconds) >= SECONDS[one]);
  const amount = unit ? seconds / SECONDS[unit] : seconds;
  // What ends in 90 days does so a moment later, too. What has passed isn't older than it is.
  return format.format(amount > 0 ? Math.round(amount) : Math.trunc(amount), unit ?? 'second');
}

function duration(milliseconds: number) {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
