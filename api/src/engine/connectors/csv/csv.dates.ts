export type DateOrder = 'dmy' | 'mdy';

const LOCAL = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? +|T)?(?<time>.*)$/;
const YEAR_FIRST = /^(\d{4})([./])(\d{1,2})\2(\d{1,2})(?:,? +|T)?(?<time>.*)$/;
const TIME = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/;

export interface LocalDate {
  /** The date in ISO 8601 when read day first or month first; null if there is no such day. */
  dmy: string | null;
  mdy: string | null;
  hasTime: boolean;
}

/** Reads a date as people write it: `31.12.2024`, `12/31/2024 23:59`, `2024/12/31`. Returns null for anything else. */
export function localDateOf(text: string): LocalDate | null {
  const match = LOCAL.exec(text) ?? YEAR_FIRST.exec(text);
  if (!match) return null;
  const time = match.groups!.time!;
  if (time !== '' && !TIME.test(time)) return null;
  const [, first, separator, second, third] = match as unknown as [string, string, string, string, string];
  const end = time === '' ? '' : ` ${time[1] === ':' ? '0' : ''}${time}`;
  const hasTime = time !== '';
  if (first.length === 4) {
    const date = iso(first, second, third, end);
    return date === null ? null : { dmy: date, mdy: date, hasTime };
  }
  const dmy = iso(third, second, first, end);
  // Dates with dots are never month first.
  const mdy = separator === '.' ? null : iso(third, first, second, end);
  return dmy === null && mdy === null ? null : { dmy, mdy, hasTime };
}

function iso(year: string, month: string, day: string, end: string): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < 1 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${end}`;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : DAYS[month - 1]!;
}
