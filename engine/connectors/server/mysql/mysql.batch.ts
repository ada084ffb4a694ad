import { isUtf8 } from 'node:buffer';
import {
  BATCH_ROWS,
  type BatchColumn,
  type RecordsBatch,
  type Rejection,
} from '@headwater/protocol/protocol';
import { rejectionReason } from '@headwater/protocol/rejection';
import { ByteValues, leaveOut } from '@headwater/protocol/batch-values';
import type { RelationColumn } from './mysql.catalog.ts';
import type { RowValues } from './mysql.session.ts';
import type { Form } from './mysql.types.ts';

/** A batch is passed on when its rows have this many bytes, however few they are. */
const BYTES = 4 * 1024 ** 2;
const RAW_BYTES = 500;
const UTC = Buffer.from('+00');
const ZERO = 0x30;
/** The smallest float that has all of its digits. */
const SMALLEST_NORMAL = 2 ** -126;

/** Collects rows in batches, as the server's own text, from which the warehouse makes values of the columns' types. */
export class BatchBuilder {
  readonly #columns: readonly RelationColumn[];
  readonly #values: ByteValues[];
  /** Columns with a value that starts within a character, which together with the one before would look valid. */
  readonly #startsWithin = new Set<number>();
  #rows = 0;
  #bytes = 0;

  constructor(columns: readonly RelationColumn[]) {
    this.#columns = columns;
    this.#values = columns.map(() => new ByteValues());
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows === BATCH_ROWS || this.#bytes >= BYTES;
  }

  add(row: RowValues): void {
    if (this.#rows === 0) for (const values of this.#values) values.clear();
    for (let at = 0; at < this.#values.length; at += 1) this.#set(at, row[at] ?? null);
    this.#rows += 1;
  }

  /**
   * Returns the rows added since the last call, which are valid until the next call of `add`, and apart from them those
   * with text that isn't UTF-8. `line` is the number of the first row.
   */
  take(line: number): { batch: RecordsBatch; rejected: Rejection[] } {
    const rejected = this.#reject(line);
    const rows = this.#rows;
    this.#rows = 0;
    this.#bytes = 0;
    this.#startsWithin.clear();
    return {
      batch: { rows, columns: this.#values.map((values, at) => this.#columnOf(values, at)) },
      rejected,
    };
  }

  #set(at: number, value: Buffer | null): void {
    const values = this.#values[at]!;
    if (value === null) return values.setNull(this.#rows);
    const text = textOf(value, this.#columns[at]!.form);
    values.set(this.#rows, text, 0, text.length);
    this.#bytes += text.length;
    if (text.length > 0 && (text[0]! & 0xc0) === 0x80) this.#startsWithin.add(at);
  }

  #columnOf({ data, ends, valid }: ByteValues, at: number): BatchColumn {
    return { layout: this.#isBytes(at) ? 'bytes' : 'text', data, ends, valid };
  }

  #isBytes(at: number): boolean {
    return this.#columns[at]!.kind === 'binary';
  }

  #reject(line: number): Rejection[] {
    const rejected = new Map<number, Rejection>();
    for (const [at, values] of this.#values.entries()) {
      const all = values.data.subarray(0, values.startOf(this.#rows));
      if (this.#isBytes(at) || (!this.#startsWithin.has(at) && isUtf8(all))) continue;
      for (let row = 0; row < this.#rows; row += 1) {
        const value = values.valueAt(row);
        if (isUtf8(value)) continue;
        const raw = Buffer.from(value.subarray(0, RAW_BYTES)).toString();
        const { name: column } = this.#columns[at]!;
        rejected.set(row, { line: line + row, column, raw, ...rejectionReason('not_utf8') });
      }
    }
    if (rejected.size > 0) this.#rows = leaveOut(this.#values, this.#rows, rejected);
    return [...rejected.values()].sort((a, b) => a.line! - b.line!);
  }
}

function textOf(value: Buffer, form: Form): Buffer {
  if (form === 'float') return Buffer.from(floatText(Number(value.toString('latin1'))));
  if (form === 'zerofill') return unfilled(value);
  // All four digits of a zero date's year are zero.
  const isMoment = form === 'timestamp' && value.length > 4 && value.readUInt32BE(0) !== ZERO * 0x01010101;
  return isMoment ? Buffer.concat([value, UTC]) : value;
}

function unfilled(value: Buffer): Buffer {
  let start = 0;
  while (value[start] === ZERO && isDigit(value[start + 1])) start += 1;
  return value.subarray(start);
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= ZERO + 9;

/** Returns the shortest text that means this float, rather than the double that it has been selected as. */
function floatText(double: number): string {
  // The smallest have fewer digits than others.
  for (let digits = Math.abs(double) < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits += 1) {
    const rounded = Number(double.toPrecision(digits));
    if (Math.fround(rounded) === double) return String(rounded);
  }
  return String(Number(double.toPrecision(9)));
}
