import { COLUMN_LIMIT } from '../csv/csv.row.ts';

export type CutResult = 'object' | 'not_object' | 'incomplete' | 'invalid';

/** What a value is. A string's range is without its quotes. */
export const NULL = 0;
export const STRING = 1;
export const NUMBER = 2;
export const BOOLEAN = 3;
const NESTED = 4;

/**
 * Cuts a JSON object into its members in place: nothing is copied, and one object is used for all records. It doesn't
 * make objects of its own because numbers must keep all of their digits. It follows RFC 8259, and accepts NaN and
 * Infinity, which Python writes.
 */
export class JsonCutter {
  readonly keyStarts = new Int32Array(COLUMN_LIMIT + 1);
  readonly keyEnds = new Int32Array(COLUMN_LIMIT + 1);
  readonly keyEscaped = new Uint8Array(COLUMN_LIMIT + 1);
  readonly starts = new Int32Array(COLUMN_LIMIT + 1);
  readonly ends = new Int32Array(COLUMN_LIMIT + 1);
  readonly kinds = new Uint8Array(COLUMN_LIMIT + 1);
  readonly escaped = new Uint8Array(COLUMN_LIMIT + 1);
  fields = 0;
  /** The first byte after the value. */
  next = 0;
  /** The names of an array's values, as `cutRow` cuts them. Null for objects, which have their own. */
  names: readonly string[] | null = null;
  #escaped = false;

  /** Cuts the value at `start`. For any other value than an object, only its end is found. */
  cut(bytes: Uint8Array, start: number, end: number): CutResult {
    if (start >= end) return 'incomplete';
    const isObject = bytes[start] === BRACE;
    const next = isObject ? this.#members(bytes, start + 1, end) : this.#skip(bytes, start, end, 0);
    if (next < 0) return next === MORE ? 'incomplete' : 'invalid';
    this.next = next;
    return isObject ? 'object' : 'not_object';
  }

  /** Cuts the array at `start` into its values, as if it were an object with a name for each. */
  cutRow(bytes: Uint8Array, start: number, end: number): CutResult {
    if (start >= end) return 'incomplete';
    if (bytes[start] !== BRACKET)
      return this.cut(bytes, start, end) === 'incomplete' ? 'incomplete' : 'not_object';
    const next = this.#elements(bytes, start + 1, end);
    if (next < 0) return next === MORE ? 'incomplete' : 'invalid';
    this.next = next;
    return 'object';
  }

