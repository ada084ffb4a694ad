import { ownValue } from '../contract/own-value.ts';
import type { ResultColumn } from '../contract/index.ts';

/** Returns the beginning of the next period. */
export function nextPeriod(text: string, grain: NonNullable<ResultColumn['grain']>): string | null {
  const isDay = text.length === 10;
  const begin = new Date(isDay || text.endsWith('Z') ? text : `${text}Z`);
  if (Number.isNaN(begin.getTime())) return null;
  const months = ownValue({ month: 1, quarter: 3, year: 12 }, grain as string);
  const milliseconds = ownValue(
    { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 },
    grain as string,
  );
  if (months) begin.setUTCMonth(begin.getUTCMonth() + months);
  else begin.setTime(begin.getTime() + milliseconds!);
  const iso = begin.toISOString();
  if (isDay) return iso.slice(0, 10);
  return text.endsWith('Z') ? iso.replace('.000Z', 'Z') : iso.slice(0, 19);
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
