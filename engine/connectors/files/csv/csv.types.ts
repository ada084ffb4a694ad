import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding } from '@headwater/protocol/protocol';
import { daysIn, isoMoment, localDateOf, type DateOrder } from '@headwater/protocol/date-texts';
import { figureOf, NumberShape, type DecimalMark, type NumberFacts } from './csv.numbers.ts';

/** How a file's values are read when a single value doesn't show it. */
export interface Reading {
  decimalMark: DecimalMark | undefined;
  dateOrder: DateOrder | undefined;
  /** The user chose the mark. Otherwise, it comes from the columns that can be read in only one way. */
  markIsChosen?: boolean;
}

export interface GuessedType {
  kind: ColumnKind;
  type: string;
  encoding: Encoding;
  nullable: boolean;
  /** Null if the warehouse can read the file's text. */
  rewrite: Rewrite | null;
  /** The sign or unit that each number has, such as `%`; '' for none. */
  affix: string;
  /** Words that were found to stand for NULL. */
  nullWords: readonly string[];
  /** A value that could be read in two ways, of a column that is text because nothing shows which is meant. */
  unclear?: Unclear;
  facts: ColumnFacts;
}

export type Unclear =
  | { of: 'date'; example: string; dayFirst: string; monthFirst: string }
  | { of: 'number'; example: string; point: string; comma: string };

/** What a column's values show besides its type, for joining it with the same column of other files. */
export interface ColumnFacts {
  /** No value says anything about the type. */
  isEmpty: boolean;
  /** There are quoted fields with nothing in them, which only text has. */
  hasEmptyTexts?: boolean;
  affix?: string;
  /** Of a column of numbers. */
  numbers?: NumberFacts;
}

/** How a column's values differ from what the warehouse reads. */
export interface Rewrite {
  /** Words that stand for NULL. */
  nullWords: readonly string[];
  /** Set for numbers in a local format. */
  decimalMark?: DecimalMark;
  /** Set for dates in a local format. */
  dateOrder?: DateOrder;
}

/** Writes a value as the warehouse reads it, with '' for NULL. */
export function rewritten(text: string, { nullWords, decimalMark, dateOrder }: Rewrite): string {
  if (nullWords.includes(text)) return '';
  const value = text.trim();
  if (decimalMark) return plainNumber(value, decimalMark);
  return dateOrder ? (localDateOf(value)?.[dateOrder] ?? value) : text;
}

/**
 * Determines a column's type from all its values, directly on the bytes. A type is chosen only if every value has it
 * and keeps its digits: values with leading zeros or plus signs and mixed values stay text.
 */
export class TypeGuess {
  readonly #givenNullWords: ReadonlySet<string>;
  #kinds = 0;
  #text = false;
  readonly #shapes = { '.': new NumberShape(), ',': new NumberShape() };
  #couldBe = { '.': true, ',': true, dmy: true, mdy: true };
  #affix: string | null = null;
  /** At least one value is a number or date in a local format and has to be rewritten. */
  #isLocal = false;
  #orderMatters = false;
  #markMatters = false;
  #unclear: Unclear | undefined;
  readonly #nullWords = new Set<string>();
  sawNull = false;
  #quotedNothing = false;

  constructor(nullWords: ReadonlySet<string> = new Set()) {
    this.#givenNullWords = nullWords;
  }