  #elements(bytes: Uint8Array, from: number, end: number): number {
    this.fields = 0;
    let at = skipBlank(bytes, from, end);
    if (at < end && bytes[at] === BRACKET_END) return at + 1;
    for (let fields = 1; ; fields += 1) {
      const stop = this.#value(bytes, at, end, fields - 1);
      if (stop < 0) return stop;
      at = skipBlank(bytes, stop, end);
      if (at >= end) return MORE;
      this.fields = fields;
      if (bytes[at] === BRACKET_END) return at + 1;
      if (bytes[at] !== COMMA) return BAD;
      at = skipBlank(bytes, at + 1, end);
    }
  }

  /** Notes a record's value. Returns where it ends. */
  #value(bytes: Uint8Array, at: number, end: number, field: number): number {
    if (at >= end) return MORE;
    const slot = field < COLUMN_LIMIT ? field : COLUMN_LIMIT;
    const first = bytes[at]!;
    const stop = this.#skip(bytes, at, end, 1);
    if (stop < 0) return stop;
    const isString = first === QUOTE;
    this.kinds[slot] = KINDS[first]!;
    this.starts[slot] = isString ? at + 1 : at;
    this.ends[slot] = isString ? stop - 1 : stop;
    this.escaped[slot] = isString && this.#escaped ? 1 : 0;
    return stop;
  }

  #members(bytes: Uint8Array, from: number, end: number): number {
    let fields = 0;
    let at = skipBlank(bytes, from, end);
    if (bytes[at] === BRACE_END && at < end) {
      this.fields = 0;
      return at + 1;
    }
    for (;;) {
      if (at >= end) return MORE;
      if (bytes[at] !== QUOTE) return BAD;
      // Beyond the limit only the count matters, because the file is refused.
      const slot = fields < COLUMN_LIMIT ? fields : COLUMN_LIMIT;
      const keyEnd = this.#string(bytes, at + 1, end);
      if (keyEnd < 0) return keyEnd;
      this.keyStarts[slot] = at + 1;
      this.keyEnds[slot] = keyEnd;
      this.keyEscaped[slot] = this.#escaped ? 1 : 0;
      at = skipBlank(bytes, keyEnd + 1, end);
      if (at >= end) return MORE;
      if (bytes[at] !== COLON) return BAD;
      const stop = this.#value(bytes, skipBlank(bytes, at + 1, end), end, fields);
      if (stop < 0) return stop;
      fields += 1;
      at = skipBlank(bytes, stop, end);
      if (at >= end) return MORE;
      if (bytes[at] === BRACE_END) {
        this.fields = fields;
        return at + 1;
      }
      if (bytes[at] !== COMMA) return BAD;
      at = skipBlank(bytes, at + 1, end);
    }
  }

  /** Returns where the value ends. */
  #skip(bytes: Uint8Array, at: number, end: number, depth: number): number {
    if (at >= end) return MORE;
    switch (KINDS[bytes[at]!]) {
      case STRING: {
        const stop = this.#string(bytes, at + 1, end);
        return stop < 0 ? stop : stop + 1;
      }
      case NUMBER:
        return number(bytes, at, end);
      case NESTED:
        return bytes[at] === BRACE
          ? this.#object(bytes, at + 1, end, depth)
          : this.#array(bytes, at + 1, end, depth);
      case BOOLEAN:
        return word(bytes, at, end, bytes[at] === 0x74 ? TRUE : FALSE);
      case NULL:
        return bytes[at] === 0x6e ? word(bytes, at, end, NULL_WORD) : BAD;
      default:
        return BAD;
    }
  }

  #object(bytes: Uint8Array, from: number, end: number, depth: number): number {
    if (depth > MOST_DEPTH) return BAD;
    let at = skipBlank(bytes, from, end);
    if (at < end && bytes[at] === BRACE_END) return at + 1;
    for (;;) {
      if (at >= end) return MORE;
      if (bytes[at] !== QUOTE) return BAD;
      const keyEnd = this.#string(bytes, at + 1, end);
      if (keyEnd < 0) return keyEnd;
      at = skipBlank(bytes, keyEnd + 1, end);
      if (at >= end) return MORE;
      if (bytes[at] !== COLON) return BAD;
      const stop = this.#skip(bytes, skipBlank(bytes, at + 1, end), end, depth + 1);
      if (stop < 0) return stop;
      at = skipBlank(bytes, stop, end);
      if (at >= end) return MORE;
      if (bytes[at] === BRACE_END) return at + 1;
      if (bytes[at] !== COMMA) return BAD;
      at = skipBlank(bytes, at + 1, end);
    }
  }

  #array(bytes: Uint8Array, from: number, end: number, depth: number): number {
    if (depth > MOST_DEPTH) return BAD;
    let at = skipBlank(bytes, from, end);
    if (at < end && bytes[at] === BRACKET_END) return at + 1;
    for (;;) {
      const stop = this.#skip(bytes, at, end, depth + 1);
      if (stop < 0) return stop;
      at = skipBlank(bytes, stop, end);
      if (at >= end) return MORE;
      if (bytes[at] === BRACKET_END) return at + 1;
      if (bytes[at] !== COMMA) return BAD;
      at = skipBlank(bytes, at + 1, end);
    }
  }

  /** Returns where the closing quote is. Half a surrogate pair is invalid, because no text can hold it. */
  #string(bytes: Uint8Array, from: number, end: number): number {
    this.#escaped = false;
    let at = from;
    for (;;) {
      while (at < end && PLAIN[bytes[at]!]) at += 1;
      if (at >= end) return MORE;
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      if (byte !== BACKSLASH) return BAD;
      this.#escaped = true;
      at += 1;
      if (at >= end) return MORE;
      if (bytes[at] !== LETTER_U) {
        if (!ESCAPES[bytes[at]!]) return BAD;
        at += 1;
        continue;
      }
      const unit = hex4(bytes, at + 1, end);
      if (unit < 0) return unit;
      at += 5;
      if (unit < 0xd800 || unit > 0xdfff) continue;
      if (unit > 0xdbff) return BAD;
      if (at + 1 >= end) return MORE;
      if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LETTER_U) return BAD;
      const low = hex4(bytes, at + 2, end);
      if (low < 0) return low;
      if (low < 0xdc00 || low > 0xdfff) return BAD;
      at += 6;
    }
  }
}

