import { FailureError } from '@headwater/base/failures/failure';
import {
  BATCH_ROWS,
  type BatchColumn,
  type RecordsBatch,
  type StreamColumn,
} from '@headwater/protocol/protocol';
import type { RejectionReason } from '@headwater/protocol/rejection';
import { ByteValues } from '@headwater/protocol/batch-values';
import { engineMoment } from '@headwater/protocol/date-texts';
import { RejectedRows } from '../csv/csv.rejected-rows.ts';
import { NULL, STRING, type JsonCutter } from './json.cutter.ts';
import { JsonKeys, textOf } from './json.keys.ts';
import type { RecordListener } from './json.listener.ts';

/** A batch is passed on when its rows have this many bytes, however few they are. */
const BYTES = 4 * 1024 ** 2;

/** Rows since the last call, of which the next part uses the buffers again. */
export interface ReadPart {
  batch: RecordsBatch | null;
  rejected: RejectedRows;
}

/** Collects records in batches. Each value is text, as the column's encoding says. */
export class JsonBatches implements RecordListener {
  readonly #file: string;
  readonly #keys: JsonKeys;
  /** Whether a column keeps its values as JSON. */
  readonly #isJson: readonly boolean[];
  readonly #isMoment: readonly boolean[];
  readonly #columns: ByteValues[];
  /** For each column, the member of the current record that has its value, or -1: the last one if it's repeated. */
  readonly #members: Int32Array;
  #rows = 0;
  #bytes = 0;
  #rejected = new RejectedRows();

  constructor(file: string, keys: readonly string[], columns: readonly StreamColumn[]) {
    this.#file = file;
    this.#keys = new JsonKeys(keys);
    this.#isJson = columns.map(({ encoding }) => encoding === 'json');
    this.#isMoment = columns.map(({ type }) => type === 'TIMESTAMP WITH TIME ZONE');
    this.#columns = keys.map(() => new ByteValues());
    this.#members = new Int32Array(keys.length);
  }

  get isFull(): boolean {
    return this.#rows === BATCH_ROWS || this.#bytes >= BYTES;
  }

  record(bytes: Buffer, cutter: JsonCutter): void {
    const columns = this.#columns;
    if (this.#rows === 0) for (const column of columns) column.clear();
    this.#members.fill(-1);
    for (let field = 0; field < cutter.fields; field += 1) {
      const column = this.#keys.columnOf(bytes, cutter, field, field, false);
      if (column < 0) throw new FailureError('file_changed', { file: this.#file });
      this.#members[column] = field;
    }
    for (let column = 0; column < columns.length; column += 1) {
      const field = this.#members[column]!;
      if (field < 0 || cutter.kinds[field] === NULL) columns[column]!.setNull(this.#rows);
      else this.#set(column, bytes, cutter, field);
    }
    this.#rows += 1;
  }

  broken(line: number, reason: RejectionReason, raw: string): void {
    this.#rejected.add(line, reason, raw);
  }

  take(): ReadPart {
    const [rows, rejected] = [this.#rows, this.#rejected];
    this.#rows = 0;
    this.#bytes = 0;
    if (rejected.count > 0) this.#rejected = new RejectedRows();
    return { batch: rows > 0 ? { rows, columns: this.#columns.map(textColumn) } : null, rejected };
  }

  #set(column: number, bytes: Buffer, cutter: JsonCutter, field: number): void {
    const values = this.#columns[column]!;
    const start = cutter.starts[field]!;
    const end = cutter.ends[field]!;
    this.#bytes += end - start;
    const isString = cutter.kinds[field] === STRING;
    if (isString && this.#isJson[column]) values.set(this.#rows, bytes, start - 1, end + 1);
    else if (isString && cutter.escaped[field]) {
      const text = Buffer.from(textOf(bytes, start, end, true));
      values.set(this.#rows, text, 0, text.length);
    } else if (isString && this.#isMoment[column] && !isEnginesMoment(bytes, start, end)) {
      const given = bytes.toString('latin1', start, end);
      const text = Buffer.from(engineMoment(given), 'latin1');
      values.set(this.#rows, text, 0, text.length);
    } else values.set(this.#rows, bytes, start, end);
  }
}

const textColumn = ({ data, ends, valid }: ByteValues): BatchColumn => ({
  layout: 'text',
  data,
  ends,
  valid,
});

const [COLON, NINE, ZERO, Z] = [0x3a, 0x39, 0x30, 0x5a];

/** Whether a moment has seconds and a `Z` right behind a digit, as most have: the engine reads it as it is. */
const isEnginesMoment = (bytes: Uint8Array, start: number, end: number): boolean =>
  bytes[end - 1] === Z && bytes[start + 16] === COLON && bytes[end - 2]! >= ZERO && bytes[end - 2]! <= NINE;
