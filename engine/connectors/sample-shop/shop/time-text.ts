const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** The texts of the days used so far: far fewer than rows, and formatting a date is the slowest part of a row. */
const days = new Map<number, string>();

export function dateText(time: number): string {
  const day = Math.floor(time / DAY);
  let text = days.get(day);
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10);
    days.set(day, text);
  }
  return text;
}

/** `2026-03-01 09:30:00+00`. The texts of two moments sort as the moments do. */
export const secondText = (time: number): string => `${dateText(time)} ${clockText(time)}+00`;

/** `2026-03-01 09:30:00.125+00`. */
export const millisecondText = (time: number): string =>
  `${dateText(time)} ${clockText(time)}.${String(Math.floor(time) % SECOND).padStart(3, '0')}+00`;

function clockText(time: number): string {
  const seconds = Math.floor((time % DAY) / SECOND);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${TWO_DIGITS[hours]}:${TWO_DIGITS[minutes]}:${TWO_DIGITS[seconds % 60]}`;
}

export const toSecond = (time: number): number => Math.floor(time / SECOND) * SECOND;
