import type { TrueColumn } from './truth.ts';

type Compare = (one: string, other: string) => number;

/** Returns how values of a type are ordered, computed without the engine. Null where the order isn't one of values, as for texts. */
export function orderOf({ type }: Pick<TrueColumn, 'type'>): Compare | null {
  if (/^(SMALLINT|INTEGER|BIGINT)$/.test(type)) return by(BigInt);
  if (type.startsWith('DECIMAL(')) return by((text) => BigInt(text.replace('.', '')));
  if (type === 'FLOAT') return byNumber((text) => Math.fround(Number(text)));
  if (type === 'DOUBLE') return byNumber(Number);
  if (/^(DATE|TIMESTAMP.*)$/.test(type)) return by(microsOf);
  return type === 'BOOLEAN' || type === 'UUID' || type === 'TIME' ? by((text) => text) : null;
}

const by =
  <T extends bigint | number | string>(rank: (text: string) => T): Compare =>
  (one, other) => {
    const [first, second] = [rank(one), rank(other)];
    return first < second ? -1 : first > second ? 1 : 0;
  };

/** NaN is the greatest number, and like itself. */
const byNumber =
  (read: (text: string) => number): Compare =>
  (one, other) => {
    const [first, second] = [read(one), read(other)];
    return (
      Number(Number.isNaN(first)) - Number(Number.isNaN(second)) ||
      Number(first > second) - Number(first < second)
    );
  };

/** Returns the microseconds since 1970 of a day or a moment, without Date, whose years end too early. */
export function microsOf(text: string): bigint {
  if (text.endsWith('infinity')) return text.startsWith('-') ? -(10n ** 30n) : 10n ** 30n;
  const [, shown, month, day, hour = 0, minute = 0, second = 0, fraction = '', era] =
    /^(\d+)-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?Z?( BC)?$/.exec(text)!;
  // March is the first month, so that the leap day is a year's last one.
  const year = (era ? 1n - BigInt(shown!) : BigInt(shown!)) - (Number(month) <= 2 ? 1n : 0n);
  const cycle = (year >= 0n ? year : year - 399n) / 400n;
  const yearOfCycle = year - cycle * 400n;
  const months = BigInt((Number(month) + 9) % 12);
  const dayOfYear = (153n * months + 2n) / 5n + BigInt(day!) - 1n;
  const days =
    cycle * 146_097n + yearOfCycle * 365n + yearOfCycle / 4n - yearOfCycle / 100n + dayOfYear - 719_468n;
  const seconds = BigInt(hour) * 3_600n + BigInt(minute) * 60n + BigInt(second);
  return (days * 86_400n + seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}