const MORE = -1;
const BAD = -2;
/** Deeper values are refused: the engine's own limit is near. */
const MOST_DEPTH = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const LETTER_U = 0x75;
const MINUS = 0x2d;
const POINT = 0x2e;

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const TRUE = bytesOf('true');
const FALSE = bytesOf('false');
const NULL_WORD = bytesOf('null');
const NAN_WORD = bytesOf('NaN');
const INFINITY_WORD = bytesOf('Infinity');

/** 1 for each byte of a string that stands for itself. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
/** What a value with this first byte can be; 255 for none. */
const KINDS = new Uint8Array(256).fill(255);
KINDS[QUOTE] = STRING;
for (const byte of bytesOf('0123456789-NI')) KINDS[byte] = NUMBER;
for (const byte of bytesOf('tf')) KINDS[byte] = BOOLEAN;
for (const byte of bytesOf('{[')) KINDS[byte] = NESTED;
KINDS[0x6e] = NULL;

/** Returns where the whitespace from `at` on ends. */
export function skipBlank(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    at += 1;
  }
  return at;
}

function word(bytes: Uint8Array, from: number, end: number, letters: Uint8Array): number {
  for (let at = 0; at < letters.length; at += 1) {
    if (from + at >= end) return MORE;
    if (bytes[from + at] !== letters[at]) return BAD;
  }
  return from + letters.length;
}

function number(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  if (bytes[at] === MINUS) at += 1;
  if (at >= end) return MORE;
  if (bytes[at] === 0x49) return word(bytes, at, end, INFINITY_WORD);
  if (bytes[at] === 0x4e) return at === from ? word(bytes, at, end, NAN_WORD) : BAD;
  if (!isDigit(bytes[at]!)) return BAD;
  const whole = at;
  at = digits(bytes, at, end);
  if (bytes[whole] === 0x30 && at - whole > 1) return BAD;
  if (at < end && bytes[at] === POINT) {
    const start = at + 1;
    at = digits(bytes, start, end);
    if (at === start) return at >= end ? MORE : BAD;
  }
  if (at < end && (bytes[at]! | 0x20) === 0x65) {
    at += 1;
    if (at < end && (bytes[at] === MINUS || bytes[at] === 0x2b)) at += 1;
    const start = at;
    at = digits(bytes, start, end);
    if (at === start) return at >= end ? MORE : BAD;
  }
  return at;
}

function digits(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(bytes[at]!)) at += 1;
  return at;
}

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

function hex4(bytes: Uint8Array, from: number, end: number): number {
  if (from + 4 > end) return MORE;
  let value = 0;
  for (let at = from; at < from + 4; at += 1) {
    const byte = bytes[at]!;
    const digit = isDigit(byte) ? byte - 0x30 : (byte | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (!isDigit(byte) && digit < 10)) return BAD;
    value = value * 16 + digit;
  }
  return value;
}