  see(bytes: Buffer, start: number, end: number, quoted: boolean): void {
    if (start === end) {
      if (quoted) this.#quotedNothing = true;
      else this.sawNull = true;
      return;
    }
    if (this.#givenNullWords.size > 0 && end - start <= LONGEST_WORD) {
      const word = textOf(bytes, start, end);
      if (this.#givenNullWords.has(word)) {
        this.#nullWords.add(word);
        return;
      }
    }
    if (this.#text) return;
    const kind = this.#kindOf(bytes, start, end) || this.#localKind(bytes, start, end);
    if (kind === 0) this.#text = true;
    else if (kind > 0) this.#kinds |= kind;
  }

  /** Like `see`, for a text of a file whose numbers aren't texts. */
  seeText(bytes: Buffer, start: number, end: number): void {
    if (start === end) this.#quotedNothing = true;
    if (start === end || this.#text) return;
    const isMoment = isDigit(bytes[start]!) && (bytes[start + 2] === COLON || bytes[start + 4] === DASH);
    let kind = isMoment || end - start === 36 ? this.#kindOf(bytes, start, end) : 0;
    if (kind === 0 && isMoment && end - start <= LONGEST_WORD)
      kind = isoMoment(textOf(bytes, start, end)) === null ? 0 : TIMESTAMP_TZ;
    if (kind === 0 || kind === NUMBER) this.#text = true;
    else this.#kinds |= kind;
  }

  /** What this column shows about the whole file, if its numbers or dates can be read in only one way. */
  get evidence(): Reading {
    const isNumber = !this.#text && this.#kinds === NUMBER;
    const isDate = !this.#text && DATED.has(this.#kinds);
    const { '.': point, ',': comma, dmy, mdy } = this.#couldBe;
    return {
      decimalMark: isNumber && point !== comma ? (point ? '.' : ',') : undefined,
      dateOrder: isDate && this.#isLocal && dmy !== mdy ? (dmy ? 'dmy' : 'mdy') : undefined,
    };
  }

  result(reading: Reading = { decimalMark: undefined, dateOrder: undefined }): GuessedType {
    const [kind, type, local] = this.#type(reading);
    // In a text column, a word is a value unless the user chose it as a word for NULL.
    const nullWords = [...this.#nullWords].filter(
      (word) => kind !== 'text' || this.#givenNullWords.has(word),
    );
    const encoding = kind !== 'text' && this.#quotedNothing ? 'empty_is_null' : 'value';
    return {
      kind,
      type,
      encoding,
      nullable: this.sawNull || encoding === 'empty_is_null' || nullWords.length > 0,
      rewrite: nullWords.length > 0 || local ? { nullWords, ...local } : null,
      affix: kind === 'number' ? (this.#affix ?? '') : '',
      nullWords,
      ...(kind === 'text' && !this.#text && this.#unclear && { unclear: this.#unclear }),
      facts: {
        isEmpty: !this.#text && this.#kinds === 0,
        hasEmptyTexts: this.#quotedNothing,
        ...(kind === 'number' && {
          affix: this.#affix ?? '',
          numbers: this.#shapes[local?.decimalMark ?? '.'].facts,
        }),
      },
    };
  }

  #type(reading: Reading): Typed {
    if (this.#text) return TEXT;
    switch (this.#kinds) {
      case BOOLEAN:
        return ['boolean', 'BOOLEAN'];
      case NUMBER:
        return this.#numberType(reading);
      case DATE:
        return this.#isLocal ? this.#dateType(['date', 'DATE'], reading.dateOrder) : ['date', 'DATE'];
      case TIMESTAMP:
        return this.#isLocal
          ? this.#dateType(['timestamp', 'TIMESTAMP'], reading.dateOrder)
          : ['timestamp', 'TIMESTAMP'];
      case TIMESTAMP_TZ:
        return this.#isLocal
          ? this.#dateType(['timestamp', 'TIMESTAMP WITH TIME ZONE'], reading.dateOrder)
          : ['timestamp', 'TIMESTAMP WITH TIME ZONE'];
      case TIME:
        return this.#isLocal ? this.#dateType(['time', 'TIME'], undefined) : ['time', 'TIME'];
      case UUID:
        return ['uuid', 'UUID'];
      default:
        return TEXT;
    }
  }

  #numberType({ decimalMark: given, markIsChosen }: Reading): Typed {
    const { '.': point, ',': comma } = this.#couldBe;
    // `1,234` alone may be either. Plain numbers have a point.
    const either = this.#isLocal && this.#markMatters ? undefined : '.';
    const mark = given ?? (point && comma ? either : point ? '.' : ',');
    if (!mark || !this.#couldBe[mark]) return TEXT;
    const points = this.#shapes['.'];
    // If every number has three digits after its point, that may not be grouping, whatever the other columns show.
    if (mark === ',' && point && !markIsChosen && points.hasFractions && !points.hasWholes) return TEXT;
    const type = this.#shapes[mark].type();
    if (type === 'VARCHAR') return TEXT;
    const isPlain = !this.#isLocal && (mark === '.' || !points.hasFractions);
    return isPlain ? ['number', type] : ['number', type, { decimalMark: mark }];
  }

  #dateType(type: [ColumnKind, string], given: DateOrder | undefined): Typed {
    const { dmy, mdy } = this.#couldBe;
    const either = this.#orderMatters ? given : 'dmy';
    const order = dmy && mdy ? either : (given ?? (dmy ? 'dmy' : 'mdy'));
    if (!order || !this.#couldBe[order]) return TEXT;
    return [...type, { dateOrder: order }];
  }

  #kindOf(bytes: Buffer, start: number, end: number): number {
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

  #number(bytes: Buffer, start: number, end: number): number {
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
    const text = intDigits + scale > 15 ? textOf(bytes, start, end) : '';
    this.#shapes['.'].see(intDigits, scale, text);
    if (this.#couldBe[',']) {
      const isGrouped = scale === 3 && intDigits >= 1 && intDigits <= 3 && bytes[from] !== ZERO;
      this.#markMatters ||= scale > 0;
      if (scale === 0) this.#shapes[','].see(intDigits, 0, text);
      else if (isGrouped) this.#shapes[','].see(intDigits + 3, 0, '');
      else this.#couldBe[','] = false;
    }
    this.#affix = this.#affix === null || this.#affix === '' ? '' : MIXED;
    return this.#affix === MIXED ? 0 : NUMBER;
  }

  /** Returns the kind of a number or date in a local format, -1 for a word that can stand for NULL, or 0 for text. */
  #localKind(bytes: Buffer, start: number, end: number): number {
    if (end - start > LONGEST_WORD) return 0;
    const given = textOf(bytes, start, end);
    const text = given.trim();
    if (text === '' || NULL_WORDS.has(text)) {
      this.#nullWords.add(given);
      return -1;
    }
    if (SPECIAL_NUMBER.test(text)) return this.#special(text);
    const date = localDateOf(text);
    if (date) {
      this.#isLocal = true;
      this.#couldBe.dmy &&= date.dmy !== null;
      this.#couldBe.mdy &&= date.mdy !== null;
      this.#orderMatters ||= date.dmy !== date.mdy;
      if (date.dmy !== null && date.mdy !== null && date.dmy !== date.mdy)
        this.#unclear ??= { of: 'date', example: text, dayFirst: date.dmy, monthFirst: date.mdy };
      if (!this.#couldBe.dmy && !this.#couldBe.mdy) return 0;
      return KIND_OF[date.kind];
    }
    return this.#figure(text);
  }

  #special(text: string): number {
    this.#shapes['.'].seeSpecial(text);
    this.#couldBe[','] = false;
    this.#affix = this.#affix === null || this.#affix === '' ? '' : MIXED;
    return this.#couldBe['.'] && this.#affix !== MIXED ? NUMBER : 0;
  }

  #figure(text: string): number {
    const plains = new Set<string>();
    for (const mark of MARKS) {
      if (!this.#couldBe[mark]) continue;
      const figure = figureOf(text, mark);
      if (!figure || (this.#affix !== null && this.#affix !== figure.affix)) {
        this.#couldBe[mark] = false;
        continue;
      }
      this.#affix = figure.affix;
      plains.add(figure.plain);
      const [whole = '', fraction = ''] = figure.plain.split('.');
      this.#shapes[mark].see(whole.length, fraction.length, figure.plain);
    }
    this.#isLocal = true;
    this.#markMatters ||= plains.size > 1;
    const [point, comma] = plains;
    if (point !== undefined && comma !== undefined)
      this.#unclear ??= { of: 'number', example: text, point, comma };
    return this.#couldBe['.'] || this.#couldBe[','] ? NUMBER : 0;
  }
}

/** Writes a number of a file in plain digits. */
function plainNumber(text: string, mark: DecimalMark): string {
  const figure = figureOf(text, mark);
  return figure === null ? text : `${figure.negative ? '-' : ''}${figure.plain}`;
}

const textOf = (bytes: Buffer, start: number, end: number) => bytes.toString('utf8', start, end);

type Typed = [kind: ColumnKind, type: string, local?: Omit<Rewrite, 'nullWords'>];

const TEXT: Typed = ['text', 'VARCHAR'];
const MARKS = ['.', ','] as const;
const MIXED = 'mixed';
/** Longer values are neither numbers or dates in a local format nor words for NULL. */
const LONGEST_WORD = 64;
export const NULL_WORDS = new Set('NULL Null null \\N N/A n/a NA #N/A #NV None nil - – —'.split(' '));
const SPECIAL_NUMBER = /^-?\d+(\.\d+)?e[+-]?\d{1,3}$|^-?inf(inity)?$|^nan$/i;

const BOOLEAN = 1;
const NUMBER = 2;
const DATE = 4;
const TIMESTAMP = 8;
const TIMESTAMP_TZ = 16;
const TIME = 32;
const UUID = 64;

const DATED = new Set([DATE, TIMESTAMP, TIMESTAMP_TZ]);
const KIND_OF = { date: DATE, timestamp: TIMESTAMP, moment: TIMESTAMP_TZ, time: TIME };

const ZERO = 0x30;
const DASH = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const COLON = 0x3a;

const isDigit = (byte: number) => byte >= ZERO && byte <= 0x39;
const isHex = (byte: number) => isDigit(byte) || ((byte | 32) >= 0x61 && (byte | 32) <= 0x66);

function isUuid(bytes: Uint8Array, start: number): boolean {
  if (bytes[start + 8] !== DASH || bytes[start + 13] !== DASH) return false;
  if (bytes[start + 18] !== DASH || bytes[start + 23] !== DASH) return false;
  let digits = 0;
  for (let at = start; at < start + 36; at += 1) digits += HEX_DIGITS[bytes[at]!]!;
  return digits === 32;
}

/** 1 for each byte that is a hexadecimal digit. */
const HEX_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => (isHex(byte) ? 1 : 0));

function isBoolean(bytes: Uint8Array, start: number, length: number): boolean {
  const word = length === 4 ? 'true' : length === 5 ? 'false' : null;
  if (word === null) return false;
  for (let i = 0; i < length; i++) if ((bytes[start + i]! | 32) !== word.charCodeAt(i)) return false;
  return true;
}

/** Returns the number that the `count` digits from `start` spell, or -1. */
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
  // The engine accepts a time zone only after seconds.
  return stop >= start + 19 && isZone(bytes, stop, end) ? TIMESTAMP_TZ : 0;
}

/**
 * Returns where `HH:MM[:SS[.ffffff]]` ends, or -1. Zeros may follow, but fractions finer than microseconds would be
 * lost.
 */
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
  const micros = at + 6;
  while (at < end && isDigit(bytes[at]!)) {
    if (at >= micros && bytes[at] !== ZERO) return -1;
    at += 1;
  }
  return at > start + 9 ? at : -1;
}

/** Returns whether the bytes are `Z`, `±HH`, `±HHMM`, or `±HH:MM`. */
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
