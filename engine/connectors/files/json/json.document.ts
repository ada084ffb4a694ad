import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason } from '@headwater/protocol/rejection';
import { shown } from '../csv/csv.reader.ts';
import { columnNames, numberedColumns } from '../csv/csv.header.ts';
import { JsonCutter, skipBlank, STRING } from './json.cutter.ts';
import { textOf } from './json.keys.ts';
import type { RecordListener } from './json.listener.ts';
import type { JsonWindow } from './json.window.ts';

/** The names on the way to an array of objects; none if it's the whole document. */
export type JsonPath = readonly string[];

/** The deepest level at which an array of objects is looked for. */
const MOST_DEPTH = 4;

/**
 * Reads a JSON document: its arrays of objects, wherever they are in the objects around them, or else the object that
 * it is. Yields whenever a listener is full, and regularly otherwise.
 */
export class JsonDocument {
  readonly #window: JsonWindow;
  readonly #name: string;
  readonly #listenerFor: (path: JsonPath) => RecordListener | null;
  readonly #signal: AbortSignal;
  readonly #cutter = new JsonCutter();
  /** Records follow one another without commas. */
  #isSequence = false;

  /** Without a listener, an array is passed over. */
  constructor(
    window: JsonWindow,
    name: string,
    listenerFor: (path: JsonPath) => RecordListener | null,
    signal: AbortSignal,
  ) {
    this.#window = window;
    this.#name = name;
    this.#listenerFor = listenerFor;
    this.#signal = signal;
  }

