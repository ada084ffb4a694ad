import { FailureError } from '@headwater/base/failures/failure';
import {
  BATCH_ROWS,
  type BatchColumn,
  type ConfiguredStream,
  type ConnectorContext,
  type ReadMessage,
  type Rejection,
  type StreamColumn,
} from '@headwater/protocol/protocol';
import { logEntry } from '@headwater/protocol/log-entry';
import { reasonValues } from '@headwater/protocol/rejection';
import { literal } from '@headwater/warehouse/sql';
import { sourceText } from '@headwater/warehouse/versions/widen';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import type { FileFormat, KnownFile } from '../file-format.ts';
import { keyOf } from './united-table.ts';
import { unitedType } from './united-type.ts';

export interface Member {
  file: KnownFile;
  format: FileFormat;
  table: MemberTable;
  choices: DialectChoices;
  context: ConnectorContext;
}

/** What there is to know of a file's table to read it. */
export interface MemberTable {
  columns: readonly (Pick<StreamColumn, 'name'> & Partial<StreamColumn>)[];
  source: Record<string, unknown>;
  /** Its values are text, which is compared with what it becomes. The engine's own are cast, which can change them. */
  isChecked: boolean;
}

/**
 * Passes on the rows of one of the files of a table, with NULL where it lacks a column, and with its name in the column
 * that says which file a row is from. Returns how many rows there were, including rejected ones. Throws
 * `schema_changed` if the table has no place for what is in the file.
 */
export async function* unitedRows(
  stream: ConfiguredStream,
  fileColumn: string,
  { file, format, table, choices, context }: Member,
): AsyncGenerator<ReadMessage, number> {
  const { tableName, columns } = stream;
  const places = new Map(table.columns.map((column, at) => [keyOf(column), at]));
  const known = new Map(columns.map((column) => [keyOf(column), column]));
  const own = table.columns.map((column): StreamColumn => {
    const united = known.get(keyOf(column));
    if (!united) throw new FailureError('schema_changed', { table: tableName });
    const isHeld =
      table.isChecked || unitedType([united, column as StreamColumn], null, format.name).type === united.type;
    if (!isHeld) throw new FailureError('schema_changed', { table: tableName });
    return { ...united, name: column.name };
  });
  const source = { ...table.source, direct: false };
  const one: ConfiguredStream = { ...stream, columns: own, source };
  const name = constantText(file.fileName);
  const reading = format.read(file, one, choices, context);
  let rejected = 0;
  let first: Rejection | undefined;
  try {
    for (;;) {
      const { value: message, done } = await reading.next();
      if (done) {
        if (first) yield rejectedLine(tableName, file.fileName, rejected, first);
        return message;
      }
      if (message.type === 'REJECTED') {
        rejected += message.count;
        first ??= message.rows[0];
      }
      if (message.type !== 'RECORDS') yield message;
      else if ('batch' in message) {
        const { rows } = message.batch;
        const batch = columns.map((column): BatchColumn => {
          if (column.name === fileColumn) return name;
          const at = places.get(keyOf(column));
          return at === undefined ? noValues(column) : message.batch.columns[at]!;
        });
        yield { ...message, batch: { rows, columns: batch } };
      } else if ('values' in message.file) {
        const { values } = message.file;
        const united = columns.map((column) => {
          if (column.name === fileColumn) return literal(file.fileName);
          const at = places.get(keyOf(column));
          return at === undefined
            ? `null::${column.type}`
            : fitted(values[at]!, table.columns[at] as StreamColumn, column);
        });
        yield { ...message, file: { ...message.file, values: united } };
      } else throw new Error('A file of text has no room for further columns');
    }
  } finally {
    // Whoever has enough rows ends this, and the file stays open otherwise.
    await reading.return(0);
  }
}

/** The lines of rejected rows are those of a file, and only this says of which. */
function rejectedLine(tableName: string, file: string, rows: number, first: Rejection): ReadMessage {
  const values = { file, rows, line: first.line ?? 0, ...reasonValues(first) };
  return { type: 'LOG', ...logEntry('warn', 'file_rows_rejected', values, { tableName }) };
}

/** Returns SQL for a value of one type in a column of another that holds it. */
function fitted(value: string, from: StreamColumn, to: StreamColumn): string {
  if (from.type === to.type) return value;
  if (to.type === 'VARCHAR') return sourceText(from, `(${value})`);
  // By its digits: the nearest double of a narrower number shows more of them.
  return from.type === 'FLOAT' ? `(${value})::varchar::${to.type}` : `(${value})::${to.type}`;
}

const NO_BYTES = new Uint8Array();
const NO_ENDS = new Uint32Array(BATCH_ROWS);
const NONE_VALID = new Uint8Array(BATCH_ROWS / 8);

const noValues = ({ type }: StreamColumn): BatchColumn => ({
  layout: type === 'BLOB' ? 'bytes' : 'text',
  data: NO_BYTES,
  ends: NO_ENDS,
  valid: NONE_VALID,
});

/** Returns a column with the same text in each row. */
function constantText(text: string): BatchColumn {
  const bytes = Buffer.from(text);
  const data = new Uint8Array(bytes.length * BATCH_ROWS);
  for (let row = 0; row < BATCH_ROWS; row += 1) data.set(bytes, row * bytes.length);
  return {
    layout: 'text',
    data,
    ends: Uint32Array.from({ length: BATCH_ROWS }, (_, row) => (row + 1) * bytes.length),
    valid: null,
  };
}
