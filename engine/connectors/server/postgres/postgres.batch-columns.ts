import { isUtf8 } from 'node:buffer';
import { BATCH_ROWS, type BatchColumn } from '@headwater/protocol/protocol';
import { ByteValues, Validity } from '@headwater/protocol/batch-values';
import type { RelationColumn } from './postgres.catalog.ts';
import { unknownForm } from './postgres.copy-messages.ts';
import { decimalValue, numericText } from './postgres.numeric.ts';
import { FIXED_VALUES, timetzText, type FixedValue, type Target, type ToText } from './postgres.values.ts';

/** Collects a column's values for a batch. */
export interface BatchColumnBuilder {
  /** Returns false if the value doesn't fit. */
  set(row: number, view: DataView, at: number, length: number, bytes: Buffer): boolean;
  setNull(row: number): void;
  /** Returns values that aren't valid UTF-8. */
  invalid(rows: number): { row: number; raw: string }[];
  /** Moves a value up, to close the gap of rows that are left out. */
  move(from: number, to: number): void;
  values(rows: number): BatchColumn;
  clear(): void;
}

/** Returns a column that keeps values in their own type if possible. */
export function columnFor(column: RelationColumn): BatchColumnBuilder {
  const fixed = fixedValue(column);
  return fixed ? new FixedColumn(fixed) : textColumn(column);
}

/** Returns a column that keeps values as text, or as bytes. */
export function textColumn(column: RelationColumn): BatchColumnBuilder {
  const toText = textWriter(column);
  if (toText) return new WrittenColumn(toText);
  return new BytesColumn(column.form === 'bytea' ? 'bytes' : 'text', textOffset(column));
}

/** Returns how a value is written as text. Null if it's sent as text, or as bytes. */
export function textWriter({ form }: RelationColumn): ToText | null {
  if (form === 'numeric') return numericText;
  if (form === 'timetz') return timetzText;
  return form in FIXED_VALUES ? FIXED_VALUES[form as keyof typeof FIXED_VALUES].text : null;
}

/** Returns where the text in a value begins. In front of a jsonb stands the version of its format. */
export const textOffset = ({ form }: RelationColumn) => (form === 'jsonb' ? 1 : 0);

function fixedValue({ form, type }: RelationColumn): FixedValue | null {
  if (form !== 'numeric')
    return form in FIXED_VALUES ? FIXED_VALUES[form as keyof typeof FIXED_VALUES] : null;
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? null : decimalValue(Number(precision), Number(scale));
}

class FixedColumn implements BatchColumnBuilder {
  readonly #value: FixedValue;
  readonly #validity = new Validity();
  readonly #target: Target;

  constructor(value: FixedValue) {
    this.#value = value;
    const memory = new ArrayBuffer(BATCH_ROWS * value.width);
    this.#target = {
      bytes: new Uint8Array(memory),
      shorts: new Int16Array(memory, 0, memory.byteLength >> 1),
      words: new Int32Array(memory, 0, memory.byteLength >> 2),
    };
  }

  set(row: number, view: DataView, at: number, length: number): boolean {
    const { sent, write } = this.#value;
    if (sent !== null && sent !== length) throw unknownForm();
    return write(this.#target, row, view, at);
  }

  setNull(row: number): void {
    this.#validity.setNull(row);
  }

  invalid(): [] {
    return [];
  }

  move(from: number, to: number): void {
    const { width } = this.#value;
    this.#validity.move(from, to);
    this.#target.bytes.copyWithin(to * width, from * width, (from + 1) * width);
  }

  values(): BatchColumn {
    return {
      layout: 'fixed',
      width: this.#value.width,
      data: this.#target.bytes,
      valid: this.#validity.bits,
    };
  }

  clear(): void {
    this.#validity.clear();
  }
}

const RAW_BYTES = 500;

class BytesColumn implements BatchColumnBuilder {
  readonly #layout: 'text' | 'bytes';
  /** How many bytes at the start of each value are left out. */
  readonly #offset: number;
  readonly #values = new ByteValues();
  /** Set if a value starts within a character, which together with the value before would look valid. */
  #startsWithin = false;

  constructor(layout: 'text' | 'bytes', offset: number) {
    this.#layout = layout;
    this.#offset = offset;
  }

  set(row: number, _view: DataView, at: number, length: number, bytes: Buffer): boolean {
    const from = at + this.#offset;
    this.#values.set(row, bytes, from, at + length);
    if (length > this.#offset && isContinuation(bytes[from]!)) this.#startsWithin = true;
    return true;
  }

  setNull(row: number): void {
    this.#values.setNull(row);
  }

  invalid(rows: number): { row: number; raw: string }[] {
    const end = this.#values.startOf(rows);
    if (this.#layout === 'bytes' || (!this.#startsWithin && isUtf8(this.#values.data.subarray(0, end))))
      return [];
    return Array.from({ length: rows }, (_, row) => ({ row, text: this.#values.valueAt(row) }))
      .filter(({ text }) => !isUtf8(text))
      .map(({ row, text }) => ({ row, raw: Buffer.from(text.subarray(0, RAW_BYTES)).toString() }));
  }

  move(from: number, to: number): void {
    this.#values.move(from, to);
  }

  values(): BatchColumn {
    const { data, ends, valid } = this.#values;
    return { layout: this.#layout, data, ends, valid };
  }

  clear(): void {
    this.#values.clear();
    this.#startsWithin = false;
  }
}

/** Keeps values as text that are sent in another format. */
class WrittenColumn implements BatchColumnBuilder {
  readonly #toText: ToText;
  readonly #texts = new BytesColumn('text', 0);

  constructor(toText: ToText) {
    this.#toText = toText;
  }

  set(row: number, view: DataView, at: number, length: number): boolean {
    const text = Buffer.from(this.#toText(view, at, length));
    return this.#texts.set(row, view, 0, text.length, text);
  }

  setNull(row: number): void {
    this.#texts.setNull(row);
  }

  invalid(): [] {
    return [];
  }

  move(from: number, to: number): void {
    this.#texts.move(from, to);
  }

  values(): BatchColumn {
    return this.#texts.values();
  }

  clear(): void {
    this.#texts.clear();
  }
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;