  async *read(): AsyncGenerator<void> {
    yield* this.#value([]);
    if ((await this.#peek()) !== NONE) throw this.#invalid();
    this.#window.settle();
  }

  /** Reads the document as one record. */
  async *readWhole(): AsyncGenerator<void> {
    await this.#peek();
    const listener = this.#listenerFor([])!;
    yield* this.#take(listener);
    this.#window.settle();
    yield;
  }

  /** Reads objects that follow one another, wherever lines end. */
  async *readSequence(): AsyncGenerator<void> {
    this.#isSequence = true;
    const listener = this.#listenerFor([]);
    while ((await this.#peek()) !== NONE) yield* this.#take(listener);
    this.#window.settle();
    yield;
  }

  async *#value(path: JsonPath): AsyncGenerator<void> {
    const first = await this.#peek();
    if (first === BRACKET) yield* this.#array(path);
    else if (first === BRACE && path.length < MOST_DEPTH) yield* this.#object(path);
    else await this.#cut();
  }

  async *#object(path: JsonPath): AsyncGenerator<void> {
    const window = this.#window;
    window.at += 1;
    if ((await this.#peek()) === BRACE_END) {
      window.at += 1;
      return;
    }
    for (;;) {
      if ((await this.#peek()) !== QUOTE) throw this.#invalid();
      const from = await this.#cut();
      const name = JSON.parse(window.bytes.toString('utf8', from, window.at)) as string;
      await this.#expect(COLON);
      yield* this.#value([...path, name]);
      if ((await this.#peek()) === BRACE_END) {
        window.at += 1;
        return;
      }
      await this.#expect(COMMA);
    }
  }

  async *#array(path: JsonPath): AsyncGenerator<void> {
    const window = this.#window;
    window.at += 1;
    const first = await this.#peek();
    if (first === BRACKET_END) {
      window.at += 1;
      return;
    }
    // Only a whole document of arrays is a table: within objects, they are coordinates and the like.
    const hasRows = first === BRACKET && path.length === 0;
    if (hasRows && !(await this.#nameRows())) return;
    const listener = first === BRACE || hasRows ? this.#listenerFor(path) : null;
    for (;;) {
      yield* this.#take(listener);
      if ((await this.#peek()) === BRACKET_END) {
        window.at += 1;
        window.settle();
        yield;
        return;
      }
      await this.#expect(COMMA);
      await this.#peek();
    }
  }

  /**
   * Reads the names of rows that are arrays, from the first one if it has nothing but texts. Returns false if there are
   * no rows below it.
   */
  async #nameRows(): Promise<boolean> {
    const { bytes } = this.#window;
    const cutter = this.#cutter;
    cutter.names = [];
    const from = await this.#cut();
    const { names } = columnNames(namesIn(bytes, cutter));
    const isHeader =
      cutter.fields > 0 && cutter.kinds.subarray(0, cutter.fields).every((kind) => kind === STRING);
    cutter.names = isHeader ? names : numberedColumns(Math.max(cutter.fields, 1));
    if (!isHeader) {
      this.#window.at = from;
      return true;
    }
    if ((await this.#peek()) === BRACKET_END) {
      this.#window.at += 1;
      return false;
    }
    await this.#expect(COMMA);
    await this.#peek();
    return true;
  }

  /** Takes values of an array up to the last one that is complete, or until the listener is full. */
  async *#take(listener: RecordListener | null): AsyncGenerator<void> {
    const window = this.#window;
    for (;;) {
      const from = await this.#cut((isObject, at) => {
        if (!listener) return;
        const { names, fields, next } = this.#cutter;
        const isUneven = isObject && names !== null && fields > names.length;
        if (isObject && !isUneven) return listener.record(window.bytes, this.#cutter, window.lineOf(at));
        const reason = isUneven
          ? rejectionReason('fields_differ', { fields, expected: names.length })
          : rejectionReason('json_no_object');
        listener.broken(window.lineOf(at), reason, shown(window.bytes, at, next));
      });
      if (listener?.isFull) {
        window.settle();
        yield;
      }
      if (from < 0 || !this.#isNextAtHand()) return;
    }
  }

  /** Moves on to the next value of an array if that has been read already, because waiting for each takes time. */
  #isNextAtHand(): boolean {
    const { bytes, end } = this.#window;
    const after = skipBlank(bytes, this.#window.at, end);
    if (!this.#isSequence && (after >= end || bytes[after] !== COMMA)) return false;
    const next = this.#isSequence ? after : skipBlank(bytes, after + 1, end);
    if (next >= end) return false;
    this.#window.at = next;
    return true;
  }

  /** Passes over the value here. Returns where it began. */
  async #cut(seen: (isObject: boolean, at: number) => void = () => {}): Promise<number> {
    const window = this.#window;
    for (;;) {
      const { bytes, at, end, isAtEnd } = window;
      const cutter = this.#cutter;
      const result = cutter.names ? cutter.cutRow(bytes, at, end) : cutter.cut(bytes, at, end);
      // A number at the end of what was read may go on.
      const mayGoOn = result === 'not_object' && cutter.next === end && !isAtEnd;
      if (result === 'invalid') throw this.#invalid();
      if (result !== 'incomplete' && !mayGoOn) {
        window.at = cutter.next;
        seen(result === 'object', at);
        return at;
      }
      this.#signal.throwIfAborted();
      await window.more();
      if (window.isTooLong) {
        const values = { file: this.#name, line: this.#line(), mebibytes: RECORD_LIMIT / 1024 ** 2 };
        throw new FailureError('file_record_too_large', values);
      }
      if (window.isAtEnd && result === 'incomplete') throw this.#endsEarly();
    }
  }

  async #expect(byte: number): Promise<void> {
    if ((await this.#peek()) !== byte) throw this.#invalid();
    this.#window.at += 1;
  }

  /** Returns the next byte that isn't whitespace. */
  async #peek(): Promise<number> {
    const window = this.#window;
    for (;;) {
      window.at = skipBlank(window.bytes, window.at, window.end);
      if (window.at < window.end) return window.bytes[window.at]!;
      this.#signal.throwIfAborted();
      if (window.isAtEnd) return NONE;
      await window.more();
    }
  }

  #line(): number {
    return this.#window.lineOf(this.#window.at);
  }

  #invalid(): FailureError {
    if (this.#window.at >= this.#window.end) return this.#endsEarly();
    return new FailureError('file_json_invalid', { file: this.#name, line: this.#line() });
  }

  #endsEarly(): FailureError {
    return new FailureError('file_json_cut', { file: this.#name, line: this.#line() });
  }
}

const namesIn = (bytes: Buffer, { fields, starts, ends, escaped }: JsonCutter) =>
  Array.from({ length: Math.min(fields, starts.length) }, (_, at) =>
    textOf(bytes, starts[at]!, ends[at]!, escaped[at] === 1),
  );

const NONE = -1;
const QUOTE = 0x22;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
