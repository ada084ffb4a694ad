import { BATCH_ROWS, type RecordsBatch, type Rejection } from '@headwater/protocol/protocol';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason, type RejectionReason } from '@headwater/protocol/rejection';
import { ByteValues } from '@headwater/protocol/batch-values';
import { engineMoment } from '@headwater/protocol/date-texts';
import { Float } from '../template/float.ts';
import { isDict, isNumeric, jsonOf, own, textOf, type Dict, type Value } from '../template/values.ts';
import type { Shape } from './schema.ts';
import { isWrapped, whyUnusable } from './unusable.ts';

const BYTES = 4 * 1024 ** 2;
const RAW_CHARACTERS = 500;

/** Collects records in batches, as text from which the warehouse makes values of the columns' types. */
export class RecordBatches {
  readonly #shape: Shape;
  readonly #values: ByteValues[];
  readonly #isJson: boolean[];
  #rows = 0;
  #bytes = 0;
  /** How many records have been added, including those that are too large. */
  added = 0;

  constructor(shape: Shape) {
    this.#shape = shape;
    this.#values = shape.columns.map(() => new ByteValues());
    this.#isJson = shape.columns.map(({ encoding }) => encoding === 'json');
  }

  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows === BATCH_ROWS || this.#bytes >= BYTES;
  }

  /** Adds a record. Returns why if it can't be loaded. */
  add(record: Dict): Rejection | null {
    this.added += 1;
    const unusable = whyUnusable(record, this.#shape.fields);
    if (unusable) return this.#rejection(record, unusable);
    const texts = this.#shape.fields.map((field, at) => this.#text(own(record, field), at));
    const units = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    if (units * 3 > RECORD_LIMIT && bytesOf(texts) > RECORD_LIMIT) {
      const mebibytes = RECORD_LIMIT / 1024 ** 2;
      return this.#rejection(record, rejectionReason('row_too_large', { mebibytes }));
    }
    if (this.#rows === 0) for (const values of this.#values) values.clear();
    for (const [at, text] of texts.entries()) {
      if (text === null) this.#values[at]!.setNull(this.#rows);
      else this.#bytes += this.#values[at]!.setText(this.#rows, text);
    }
    this.#rows += 1;
    return null;
  }

  #rejection(record: Dict, reason: RejectionReason): Rejection {
    const raw = jsonOf(isWrapped(record) ? Object.values(record)[0] : record).slice(0, RAW_CHARACTERS);
    return { line: this.added, column: null, raw, ...reason };
  }

  /** Returns the records since the last call, which are valid until the next call of `add`. */
  take(): RecordsBatch {
    const rows = this.#rows;
    this.#rows = 0;
    this.#bytes = 0;
    return {
      rows,
      columns: this.#values.map(({ data, ends, valid }) => ({ layout: 'text', data, ends, valid })),
    };
  }

  #text(value: Value, at: number): string | null {
    if (value === undefined || value === null) return null;
    if (this.#isJson[at] || isDict(value) || Array.isArray(value)) return jsonOf(value);
    const { type } = this.#shape.columns[at]!;
    const text = isNumeric(value) ? scalarText(value, type) : textOf(value);
    return type === 'TIMESTAMP WITH TIME ZONE' ? engineMoment(text) : text;
  }
}

/** Whether a double's range is far away, which readers of texts treat differently. */
const isOrdinary = (size: number) => size > 1e-300 && size < 1e300;

const bytesOf = (texts: readonly (string | null)[]) =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0);

/**
 * A text has the digits that were sent, and so has a double, which is what the engine makes of them too. Other types have
 * those that a double has.
 */
function scalarText(value: number | bigint | Float | boolean, type: string): string {
  if (!(value instanceof Float)) return String(value);
  const hasDigits = type === 'VARCHAR' || (type === 'DOUBLE' && isOrdinary(Math.abs(value.value)));
  return hasDigits ? value.digits : String(value.value);
}
