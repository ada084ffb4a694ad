export type DateOrder = 'dmy' | 'mdy';

/** What a text says: a day, a civil time, a moment, or a time of day. */
export type LocalKind = 'date' | 'timestamp' | 'moment' | 'time';

export interface LocalDate {
  /** The date in ISO 8601 when read day first or month first; null if there is no such day. */
  dmy: string | null;
  mdy: string | null;
  kind: LocalKind;
}

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/;
const DAY_NAME = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?<month>\p{L}{3,9})\.?,?[ -](\d{4}|\d{2})(?!\d)/u;
const NAME_DAY = /^(?<month>\p{L}{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})(?!\d)/u;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)\p{L}*[,.]+ /iu;
const CLOCK =
  /^(?<hours>\d{1,2})(?::(?<minutes>\d\d)(?::(?<seconds>\d\d)(?:[.,](?<fraction>\d{1,12}))?)?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?$/i;

/** English and German, of which the first three letters tell all apart. */
const MONTHS = new Map(
  [
    ['january', 'januar', 'jan', 'jän'],
    ['february', 'februar', 'feb'],
    ['march', 'märz', 'mar', 'mär', 'mrz'],
    ['april', 'apr'],
    ['may', 'mai'],
    ['june', 'juni', 'jun'],
    ['july', 'juli', 'jul'],
    ['august', 'aug'],
    ['september', 'sept', 'sep'],
    ['october', 'oktober', 'oct', 'okt'],
    ['november', 'nov'],
    ['december', 'dezember', 'dec', 'dez'],
  ].flatMap((names, at) => names.map((name) => [name, String(at + 1)] as const)),
);

/**
 * Reads a date, a time of day, or both, as people and programs write them: `31.12.2024`, `12/31/24 11:59 PM`,
 * `5-JAN-2024`, `2024-1-5`, `2024-05-01 08:30:00 +0000`. Returns null for anything else, and for a fraction of a second
 * that microseconds can't hold.
 */
export function localDateOf(text: string): LocalDate | null {
  const rest = text.replace(WEEKDAY, '');
  const day = dayOf(rest);
  if (day === null) return timeOfDay(text);
  const after = rest.slice(day.length);
  if (after === '') return { dmy: day.dmy, mdy: day.mdy, kind: 'date' };
  const time = /^(?:,? +|T|,)(.+)$/i.exec(after)?.[1];
  const clock = time === undefined ? null : clockOf(time);
  if (clock === null) return null;
  const at = (date: string | null) => date && `${date} ${clock.time}${clock.zone}`;
  return { dmy: at(day.dmy), mdy: at(day.mdy), kind: clock.zone === '' ? 'timestamp' : 'moment' };
}

const ISO_DAY = /^\d{4}-\d\d-\d\d[T ]/i;
/** A time with seconds and an offset right behind them. */
const ENGINES_TIME = /:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** Returns a moment in ISO 8601, whatever the form of its offset, as the engine reads it. Null for other texts. */
export function isoMoment(text: string): string | null {
  const found = ISO_DAY.test(text) ? localDateOf(text) : null;
  return found?.kind === 'moment' ? found.dmy : null;
}

/**
 * Returns a value of a column of moments as the engine reads it, which needs seconds, and the offset right behind them:
 * `2024-05-01T08:30Z` and `2024-05-01 08:30:00 +0000` have to be written anew.
 */
export const engineMoment = (text: string): string =>
  ENGINES_TIME.test(text) ? text : (isoMoment(text) ?? text);

/** `3:45 PM`. Without the half of the day, hours and minutes may be a duration. */
function timeOfDay(text: string): LocalDate | null {
  const clock = clockOf(text);
  if (!clock?.hasHalf || clock.zone !== '') return null;
  return { dmy: clock.time, mdy: clock.time, kind: 'time' };
}

interface Day {
  dmy: string | null;
  mdy: string | null;
  /** How many characters it has. */
  length: number;
}

function dayOf(text: string): Day | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const [{ length }, year, , month, date] = yearFirst as unknown as string[] as [
      string,
      string,
      string,
      string,
      string,
    ];
    return sameDay(iso(year, month, date), length);
  }
  const numeric = NUMERIC.exec(text);
  if (numeric) {
    const [{ length }, first, separator, second, year] = numeric as unknown as string[] as [
      string,
      string,
      string,
      string,
      string,
    ];
    const dmy = iso(year, second, first);
    // Numbers of versions and chapters look like dates with a short year, too.
    const isShort = year.length === 2 && separator !== '/' && first.length + second.length < 4;
    if (isShort) return null;
    // Dates with dots are never month first.
    const mdy = separator === '.' ? null : iso(year, first, second);
    return dmy === null && mdy === null ? null : { dmy, mdy, length };
  }
  const named = DAY_NAME.exec(text) ?? NAME_DAY.exec(text);
  const month = named && MONTHS.get(named.groups!.month!.toLowerCase());
  if (!named || !month) return null;
  const [date, year] = named.slice(1).filter((part) => /^\d/.test(part)) as [string, string];
  return sameDay(iso(year, month, date), named[0].length);
}

const sameDay = (date: string | null, length: number): Day | null =>
  date === null ? null : { dmy: date, mdy: date, length };

interface Clock {
  /** `HH:MM` and what follows, down to microseconds. */
  time: string;
  /** `+HH:MM`; '' for none. */
  zone: string;
  hasHalf: boolean;
}

function clockOf(text: string): Clock | null {
  const groups = CLOCK.exec(text)?.groups;
  if (!groups) return null;
  const { minutes, seconds, fraction = '', half, zone = '' } = groups;
  // Hours alone are a time only with a half of the day, which has no hour 0 and none after 12.
  if (minutes === undefined && half === undefined) return null;
  const given = Number(groups.hours);
  if (half === undefined ? given > 23 : given < 1 || given > 12) return null;
  if (Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59 || /[1-9]/.test(fraction.slice(6))) return null;
  const hours = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const padded = [hours, minutes ?? 0, seconds ?? 0].map((part) => String(part).padStart(2, '0')).join(':');
  const micros = fraction.slice(0, 6).replace(/0+$/, '');
  return {
    time: micros ? `${padded}.${micros}` : padded,
    zone: /^([zug]|$)/i.test(zone)
      ? zone && '+00:00'
      : zone.replace(/^([+-]\d\d)(?::?(\d\d))?$/, (_, hour, minute = '00') => `${hour}:${minute}`),
    hasHalf: half !== undefined,
  };
}

function iso(year: string, month: string, day: string): string | null {
  const [y, m, d] = [fullYear(year), Number(month), Number(day)];
  if (y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return null;
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

/** Two digits are a year from 1969 to 2068, as POSIX has it. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length !== 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : DAYS[month - 1]!;
}
