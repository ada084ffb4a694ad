import { BATCH_ROWS } from './protocol.ts';

/** Which rows of a batch have a value, as a bit for each. */
export class Validity {
  readonly #bits = new Uint8Array(BATCH_ROWS / 8).fill(0xff);
  #hasNull = false;

  setNull(row: number): void {
    this.#bits[row >> 3]! &= ~(1 << (row & 7));
    this.#hasNull = true;
  }

  move(from: number, to: number): void {
    const bit = (this.#bits[from >> 3]! >> (from & 7)) & 1;
    this.#bits[to >> 3] = (this.#bits[to >> 3]! & ~(1 << (to & 7))) | (bit << (to & 7));
  }

  clear(): void {
    if (this.#hasNull) this.#bits.fill(0xff);
    this.#hasNull = false;
  }

  get bits(): Uint8Array | null {
    return this.#hasNull ? this.#bits : null;
  }
}

/** Longer values are copied by a call, and others byte by byte, which is then faster. */
const SHORT = 48;
const FIRST_BYTES = 16 * 1024;

/** Collects values of any length for a batch, row by row. */
export class ByteValues {
  readonly #validity = new Validity();
  readonly ends = new Uint32Array(BATCH_ROWS);
  data = new Uint8Array(FIRST_BYTES);

  set(row: number, bytes: Buffer, from: number, to: number): void {
    const size = to - from;
    const start = this.startOf(row);
    const { data } = this.#with(start + size);
    if (size > SHORT) bytes.copy(data, start, from, to);
    else for (let byte = 0; byte < size; byte += 1) data[start + byte] = bytes[from + byte]!;
    this.ends[row] = start + size;
  }

  /** Adds a text as UTF-8. Returns how many bytes it has. */
  setText(row: number, text: string): number {
    const start = this.startOf(row);
    // Three is the most that UTF-8 takes for a UTF-16 unit. Counting a short text would take longer than it saves.
    const { data } = this.#with(start + (text.length > SHORT ? Buffer.byteLength(text) : text.length * 3));
    const size = asciiInto(data, start, text) ?? encoder.encodeInto(text, data.subarray(start)).written;
    this.ends[row] = start + size;
    return size;
  }

  /** Adds a value in which each quote is doubled. */
  setUnescaped(row: number, bytes: Buffer, from: number, to: number, quote: number): void {
    let end = this.startOf(row);
    const { data } = this.#with(end + to - from);
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at]!;
      data[end] = byte;
      end += 1;
      if (byte === quote) at += 1;
    }
    this.ends[row] = end;
  }

  setNull(row: number): void {
    this.#validity.setNull(row);
    this.ends[row] = this.startOf(row);
  }

  /** Moves a value up, to close the gap of rows that are left out. */
  move(from: number, to: number): void {
    this.#validity.move(from, to);
    const value = this.valueAt(from);
    const start = this.startOf(to);
    this.data.set(value, start);
    this.ends[to] = start + value.length;
  }

  clear(): void {
    this.#validity.clear();
  }

  get valid(): Uint8Array | null {
    return this.#validity.bits;
  }

  startOf(row: number): number {
    return row === 0 ? 0 : this.ends[row - 1]!;
  }

  valueAt(row: number): Uint8Array {
    return this.data.subarray(this.startOf(row), this.ends[row]);
  }

  #with(needed: number): this {
    if (needed > this.data.length) {
      const grown = new Uint8Array(Math.max(needed, this.data.length * 2));
      grown.set(this.data);
      this.data = grown;
    }
    return this;
  }
}

const encoder = new TextEncoder();

/** Writes a short text of ASCII, and returns its length. Null for others. */
function asciiInto(data: Uint8Array, start: number, text: string): number | null {
  if (text.length > SHORT) return null;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return null;
    data[start + at] = unit;
  }
  return text.length;
}

/** Takes rows out of a batch, whose other rows move up. Returns how many are left. */
export function leaveOut(
  columns: readonly { move(from: number, to: number): void }[],
  rows: number,
  rejected: ReadonlyMap<number, unknown>,
): number {
  let kept = 0;
  for (let row = 0; row < rows; row += 1) {
    if (rejected.has(row)) continue;
    for (const column of columns) column.move(row, kept);
    kept += 1;
  }
  return kept;
}
