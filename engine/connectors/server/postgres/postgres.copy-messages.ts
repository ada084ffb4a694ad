import { RECORD_LIMIT } from '@headwater/protocol/record-limit';

const COPY_DATA = 0x64;
/** Messages that the server may send at any time: notice, parameter status, notification. And the start of COPY. */
const SKIPPED = new Set([0x4e, 0x53, 0x41, 0x48]);
const HEADER = 5;
const EMPTY: Buffer = Buffer.alloc(0);
/** Bytes of a row over the limit that are kept to identify it. */
const HEAD_BYTES = 2000;

/** A row in COPY's binary format. The bytes are only valid until the next message. */
export interface CopyRow {
  bytes: Buffer;
  view: DataView;
  start: number;
  end: number;
  /** Whether only the row's beginning was kept, because it's larger than a record may be. */
  isCut: boolean;
}

/**
 * Finds the rows of a binary COPY in what the socket delivers, wherever the chunks end. The server sends one message
 * for each row, with its size, after a header and before a trailer. Nothing is copied except rows that continue in the
 * next chunk.
 */
export class CopyMessages {
  readonly row: CopyRow = { bytes: EMPTY, view: viewOf(EMPTY), start: 0, end: 0, isCut: false };
  /** What the driver must get: the first message that isn't part of the data, and everything after it. */
  rest: Buffer | null = null;
  #chunk = EMPTY;
  #view = viewOf(EMPTY);
  #at = 0;
  /** A row of which the rest is in later chunks. */
  #partial: Buffer | null = null;
  #filled = 0;
  /** Bytes of the current message that nobody needs. */
  #skip = 0;
  #hasHeader = false;
  #isDiscarding = false;

  push(chunk: Buffer): void {
    const left = this.#chunk.subarray(this.#at);
    this.#chunk = left.length > 0 ? Buffer.concat([left, chunk]) : chunk;
    this.#view = viewOf(this.#chunk);
    this.#at = 0;
  }

  /** From now on, leaves out all rows. */
  discard(): void {
    this.#isDiscarding = true;
  }

  /** Moves to the next row. Returns false if it hasn't arrived completely, or if there is none. */
  next(): boolean {
    while (this.rest === null) {
      if (this.#partial) {
        if (!this.#fill(this.#partial)) return false;
        this.#partial = null;
        if (this.#isRow()) return true;
      }
      if (!this.#skipped() || this.#at + HEADER > this.#chunk.length) return false;
      if (this.#open()) return true;
    }
    return false;
  }

  /** Reads a message's header. Returns true if the message is a row that is completely in this chunk. */
  #open(): boolean {
    const code = this.#chunk[this.#at]!;
    const length = this.#view.getUint32(this.#at + 1) - 4;
    if (SKIPPED.has(code)) {
      this.#at += HEADER;
      this.#skip = length;
      return false;
    }
    if (code !== COPY_DATA) {
      this.rest = this.#chunk.subarray(this.#at);
      return false;
    }
    this.#at += HEADER;
    const { row } = this;
    row.isCut = length > RECORD_LIMIT;
    if (row.isCut || this.#at + length > this.#chunk.length) {
      this.#partial = Buffer.allocUnsafe(row.isCut ? HEAD_BYTES : length);
      this.#filled = 0;
      this.#skip = length - this.#partial.length;
      return false;
    }
    row.bytes = this.#chunk;
    row.view = this.#view;
    row.start = this.#at;
    this.#at += length;
    row.end = this.#at;
    return this.#isRow();
  }

  #fill(partial: Buffer): boolean {
    const copied = this.#chunk.copy(partial, this.#filled, this.#at);
    this.#at += copied;
    this.#filled += copied;
    if (this.#filled < partial.length) return false;
    Object.assign(this.row, { bytes: partial, view: viewOf(partial), start: 0, end: partial.length });
    return true;
  }

  #skipped(): boolean {
    const skipped = Math.min(this.#skip, this.#chunk.length - this.#at);
    this.#at += skipped;
    this.#skip -= skipped;
    return this.#skip === 0;
  }

  /** Leaves out the header, which precedes the first row in its message, and the trailer, which has no fields. */
  #isRow(): boolean {
    if (this.#isDiscarding) return false;
    const { row } = this;
    if (!this.#hasHeader) {
      row.start += headerLength(row.view, row.start);
      this.#hasHeader = true;
    }
    if (row.end - row.start >= 2) return row.view.getInt16(row.start) !== -1;
    if (row.end === row.start) return false;
    throw unknownForm();
  }
}

const SIGNATURE = 'PGCOPY\n\u00ff\r\n\0';

function headerLength(view: DataView, at: number): number {
  for (let byte = 0; byte < SIGNATURE.length; byte += 1) {
    if (at + byte >= view.byteLength || view.getUint8(at + byte) !== SIGNATURE.charCodeAt(byte))
      throw unknownForm();
  }
  return SIGNATURE.length + 8 + view.getUint32(at + SIGNATURE.length + 4);
}

export const unknownForm = () => new Error('The source sent data that isn’t in the binary format of COPY.');

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);
