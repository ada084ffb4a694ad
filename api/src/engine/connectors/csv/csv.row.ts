import type { Newline } from '../../protocol/protocol.ts';

/** Newline bytes. */
export const LF = 0x0a;
export const CR = 0x0d;

export const COLUMN_LIMIT = 1000;

export type Quote = '"' | "'" | 'none';

export type RowResult = 'row' | 'blank' | 'incomplete' | 'bad_quote';

/**
 * Cuts one row into fields in place: nothing is copied, and one object is used for all rows. Quotes follow RFC 4180. A
 * quote inside an unquoted field is kept as text, and `looseQuote` is set.
 */
export class RowCutter {
  readonly #delimiter: number;
  readonly #quote: number;
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
  /** A quoted field has doubled quotes. */
  escaped = false;

  constructor(delimiter: string, quote: Quote = '"') {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === 'none' ? NO_BYTE : quote.charCodeAt(0);
    if (quote !== 'none') this.#meanings[this.#quote] = LOOSE_QUOTE;
    for (const byte of [this.#delimiter, LF, CR]) this.#meanings[byte] = FIELD_END;
  }

  /** Returns the text of a field without its quotes. */
  text(bytes: Uint8Array, field: number): string {
    const text = Buffer.from(bytes.subarray(this.starts[field], this.ends[field])).toString('utf8');
    if (!this.quoted[field]) return text;
    const quote = String.fromCharCode(this.#quote);
    return text.replaceAll(quote + quote, quote);
  }

  cut(bytes: Uint8Array, start: number, end: number, endOfFile: boolean): RowResult {
    this.innerLines = 0;
    this.looseQuote = false;
    this.escaped = false;
    // One method without calls per field, because nothing else runs as often.
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

  /** Returns the byte after the closing quote. */
  #quoted(bytes: Uint8Array, at: number, end: number, endOfFile: boolean): number {
    const quote = this.#quote;
    for (let i = at + 1; i < end; i++) {
      const byte = bytes[i];
      if (byte === LF) this.innerLines += 1;
      if (byte !== quote) continue;
      if (bytes[i + 1] === quote && i + 1 < end) {
        this.escaped = true;
        i += 1;
        continue;
      }
      if (i + 1 >= end) return end;
      const after = bytes[i + 1];
      return after === this.#delimiter || after === LF || after === CR ? i + 1 : BAD;
    }
    return endOfFile ? BAD : end;
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

const BAD = -1;
const NO_BYTE = -1;

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
