import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FailureError, toFailure } from '../../../../platform/failures/failure.ts';
import { RECORD_LIMIT } from '../../../protocol/record-limit.ts';
import { rejectionReason } from '../../../protocol/rejection.ts';
import { COLUMN_LIMIT } from '../../csv/csv.row.ts';
import { finding } from '../../finding.ts';
import { CellBatches, type Cell } from '../cell-batches.ts';
import type { FileFormat, FoundTable, KnownFile } from '../file-format.ts';
import { columnsOf, listTables, quoted, typesOf } from './sqlite.tables.ts';

/** What `look` stores for `read`. */
interface Source extends Record<string, unknown> {
  table: string;
  /** The columns' names in the database. */
  columns: string[];
}

/** SQLite databases: each table and view is a table. */
export const sqlite: FileFormat = {
  name: 'sqlite',

  async look(file, _choices, { signal }) {
    const database = open(file);
    try {
      const tables = explaining(file, () => listTables(database));
      if (tables.length === 0) throw new FailureError('file_no_tables', { file: file.fileName });
      const found: FoundTable[] = [];
      for (const table of tables) {
        signal.throwIfAborted();
        await new Promise(setImmediate);
        found.push(look(database, file, table));
      }
      return found;
    } finally {
      database.close();
    }
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { table, columns: names } = source as Source;
    const database = open(file);
    const batches = new CellBatches(columns.map(({ type }) => type));
    const isTruth = columns.map(({ type }) => type === 'BOOLEAN');
    let rows = 0;
    try {
      const statement = database.prepare(`select ${names.map(quoted).join(', ')} from ${quoted(table)}`);
      const found = statement.iterate() as unknown as Iterator<Value[]>;
      for (;;) {
        const { value: row, done } = explaining(file, () => found.next());
        if (done) break;
        rows += 1;
        const cells = row.map((value, at) => cellOf(value, isTruth[at]!, columns[at]!.type === 'BLOB'));
        const bytes = cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
        if (bytes > RECORD_LIMIT) {
          const reason = rejectionReason('row_too_large', { mebibytes: RECORD_LIMIT / 1024 ** 2 });
          yield {
            type: 'REJECTED',
            tableName,
            rows: [{ line: rows, column: null, ...reason, raw: '' }],
            count: 1,
          };
          continue;
        }
        batches.add(cells);
        if (!batches.isFull) continue;
        signal.throwIfAborted();
        yield { type: 'RECORDS', tableName, batch: batches.take()! };
      }
      const rest = batches.take();
      if (rest) yield { type: 'RECORDS', tableName, batch: rest };
      return rows;
    } finally {
      database.close();
    }
  },
};

type Value = string | number | bigint | Uint8Array | null;

/** Opens an uploaded database for reading only. Nothing in it can load code, write, or open another file. */
function open(file: KnownFile): DatabaseSync {
  return explaining(file, () => {
    const url = pathToFileURL(file.path);
    url.searchParams.set('immutable', '1');
    const database = new DatabaseSync(url, {
      readOnly: true,
      allowExtension: false,
      readBigInts: true,
      returnArrays: true,
    } as ConstructorParameters<typeof DatabaseSync>[1]);
    database.exec('pragma trusted_schema = off; pragma query_only = on; pragma cell_size_check = on');
    return database;
  });
}

function look(database: DatabaseSync, file: KnownFile, table: string): FoundTable {
  const found = { part: table, suggestedName: table, rejected: 0, rejections: [] };
  const readAs = finding('file_sqlite_read', { table });
  try {
    return explaining(file, () => {
      const given = columnsOf(database, table);
      if (given.length > COLUMN_LIMIT)
        throw new FailureError('file_too_many_columns', {
          file: `${file.fileName}, ${table}`,
          columns: given.length,
          limit: COLUMN_LIMIT,
        });
      const source: Source = { table, columns: given.map(({ name }) => name) };
      return { ...found, source, ...typesOf(database, table, given), findings: [readAs] };
    });
  } catch (error) {
    // A view can need what isn't there. That concerns no other table.
    const problem = toFailure(error);
    return { ...found, source: { table, columns: [] }, columns: [], rows: 0, findings: [readAs], problem };
  }
}

function cellOf(value: Value, isTruth: boolean, isBinary: boolean): Cell {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return isBinary ? value : `\\x${Buffer.from(value).toString('hex')}`;
  if (isTruth) return value ? 'true' : 'false';
  return String(value);
}

/** Turns SQLite's errors into failures of the file. */
function explaining<T>(file: KnownFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof FailureError) throw error;
    const { message, code } = error as Error & { code?: string };
    if (code !== 'ERR_SQLITE_ERROR') throw error;
    const isDamaged = /malformed|not a database|disk I\/O|corrupt/i.test(message);
    if (isDamaged)
      throw new FailureError('file_damaged', { file: file.fileName }, { internalMessage: message });
    throw new FailureError('source_error', { reason: message }, { field: 'files' });
  }
}
