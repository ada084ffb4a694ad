import type { ParquetNode } from './parquet.schema.ts';

/**
 * What the engine would load as something else: decimals beyond 38 digits as a wrong number, and moments and times
 * without the digits of a second after the sixth. A time can also be a duration, which the engine takes for a time of
 * day whatever it is: 30 hours, or less than nothing.
 */
export type ExactKind =
  | { kind: 'decimal'; scale: number }
  | { kind: 'time'; unit: keyof typeof UNITS }
  /** Nanoseconds since 1970. */
  | { kind: 'moment'; zone: '+00' | '' };

/** Digits of a second. */
const UNITS = { milliseconds: 3, microseconds: 6, nanoseconds: 9 } as const;
const MOST_DIGITS = 38;

/** Returns how values of this part of a column are told apart, or null if the engine has them all as they are. */
export function exactKindOf({
  physical,
  converted,
  logical,
  precision,
  scale,
}: ParquetNode): ExactKind | null {
  if (physical === 'INT96') return { kind: 'moment', zone: '' };
  if (precision > MOST_DIGITS && (converted === 'DECIMAL' || logical.startsWith('DecimalType')))
    return { kind: 'decimal', scale };
  const isFine = logical.includes('NANOS=NanoSeconds');
  if (logical.startsWith('TimestampType') && isFine)
    // Without a zone, the engine has them.
    return logical.includes('isAdjustedToUTC=1') ? { kind: 'moment', zone: '+00' } : null;
  if (isFine && logical.startsWith('TimeType')) return { kind: 'time', unit: 'nanoseconds' };
  if (converted === 'TIME_MICROS' || /^TimeType.*MICROS=Micro/.test(logical))
    return { kind: 'time', unit: 'microseconds' };
  if (converted === 'TIME_MILLIS' || /^TimeType.*MILLIS=Milli/.test(logical))
    return { kind: 'time', unit: 'milliseconds' };
  return null;
}

/** Says whether the engine would load this value as another one. */
export function isBeyondEngine(value: unknown, exact: ExactKind): boolean {
  if (exact.kind === 'decimal') return true;
  if (exact.kind === 'moment') return (value as bigint) % 1_000n !== 0n;
  const time = BigInt(value as bigint | number);
  const isCut = exact.unit === 'nanoseconds' && time % 1_000n !== 0n;
  return isCut || time < 0n || time > 86_400n * 10n ** BigInt(UNITS[exact.unit]);
}

/** Returns a value as text, with all of its digits. */
export function exactText(value: unknown, exact: ExactKind): string {
  switch (exact.kind) {
    case 'decimal':
      return decimalText(wholeOf(value), exact.scale);
    case 'moment':
      return momentText(value as bigint) + exact.zone;
    case 'time':
      return timeText(BigInt(value as bigint | number), UNITS[exact.unit]);
  }
}

/** The engine stores each value of a column with the same scale, so this is what decides. */
export const fitsDecimal = (text: string): boolean => text.replace(/^-?0*|\./g, '').length <= MOST_DIGITS;

function wholeOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as bigint | number);
  if (value.length === 0) return 0n;
  const bits = BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString('hex')}`));
  return bits;
}

function decimalText(whole: bigint, scale: number): string {
  const sign = whole < 0n ? '-' : '';
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return sign + digits.slice(0, point) + (scale > 0 ? `.${digits.slice(point)}` : '');
}

const SECOND = 1_000_000_000n;

/** As the engine writes them, but always with nine digits, so that the column sorts by time. */
function momentText(nanoseconds: bigint): string {
  const rest = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const date = new Date(Number((nanoseconds - rest) / SECOND) * 1_000);
  const civil = date.toISOString().slice(0, -'.000Z'.length).replace('T', ' ');
  return `${civil}.${String(rest).padStart(9, '0')}`;
}

/** Hours may be more than a day has. */
function timeText(value: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits);
  const size = value < 0n ? -value : value;
  const seconds = size / unit;
  const parts = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  const fraction = size % unit;
  return (
    (value < 0n ? '-' : '') + clock + (fraction > 0n ? `.${String(fraction).padStart(digits, '0')}` : '')
  );
}
