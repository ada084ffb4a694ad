import { ownValue } from '../contract/ground/own-value.ts';
import type { ResultColumn } from '../contract/index.ts';
import { zoneOffset } from '../contract/ground/zone-offset.ts';

/** In milliseconds. */
const LENGTHS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** Returns the beginning of the next period: a day, a time without a zone, or a moment in UTC, as this one is. */
export function nextPeriod(
  text: string,
  grain: NonNullable<ResultColumn['grain']>,
  zone = 'UTC',
): string | null {
  const isDay = text.length === 10;
  const begin = new Date(isDay || text.endsWith('Z') ? text : `${text}Z`);
  if (Number.isNaN(begin.getTime())) return null;
  const months = ownValue({ month: 1, quarter: 3, year: 12 }, grain as string);
  if (months) begin.setUTCMonth(begin.getUTCMonth() + months);
  else if (grain === 'hour' || grain === 'minute')
    begin.setTime(endWithinDay(begin.getTime(), grain, text.endsWith('Z') ? zone : 'UTC'));
  else begin.setTime(begin.getTime() + ownValue(LENGTHS, grain as string)!);
  const iso = begin.toISOString();
  if (isDay) return iso.slice(0, 10);
  return text.endsWith('Z') ? iso.replace('.000Z', 'Z') : iso.slice(0, 19);
}

/**
 * Returns the end of an hour or a minute that begins at a moment, in milliseconds. Where a zone's clocks change by a part
 * of one, as by half an hour, it ends there.
 */
export function endWithinDay(begin: number, grain: 'hour' | 'minute', zone: string): number {
  const length = LENGTHS[grain];
  const offset = zoneOffset(begin, zone);
  if (Number.isNaN(offset)) return begin + length;
  const end = (Math.floor((begin + offset) / length) + 1) * length - offset;
  let [before, after] = [begin, end - 1_000];
  if ((zoneOffset(after, zone) - offset) % length === 0) return end;
  while (after - before > 1_000) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (zoneOffset(middle, zone) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/** Adds two numbers without a rounding error, unless they have exponents. */
export function sumOf(one: string, other: string): string {
  const digitsOf = (text: string) => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;
  if (/e/i.test(one + other)) return String(Number((Number(one) + Number(other)).toPrecision(12)));
  const digits = Math.max(digitsOf(one), digitsOf(other));
  const whole = (text: string) => BigInt(text.replace('.', '') + '0'.repeat(digits - digitsOf(text)));
  const sum = whole(one) + whole(other);
  if (digits === 0) return String(sum);
  const text = String(sum < 0n ? -sum : sum).padStart(digits + 1, '0');
  return `${sum < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
