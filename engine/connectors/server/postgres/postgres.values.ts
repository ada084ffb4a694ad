/* How PostgreSQL sends values in its binary format, and what they are in a batch or as text. */

/** A batch column's memory, as bytes and as numbers. */
export interface Target {
  bytes: Uint8Array;
  shorts: Int16Array;
  words: Int32Array;
}

/** Writes a value to its row in the target. Returns false if the batch's type can't hold it. */
export type Write = (target: Target, row: number, view: DataView, at: number) => boolean;

export interface FixedValue {
  /** The number of bytes in which PostgreSQL sends each value. Null for numerics, where it varies. */
  sent: number | null;
  width: 1 | 2 | 4 | 8 | 16;
  write: Write;
  text: ToText;
}

/** Returns a value as PostgreSQL writes it, except that the era is after the date. */
export type ToText = (view: DataView, at: number, length: number) => string;

const TWO_32 = 2 ** 32;

/** Stores a whole number of at most 53 bits in eight bytes. */
export function setWhole({ words }: Target, at: number, value: number): void {
  const high = Math.floor(value / TWO_32);
  words[at] = value - high * TWO_32;
  words[at + 1] = high;
}

const copyWord: Write = (target, row, view, at) => {
  target.words[row] = view.getInt32(at);
  return true;
};

const copyTwoWords: Write = (target, row, view, at) => {
  target.words[row * 2] = view.getInt32(at + 4);
  target.words[row * 2 + 1] = view.getInt32(at);
  return true;
};

/** Days and microseconds from 1970 to 2000, where PostgreSQL begins to count. */
const EPOCH_DAYS = 10_957;
const EPOCH_MICROSECONDS = EPOCH_DAYS * 86_400_000_000;

const LEAST_WORD = -(2 ** 31);
const GREATEST_WORD = 2 ** 31 - 1;

const writeDate: Write = (target, row, view, at) => {
  const days = view.getInt32(at);
  // The infinities are the outermost numbers, for the batch symmetrically.
  if (days === LEAST_WORD) target.words[row] = -GREATEST_WORD;
  else if (days === GREATEST_WORD) target.words[row] = GREATEST_WORD;
  else if (days + EPOCH_DAYS >= GREATEST_WORD) return false;
  else target.words[row] = days + EPOCH_DAYS;
  return true;
};

const INFINITY = 2n ** 63n - 1n;

const writeMoment: Write = (target, row, view, at) => {
  const high = view.getInt32(at);
  const near = high >= -(2 ** 20) && high < 2 ** 20;
  if (near) {
    setWhole(target, row * 2, high * TWO_32 + view.getUint32(at + 4) + EPOCH_MICROSECONDS);
    return true;
  }
  const sent = view.getBigInt64(at);
  const isInfinite = sent === INFINITY || sent === -INFINITY - 1n;
  const value = isInfinite ? (sent > 0 ? INFINITY : -INFINITY) : sent + BigInt(EPOCH_MICROSECONDS);
  if (!isInfinite && value >= INFINITY) return false;
  setBig(target, row * 2, value, 2);
  return true;
};

/** Stores a whole number in `count` words. */
export function setBig({ words }: Target, at: number, value: bigint, count: number): void {
  for (let word = 0; word < count; word += 1)
    words[at + word] = Number(BigInt.asIntN(32, value >> BigInt(word * 32)));
}

const writeUuid: Write = (target, row, view, at) => {
  for (let word = 0; word < 4; word += 1) target.words[row * 4 + word] = view.getInt32(at + 12 - word * 4);
  return true;
};

const fixed = (sent: number, width: FixedValue['width'], write: Write, text: ToText): FixedValue => ({
  sent,
  width,
  write,
  text,
});

/** Values by the name of their type in pg_type. */
export const FIXED_VALUES = {
  bool: fixed(
    1,
    1,
    ({ bytes }, row, view, at) => {
      bytes[row] = view.getUint8(at) === 0 ? 0 : 1;
      return true;
    },
    (view, at) => (view.getUint8(at) === 0 ? 'f' : 't'),
  ),
  int2: fixed(
    2,
    2,
    ({ shorts }, row, view, at) => {
      shorts[row] = view.getInt16(at);
      return true;
    },
    (view, at) => String(view.getInt16(at)),
  ),
  int4: fixed(4, 4, copyWord, (view, at) => String(view.getInt32(at))),
  int8: fixed(8, 8, copyTwoWords, (view, at) => String(view.getBigInt64(at))),
  oid: fixed(
    4,
    8,
    (target, row, view, at) => {
      setWhole(target, row * 2, view.getUint32(at));
      return true;
    },
    (view, at) => String(view.getUint32(at)),
  ),
  float4: fixed(4, 4, copyWord, (view, at) => String(view.getFloat32(at))),
  float8: fixed(8, 8, copyTwoWords, (view, at) => String(view.getFloat64(at))),
  date: fixed(4, 4, writeDate, (view, at) => {
    const days = view.getInt32(at);
    if (days === LEAST_WORD) return '-infinity';
    return days === GREATEST_WORD ? 'infinity' : dateText(days + EPOCH_DAYS);
  }),
  time: fixed(8, 8, copyTwoWords, (view, at) => clockText(Number(view.getBigInt64(at)))),
  timestamp: fixed(8, 8, writeMoment, (view, at) => momentText(view.getBigInt64(at), '')),
  timestamptz: fixed(8, 8, writeMoment, (view, at) => momentText(view.getBigInt64(at), '+00')),
  uuid: fixed(16, 16, writeUuid, (view, at) => {
    const digits = Array.from({ length: 4 }, (_, word) => hex(view.getUint32(at + word * 4), 8)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }),
} as const satisfies Record<string, FixedValue>;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const padded = (value: number, digits: number) => String(value).padStart(digits, '0');

/** Returns the date in the proleptic Gregorian calendar, for years that JavaScript's own dates don't reach. */
function dateText(days: number): string {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const day = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365,
  );
  const dayOfYear = day - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const written = `${padded(year > 0 ? year : 1 - year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`;
  return year > 0 ? written : `${written} (BC)`;
}

function clockText(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1e6);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const fraction = padded(microseconds % 1e6, 6).replace(/0+$/, '');
  return clock.map((part) => padded(part, 2)).join(':') + (fraction && `.${fraction}`);
}

const DAY = 86_400_000_000n;

function momentText(sent: bigint, zone: string): string {
  if (sent === INFINITY) return 'infinity';
  if (sent === -INFINITY - 1n) return '-infinity';
  const time = ((sent % DAY) + DAY) % DAY;
  const days = Number((sent - time) / DAY) + EPOCH_DAYS;
  return `${dateText(days)} ${clockText(Number(time))}${zone}`;
}

const TIME_BYTES = 8;

export const timetzText: ToText = (view, at) => {
  // In seconds west of Greenwich.
  const zone = view.getInt32(at + TIME_BYTES);
  const [hours, minutes, seconds] = clockText(Math.abs(zone) * 1e6).split(':');
  const parts = seconds !== '00' ? [hours, minutes, seconds] : minutes !== '00' ? [hours, minutes] : [hours];
  return `${clockText(Number(view.getBigInt64(at)))}${zone > 0 ? '-' : '+'}${parts.join(':')}`;
};
