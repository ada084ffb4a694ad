import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '../protocol.ts';

/**
 * Guesses a column's type from every one of its values, in place on the bytes. A type is taken only if each value
 * has it and comes back equal: leading zeros, plus signs, exponents and mixtures stay text. No DOUBLE.
 */
export class TypeGuess {
  #kinds = 0;
  #text = false;
  #fitsInt64 = true;
  #intDigits = 0;
  #scale = 0;
  sawNull = false;
  #quotedNothing = false;

  see(bytes: Uint8Array, start: number, end: number, quoted: boolean): void {
    if (start === end) {
      if (quoted) this.#quotedNothing = true;
      else this.sawNull = true;
      return;
    }
    if (this.#text) return;
    const kind = this.#kindOf(bytes, start, end);
    if (kind === 0) this.#text = true;
    else this.#kinds |= kind;
  }

  result(): { kind: ColumnKind; type: string; encoding: Encoding; nullable: boolean } {
    const [kind, type] = this.#type();
    const encoding = kind !== 'text' && this.#quotedNothing ? 'empty_is_null' : 'value';
    return { kind, type, encoding, nullable: this.sawNull || encoding === 'empty_is_null' };
  }

  #type(): [ColumnKind, string] {
    if (this.#text) return ['text', 'VARCHAR'];
    switch (this.#kinds) {
      case BOOLEAN:
        return ['boolean', 'BOOLEAN'];
      case NUMBER:
        return this.#numberType();
      case DATE:
        return ['date', 'DATE'];
      case TIMESTAMP:
        return ['timestamp', 'TIMESTAMP'];
      case TIMESTAMP_TZ:
        return ['timestamp', 'TIMESTAMP WITH TIME ZONE'];
      case TIME:
        return ['time', 'TIME'];
      case UUID:
        return ['uuid', 'UUID'];
      default:
        return ['text', 'VARCHAR'];
    }
  }

  /** Two widths only, so that a file of next month keeps the type of this month's. */
  #numberType(): [ColumnKind, string] {
    if (this.#scale === 0 && this.#fitsInt64) return ['number', 'BIGINT'];
    const digits = this.#intDigits + this.#scale;
    if (digits > 38) return ['text', 'VARCHAR'];
    return ['number', `DECIMAL(${digits > 18 ? 38 : 18},${this.#scale})`];
  }

  #kindOf(bytes: Uint8Array, start: number, end: number): number {
    const first = bytes[start]!;
    const length = end - start;
    if (length === 36 && isUuid(bytes, start)) return UUID;
    if (isDigit(first) && length >= 8) {
      if (bytes[start + 4] === DASH) return dateOrTimestamp(bytes, start, end);
      if (bytes[start + 2] === COLON) return timeEnd(bytes, start, end, true) === end ? TIME : 0;
    }
    if (isDigit(first) || first === DASH || first === DOT) return this.#number(bytes, start, end);
    return isBoolean(bytes, start, length) ? BOOLEAN : 0;
  }

  #number(bytes: Uint8Array, start: number, end: number): number {
    const from = bytes[start] === DASH ? start + 1 : start;
    let at = from;
    while (at < end && isDigit(bytes[at]!)) at += 1;
    const intDigits = at - from;
    if (intDigits > 1 && bytes[from] === ZERO) return 0;
    let scale = 0;
    if (at < end && bytes[at] === DOT) {
      const point = at;
      at += 1;
      while (at < end && isDigit(bytes[at]!)) at += 1;
      scale = at - point - 1;
      if (scale === 0) return 0;
    }
    if (at !== end || intDigits + scale === 0) return 0;
    this.#intDigits = Math.max(this.#intDigits, intDigits);
    this.#scale = Math.max(this.#scale, scale);
    if (intDigits > 18) this.#fitsInt64 &&= intDigits === 19 && fitsInt64(bytes, start, end);
    return NUMBER;
  }
}

const BOOLEAN = 1;
const NUMBER = 2;
const DATE = 4;
const TIMESTAMP = 8;
const TIMESTAMP_TZ = 16;
const TIME = 32;
const UUID = 64;

const ZERO = 0x30;
const DASH = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const COLON = 0x3a;

const isDigit = (byte: number) => byte >= ZERO && byte <= 0x39;
const isHex = (byte: number) => isDigit(byte) || ((byte | 32) >= 0x61 && (byte | 32) <= 0x66);

function isUuid(bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < 36; i++) {
    const byte = bytes[start + i]!;
    if (i === 8 || i === 13 || i === 18 || i === 23 ? byte !== DASH : !isHex(byte)) return false;
  }
  return true;
}

function isBoolean(bytes: Uint8Array, start: number, length: number): boolean {
  const word = length === 4 ? 'true' : length === 5 ? 'false' : null;
  if (word === null) return false;
  for (let i = 0; i < length; i++) if ((bytes[start + i]! | 32) !== word.charCodeAt(i)) return false;
  return true;
}

function fitsInt64(bytes: Uint8Array, start: number, end: number): boolean {
  const value = BigInt(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1'));
  return BigInt.asIntN(64, value) === value;
}

/** The number that `count` digits from `start` write, or -1. */
function digits(bytes: Uint8Array, start: number, count: number, end: number): number {
  if (start + count > end) return -1;
  let value = 0;
  for (let i = start; i < start + count; i++) {
    if (!isDigit(bytes[i]!)) return -1;
    value = value * 10 + bytes[i]! - ZERO;
  }
  return value;
}

function dateOrTimestamp(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 10 || bytes[start + 7] !== DASH) return 0;
  const year = digits(bytes, start, 4, end);
  const month = digits(bytes, start + 5, 2, end);
  const day = digits(bytes, start + 8, 2, end);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return 0;
  if (end - start === 10) return DATE;
  const between = bytes[start + 10];
  if (between !== 0x54 && between !== 0x20) return 0;
  const stop = timeEnd(bytes, start + 11, end, false);
  if (stop === end) return TIMESTAMP;
  // The engine takes a zone only after seconds.
  return stop >= start + 19 && isZone(bytes, stop, end) ? TIMESTAMP_TZ : 0;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : DAYS[month - 1]!;
}

/** Where `HH:MM[:SS[.ffffff]]` ends, or -1. Finer fractions than microseconds would be lost. */
function timeEnd(bytes: Uint8Array, start: number, end: number, secondsNeeded: boolean): number {
  const hours = digits(bytes, start, 2, end);
  const minutes = digits(bytes, start + 3, 2, end);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || bytes[start + 2] !== COLON) return -1;
  if (start + 5 >= end || bytes[start + 5] !== COLON) return secondsNeeded ? -1 : start + 5;
  const seconds = digits(bytes, start + 6, 2, end);
  if (seconds < 0 || seconds > 59) return -1;
  let at = start + 8;
  if (at >= end || bytes[at] !== DOT) return at;
  at += 1;
  while (at < end && isDigit(bytes[at]!)) at += 1;
  const fraction = at - start - 9;
  return fraction >= 1 && fraction <= 6 ? at : -1;
}

/** `Z`, `±HH`, `±HHMM` or `±HH:MM`. */
function isZone(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start === 1) return bytes[start] === 0x5a;
  if (bytes[start] !== PLUS && bytes[start] !== DASH) return false;
  const hours = digits(bytes, start + 1, 2, end);
  if (hours < 0 || hours > 15) return false;
  if (end - start === 3) return true;
  const colon = bytes[start + 3] === COLON ? 1 : 0;
  const minutes = digits(bytes, start + 3 + colon, 2, end);
  return end - start === 5 + colon && minutes >= 0 && minutes <= 59;
}
