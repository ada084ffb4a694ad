import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import type { RecordsBatch } from '@headwater/protocol/protocol';
import { CellBatches, type Cell } from '../cell-batches.ts';
import type { KnownFile } from '../file-format.ts';
import { explaining, type Value } from './sqlite.database.ts';
import { quoted } from './sqlite.tables.ts';

/** What to read of a table. */
export interface TableRead {
  table: string;
  /** The columns' names in the database, and their types in the warehouse. */
  names: readonly string[];
  types: readonly string[];
  /** Its rows are in the file, and can't be more than that has bytes. Those of a view can. */
  isStored: boolean;
}

/** Rows, which are valid until the next ones are asked for, or the number of one that is too large. */
export type Rows = { batch: RecordsBatch } | { tooLarge: number };

/** Passes on a table's rows. Returns how many there were, including rejected ones. */
export function* rowsOf(
  database: DatabaseSync,
  { path, fileName }: Pick<KnownFile, 'path' | 'fileName'>,
  { table, names, types, isStored }: TableRead,
): Generator<Rows, number> {
  const batches = new CellBatches(types);
  const most = isStored ? statSync(path).size : Infinity;
  const found = explaining(fileName, table, () => {
    const statement = database.prepare(`select ${names.map(quoted).join(', ')} from ${quoted(table)}`);
    return statement.iterate() as unknown as Iterator<Value[]>;
  });
  let rows = 0;
  for (;;) {
    const { value: row, done } = explaining(fileName, table, () => found.next());
    if (done) break;
    rows += 1;
    // Pages that are part of a table many times.
    if (rows > most) throw new FailureError('file_damaged', { file: fileName });
    const cells = row.map((value, at) => cellOf(value, types[at]!));
    const bytes = cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    if (bytes > RECORD_LIMIT) {
      yield { tooLarge: rows };
      continue;
    }
    batches.add(cells);
    if (batches.isFull) yield { batch: batches.take()! };
  }
  const rest = batches.take();
  if (rest) yield { batch: rest };
  return rows;
}

function cellOf(value: Value, type: string): Cell {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Uint8Array)
    return type === 'BLOB' ? value : `\\x${Buffer.from(value).toString('hex')}`;
  if (type === 'BOOLEAN') return value ? 'true' : 'false';
  return String(value);
}
