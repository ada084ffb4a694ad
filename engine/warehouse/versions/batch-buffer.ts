import { DuckDBDataChunk, type DuckDBAppender, type DuckDBConnection } from '@duckdb/node-api';
import engine, { type Vector } from '@duckdb/node-bindings';
import {
  BATCH_ROWS,
  type BatchColumn,
  type RecordsBatch,
  type StreamColumn,
} from '@headwater/protocol/protocol';

/** As many rows as the engine puts into a row group. */
const ROWS = 122_880;
const BYTES = 32 * 1024 ** 2;
/** Fewer for lists: the engine parses all lists of a vector at once and holds them several times over. */
const BYTES_WITH_LISTS = 4 * 1024 ** 2;

/** Returns how large a buffer with columns of these types may become. */
export const byteLimitFor = (columns: readonly Pick<StreamColumn, 'type'>[]): number =>
  columns.some(({ type }) => type.endsWith('[]')) ? BYTES_WITH_LISTS : BYTES;

/**
 * A table in the engine's memory that collects batches until they are worth a row group. Filling it takes little time,
 * so that the connector can go on while another thread loads the previous one.
 */
export class BatchBuffer {
  /** The rows as SQL, with the columns c0, c1, and so on. */
  readonly relation: string;
  /** The columns' types: VARCHAR for values that arrive as text, whatever their column's type is. */
  readonly types: readonly string[];
  readonly #byteLimit: number;
  readonly #appender: DuckDBAppender;
  readonly #chunk: DuckDBDataChunk;
  #rows = 0;
  #bytes = 0;

  private constructor(
    relation: string,
    types: readonly string[],
    byteLimit: number,
    appender: DuckDBAppender,
  ) {
    this.relation = relation;
    this.types = types;
    this.#byteLimit = byteLimit;
    this.#appender = appender;
    this.#chunk = DuckDBDataChunk.create(types.map((_, at) => appender.columnType(at)));
  }

  /** `connection` must not run anything else while the buffer is filled. */
  static async create(
    connection: DuckDBConnection,
    name: string,
    types: readonly string[],
    byteLimit: number,
  ): Promise<BatchBuffer> {
    const definitions = types.map((type, at) => `c${at} ${type}`);
    await connection.run(`create or replace table memory.main.${name} (${definitions.join(', ')})`);
    const appender = await connection.createAppender(name, 'main', 'memory');
    return new BatchBuffer(`memory.main.${name}`, types, byteLimit, appender);
  }

  /** Returns whether batches whose columns have these types can be appended. */
  takes(types: readonly string[]): boolean {
    return types.every((type, at) => type === this.types[at]);
  }

  get isFull(): boolean {
    return this.#rows >= ROWS || this.#bytes >= this.#byteLimit;
  }

  append({ rows, columns }: RecordsBatch): void {
    if (rows > BATCH_ROWS) throw new Error(`${rows} rows are too many for a batch`);
    this.#chunk.reset();
    this.#chunk.rowCount = rows;
    for (const [at, column] of columns.entries()) {
      this.#bytes += fill(engine.data_chunk_get_vector(this.#chunk.chunk, at), column, rows, this.types[at]!);
    }
    this.#appender.appendDataChunk(this.#chunk);
    this.#rows += rows;
  }

  /** Makes the rows visible to other connections. Nothing can be appended afterwards. */
  seal(): void {
    this.#appender.closeSync();
  }
}

/** Copies a column into a vector. Returns the number of bytes. */
function fill(vector: Vector, column: BatchColumn, rows: number, type: string): number {
  if (column.valid) {
    engine.vector_ensure_validity_writable(vector);
    copyValidity(vector, column.valid.subarray(0, Math.ceil(rows / 8)));
  }
  if (column.layout !== 'fixed') return fillTexts(vector, column.data, column.ends, rows);
  const values = column.data.subarray(0, rows * column.width);
  copyData(vector, type === 'UUID' ? orderedAsSigned(values) : values);
  return values.length;
}

/** The engine stores UUIDs as signed numbers that sort like their text. */
function orderedAsSigned(uuids: Uint8Array): Uint8Array {
  const signed = uuids.slice();
  for (let top = 15; top < signed.length; top += 16) signed[top]! ^= 0x80;
  return signed;
}

/** The engine's form of a text: its length, then the text if it's short, otherwise its beginning and its address. */
const FORM_BYTES = 16;
const SHORT = 12;
const BEGINNING = 4;

const forms = new Uint8Array(BATCH_ROWS * FORM_BYTES);
const formWords = new Uint32Array(forms.buffer);

/**
 * Hands the engine all texts as one, of which it makes a copy that belongs to the vector, and gives each row its part
 * of the copy. That is far faster than one call per text.
 */
function fillTexts(vector: Vector, data: Uint8Array, ends: Uint32Array, rows: number): number {
  const bytes = ends[rows - 1]!;
  const [low, high] = addressOf(vector, data.subarray(0, bytes));
  forms.fill(0, 0, rows * FORM_BYTES);
  let start = 0;
  for (let row = 0; row < rows; row += 1) {
    const end = ends[row]!;
    const length = end - start;
    const word = row * 4;
    const kept = length <= SHORT ? length : BEGINNING;
    const form = row * FORM_BYTES + 4;
    for (let at = 0; at < kept; at += 1) forms[form + at] = data[start + at]!;
    formWords[word] = length;
    if (length > SHORT) {
      const address = low + start;
      formWords[word + 2] = address;
      formWords[word + 3] = address < 2 ** 32 ? high : high + 1;
    }
    start = end;
  }
  copyData(vector, forms.subarray(0, rows * FORM_BYTES));
  return bytes + rows * 4;
}

/** Copies the text into the vector's memory, and returns the lower and the upper half of its address there. */
function addressOf(vector: Vector, text: Uint8Array): [low: number, high: number] {
  if (text.length <= SHORT) return [0, 0];
  engine.vector_assign_string_element_len(vector, 0, text);
  const { buffer, byteOffset } = engine.vector_get_data(vector, FORM_BYTES);
  const form = new DataView(buffer, byteOffset, FORM_BYTES);
  // The engine itself checks that texts are UTF-8, and stores an empty one instead of others.
  if (form.getUint32(0, true) !== text.length) throw new Error('a text isn’t valid UTF-8');
  return [form.getUint32(8, true), form.getUint32(12, true)];
}

const copyData = (vector: Vector, { buffer, byteOffset, byteLength }: Uint8Array) =>
  engine.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, byteOffset, byteLength);

const copyValidity = (vector: Vector, { buffer, byteOffset, byteLength }: Uint8Array) =>
  engine.copy_data_to_vector_validity(vector, 0, buffer as ArrayBuffer, byteOffset, byteLength);
