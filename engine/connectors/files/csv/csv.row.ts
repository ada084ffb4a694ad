import type { Newline } from '@headwater/protocol/protocol';

/** Newline bytes. */
export const LF = 0x0a;
export const CR = 0x0d;

export const COLUMN_LIMIT = 1000;

export type Quote = '"' | "'" | 'none';

/** How a row is written. */
export interface Layout {
  /** One or more characters. Where it's a space, any number of spaces and tabs separates two values. */
  delimiter: string;
  quote: Quote;
  /** How a quote within a quoted field is written: twice, unless it's said. */
  escape?: 'doubled' | 'backslash';
  /** Spaces before and after a quoted field aren't part of it. */
  spacesAroundQuotes?: boolean;
}

export type RowResult = 'row' | 'blank' | 'incomplete' | 'bad_quote';

/**
 * Cuts one row into fields in place: nothing is copied, and one object is used for all rows. Quotes follow RFC 4180
 * unless the layout says otherwise. A quote inside an unquoted field is kept as text, and `looseQuote` is set.
 */
export class RowCutter {
  readonly #delimiter: number;
  /** The delimiter's bytes after the first one. */
  readonly #rest: Uint8Array;
  readonly #isSpaced: boolean;
  readonly #quote: number;
  readonly #escape: number;
  readonly #spacesAroundQuotes: boolean;
  /** A delimiter of one byte, and nothing around quotes. */
  readonly #isUsual: boolean;
  /** What each byte means in an unquoted field. */
  readonly #meanings = new Uint8Array(256);
  readonly starts = new Int32Array(COLUMN_LIMIT + 1);
  readonly ends = new Int32Array(COLUMN_LIMIT + 1);
  readonly quoted = new Uint8Array(COLUMN_LIMIT + 1);
  fields = 0;
  /** The first byte after the row's newline. */
  next = 0;
  /** Newlines within quoted fields. */
  innerLines = 0;
  /** The newline that ended the row; '' at the end of the file. */
  newline: '' | Newline = '';
  looseQuote = false;
  /** A quoted field has quotes that are written in another way. */
  escaped = false;
  #quotedEnd = 0;

