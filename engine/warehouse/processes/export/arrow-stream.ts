import type { DuckDBDataChunk } from '@duckdb/node-api';
import {
  AsyncByteQueue,
  Binary,
  Bool,
  DateDay,
  Decimal,
  Field,
  Float32,
  Float64,
  Int16,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMicrosecond,
  Utf8,
  type Data,
  type DataType,
} from 'apache-arrow';
import type { PageColumn } from '../../sql/page-column.ts';
import { arrowKind, type ArrowKind } from './arrow-kinds.ts';

const TYPES: Record<ArrowKind, (type: string) => DataType> = {
  int16: () => new Int16(),
  int32: () => new Int32(),
  int64: () => new Int64(),
  float32: () => new Float32(),
  float64: () => new Float64(),
  bool: () => new Bool(),
  date: () => new DateDay(),
  wall_clock: () => new TimestampMicrosecond(),
  moment: () => new TimestampMicrosecond('UTC'),
  binary: () => new Binary(),
  text: () => new Utf8(),
  decimal: (type) => {
    const [precision, scale] = type.match(/\d+/g)!.map(Number);
    return new Decimal(scale!, precision!, 128);
  },
};

/** Keeps what the writer writes until it is taken, so that no more is made than is read. */
class Written extends AsyncByteQueue {
  #parts: Uint8Array[] = [];

  override write(part: Uint8Array): void {
    this.#parts.push(part);
  }

  take(): Buffer {
    const taken = Buffer.concat(this.#parts);
    this.#parts = [];
    return taken;
  }
}

/**
 * Rows of a batch. The chunks of the engine have as many rows as match of so many of the table, which would tell how many
 * rows a service account doesn't see.
 */
const BATCH_ROWS = 2_048;

/** Writes rows in the stream format of Apache Arrow. */
export class ArrowStream {
  readonly #kinds: readonly ArrowKind[];
  readonly #schema: Schema;
  readonly #written = new Written();
  readonly #writer = new RecordBatchStreamWriter();
  /** The values that aren't in a batch yet, by column. */
  #waiting: unknown[][];

  constructor(shown: readonly PageColumn[], asText: ReadonlySet<string>) {
    this.#kinds = shown.map((column) => arrowKind(column, asText));
    this.#waiting = shown.map(() => []);
    this.#schema = new Schema(
      shown.map(({ name, type }, at) => new Field(name, TYPES[this.#kinds[at]!](type), true)),
    );
    this.#writer.reset(this.#written, this.#schema);
  }

  /** Takes rows, and returns the bytes of the batches that are full. The first are those that describe the columns. */
  add(chunk: DuckDBDataChunk): Buffer {
    for (const [at, values] of this.#waiting.entries())
      for (const value of chunk.getColumnValues(at)) values.push(value);
    while (this.#waiting[0]!.length >= BATCH_ROWS) this.#writeBatch();
    return this.#written.take();
  }

  /** Returns the bytes of what is left, and of the end. */
  end(): Buffer {
    if (this.#waiting[0]!.length > 0) this.#writeBatch();
    this.#writer.finish();
    return this.#written.take();
  }

  #writeBatch(): void {
    const columns = this.#waiting.map((values) => values.slice(0, BATCH_ROWS));
    this.#waiting = this.#waiting.map((values) => values.slice(BATCH_ROWS));
    const children = this.#schema.fields.map(({ type }, at) =>
      columnOf(this.#kinds[at]!, type as DataType, columns[at]!),
    );
    const length = columns[0]!.length;
    const data = makeData({ type: new Struct(this.#schema.fields), length, nullCount: 0, children });
    this.#writer.write(new RecordBatch(this.#schema, data));
  }
}

/** A value of the engine that isn't one of JavaScript's own. */
interface Held {
  days: number;
  micros: bigint;
  value: bigint;
  bytes: Uint8Array;
}

function columnOf(kind: ArrowKind, type: DataType, values: readonly unknown[]): Data {
  const length = values.length;
  const nullBitmap = bitmap(values, (value) => value !== null);
  const nullCount = values.reduce<number>((sum, value) => sum + (value === null ? 1 : 0), 0);
  const common = { type, length, nullCount, nullBitmap };
  const fill = <T extends { [at: number]: V }, V>(into: T, read: (value: Held) => V): T => {
    for (const [at, value] of values.entries()) if (value !== null) into[at] = read(value as Held);
    return into;
  };
  const itself = <V>(value: unknown) => value as V;
  const made = (rest: object) => makeData({ ...common, ...rest } as Parameters<typeof makeData>[0]);
  switch (kind) {
    case 'int16':
      return made({ data: fill(new Int16Array(length), itself<number>) });
    case 'int32':
      return made({ data: fill(new Int32Array(length), itself<number>) });
    case 'int64':
      return made({ data: fill(new BigInt64Array(length), itself<bigint>) });
    case 'float32':
      return made({ data: fill(new Float32Array(length), itself<number>) });
    case 'float64':
      return made({ data: fill(new Float64Array(length), itself<number>) });
    case 'bool':
      return made({ data: bitmap(values, (value) => value === true) });
    case 'date':
      return made({ data: fill(new Int32Array(length), ({ days }) => days) });
    case 'wall_clock':
    case 'moment':
      return made({ data: fill(new BigInt64Array(length), ({ micros }) => micros) });
    case 'decimal':
      return made({ data: decimals(values) });
    case 'binary':
      return made(parts(values.map((value) => (value as Held | null)?.bytes ?? null)));
    case 'text':
      return made(parts(values.map((value) => (value === null ? null : Buffer.from(value as string)))));
  }
}

/** One bit for each value, the first one lowest. */
function bitmap(values: readonly unknown[], isSet: (value: unknown) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  for (const [at, value] of values.entries()) if (isSet(value)) bits[at >> 3]! |= 1 << (at & 7);
  return bits;
}

/** Whole numbers of 128 bits, the lower half first. */
function decimals(values: readonly unknown[]): Uint32Array {
  const halves = new BigInt64Array(values.length * 2);
  for (const [at, held] of values.entries()) {
    if (held === null) continue;
    const { value } = held as Held;
    halves[at * 2] = BigInt.asIntN(64, value);
    halves[at * 2 + 1] = value >> 64n;
  }
  return new Uint32Array(halves.buffer);
}

function parts(values: readonly (Uint8Array | null)[]): { valueOffsets: Int32Array; data: Buffer } {
  const valueOffsets = new Int32Array(values.length + 1);
  for (const [at, value] of values.entries())
    valueOffsets[at + 1] = valueOffsets[at]! + (value?.byteLength ?? 0);
  return { valueOffsets, data: Buffer.concat(values.filter((value) => value !== null)) };
}