  constructor({ delimiter, quote, escape, spacesAroundQuotes = false }: Layout) {
    const [first = 0, ...rest] = Buffer.from(delimiter);
    this.#delimiter = first;
    this.#rest = Uint8Array.from(rest);
    this.#isSpaced = delimiter === ' ';
    this.#quote = quote === 'none' ? NO_BYTE : quote.charCodeAt(0);
    this.#escape = escape === 'backslash' ? BACKSLASH : NO_BYTE;
    this.#spacesAroundQuotes = spacesAroundQuotes;
    this.#isUsual = rest.length === 0 && !this.#isSpaced && !spacesAroundQuotes;
    if (quote !== 'none') this.#meanings[this.#quote] = LOOSE_QUOTE;
    for (const byte of [this.#delimiter, LF, CR]) this.#meanings[byte] = FIELD_END;
    if (this.#isSpaced) this.#meanings[TAB] = FIELD_END;
  }

  /** Returns the text of a field without its quotes. */
  text(bytes: Uint8Array, field: number): string {
    const text = Buffer.from(bytes.subarray(this.starts[field], this.ends[field])).toString('utf8');
    if (!this.quoted[field]) return text;
    const quote = String.fromCharCode(this.#quote);
    const unescaped = this.#escape === NO_BYTE ? text : text.replace(/\\(["'\\])/g, '$1');
    return unescaped.replaceAll(quote + quote, quote);
  }

  cut(bytes: Uint8Array, start: number, end: number, endOfFile: boolean): RowResult {
    this.innerLines = 0;
    this.looseQuote = false;
    this.escaped = false;
    return this.#isUsual
      ? this.#cutUsual(bytes, start, end, endOfFile)
      : this.#cutUnusual(bytes, start, end, endOfFile);
  }

  /** One method without calls per field, because nothing else runs as often. */
  #cutUsual(bytes: Uint8Array, start: number, end: number, endOfFile: boolean): RowResult {
    const { starts, ends, quoted } = this;
    const delimiter = this.#delimiter;
    const quote = this.#quote;
    const meanings = this.#meanings;
    let fields = 0;
    let at = start;
    for (;;) {
      const isQuoted = at < end && bytes[at] === quote;
      let stop = at;
      if (isQuoted) {
        stop = this.#quoted(bytes, at, end, endOfFile);
        if (stop === BAD) return 'bad_quote';
      } else {
        for (; stop < end; stop += 1) {
          const meaning = meanings[bytes[stop]!];
          if (meaning === PLAIN) continue;
          if (meaning === FIELD_END) break;
          this.looseQuote = true;
        }
      }
      if (stop >= end && !endOfFile) return 'incomplete';
      // Beyond the limit only the count matters, because such a row never matches its header.
      const slot = fields < COLUMN_LIMIT ? fields : COLUMN_LIMIT;
      starts[slot] = isQuoted ? at + 1 : at;
      ends[slot] = isQuoted ? stop - 1 : stop;
      quoted[slot] = isQuoted ? 1 : 0;
      fields += 1;
      if (stop >= end || bytes[stop] !== delimiter) {
        this.fields = fields;
        return this.#finish(bytes, start, stop, end, endOfFile);
      }
      at = stop + 1;
    }
  }

  /** Like `#cutUsual`, for delimiters of several bytes, spaces around quotes, and values that spaces separate. */
  #cutUnusual(bytes: Uint8Array, start: number, end: number, endOfFile: boolean): RowResult {
    const { starts, ends, quoted } = this;
    const meanings = this.#meanings;
    const first = this.#isSpaced ? afterSpaces(bytes, start, end) : start;
    let fields = 0;
    let at = first;
    for (;;) {
      const from = this.#spacesAroundQuotes ? this.#quoteAfterSpaces(bytes, at, end) : at;
      const isQuoted = from < end && bytes[from] === this.#quote;
      let stop = from;
      if (isQuoted) {
        stop = this.#quoted(bytes, from, end, endOfFile);
        if (stop === BAD) return 'bad_quote';
      } else {
        for (; stop < end; stop += 1) {
          const meaning = meanings[bytes[stop]!];
          if (meaning === PLAIN) continue;
          if (meaning === FIELD_END) {
            if (this.#endsField(bytes, stop, end)) break;
            if (stop + this.#rest.length >= end && !endOfFile) return 'incomplete';
            continue;
          }
          this.looseQuote = true;
        }
      }
      if (stop >= end && !endOfFile) return 'incomplete';
      const slot = fields < COLUMN_LIMIT ? fields : COLUMN_LIMIT;
      starts[slot] = isQuoted ? from + 1 : at;
      ends[slot] = isQuoted ? this.#quotedEnd : stop;
      quoted[slot] = isQuoted ? 1 : 0;
      fields += 1;
      const isLast = stop >= end || isNewline(bytes[stop]);
      if (!isLast) at = this.#afterDelimiter(bytes, stop, end);
      // Spaces at the end of a line separate nothing.
      const endsHere = isLast || (this.#isSpaced && (at >= end || isNewline(bytes[at])));
      if (!endsHere) continue;
      if (!isLast && at >= end && !endOfFile) return 'incomplete';
      this.fields = fields;
      return this.#finish(bytes, first, isLast ? stop : at, end, endOfFile);
    }
  }

  /** Returns the byte after the closing quote, and after the spaces that may follow it. */
  #quoted(bytes: Uint8Array, at: number, end: number, endOfFile: boolean): number {
    const quote = this.#quote;
    const escape = this.#escape;
    for (let i = at + 1; i < end; i++) {
      const byte = bytes[i];
      if (byte === LF) this.innerLines += 1;
      if (byte === escape && i + 1 < end) {
        this.escaped = true;
        i += 1;
        continue;
      }
      if (byte !== quote) continue;
      if (bytes[i + 1] === quote && i + 1 < end) {
        this.escaped = true;
        i += 1;
        continue;
      }
      this.#quotedEnd = i;
      const after = this.#spacesAroundQuotes ? afterBlanks(bytes, i + 1, end) : i + 1;
      if (after >= end) return end;
      if (this.#endsField(bytes, after, end)) return after;
      return after + this.#rest.length >= end && !endOfFile ? end : BAD;
    }
    return endOfFile ? BAD : end;
  }

  /** Returns where the quote is that only spaces precede, or else the same place. */
  #quoteAfterSpaces(bytes: Uint8Array, at: number, end: number): number {
    const found = afterBlanks(bytes, at, end);
    return found < end && bytes[found] === this.#quote ? found : at;
  }

  /** Returns whether there is a newline or a whole delimiter. */
  #endsField(bytes: Uint8Array, at: number, end: number): boolean {
    const byte = bytes[at];
    if (isNewline(byte)) return true;
    if (this.#isSpaced) return byte === SPACE || byte === TAB;
    if (byte !== this.#delimiter || at + this.#rest.length >= end) return false;
    return this.#rest.every((other, index) => bytes[at + 1 + index] === other);
  }

  #afterDelimiter(bytes: Uint8Array, at: number, end: number): number {
    return this.#isSpaced ? afterSpaces(bytes, at, end) : at + 1 + this.#rest.length;
  }

  #finish(bytes: Uint8Array, start: number, stop: number, end: number, endOfFile: boolean): RowResult {
    if (stop >= end) {
      this.newline = '';
      this.next = end;
    } else if (bytes[stop] === LF) {
      this.newline = '\n';
      this.next = stop + 1;
    } else {
      if (stop + 1 >= end && !endOfFile) return 'incomplete';
      this.newline = stop + 1 < end && bytes[stop + 1] === LF ? '\r\n' : '\r';
      this.next = stop + this.newline.length;
    }
    return stop === start ? 'blank' : 'row';
  }
}

const isNewline = (byte: number | undefined) => byte === LF || byte === CR;

/** Returns the first byte that is neither a space nor a tab. */
function afterSpaces(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at += 1;
  return at;
}

/** Returns the first byte that isn't a space. */
function afterBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === SPACE) at += 1;
  return at;
}

const BAD = -1;
const NO_BYTE = -1;
const SPACE = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;

const PLAIN = 0;
const FIELD_END = 1;
const LOOSE_QUOTE = 2;

/**
 * Returns the position after the physical line that starts at `start`, or -1 if the line continues past `end`. Lines
 * end with LF, CR, or CRLF, as rows do.
 */
export function physicalLineEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    if (bytes[i] === LF) return i + 1;
    if (bytes[i] !== CR) continue;
    if (i + 1 === end) return -1; // An LF may follow.
    return bytes[i + 1] === LF ? i + 2 : i + 1;
  }
  return -1;
}
