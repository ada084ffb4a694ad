import { FailureError, toFailure } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { rejectionReason } from '@headwater/protocol/rejection';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import { finding } from '@headwater/protocol/finding';
import type { FileFormat, FoundTable, KnownFile } from '../file-format.ts';
import { ComputedTables, computedRows } from './sqlite.computed.ts';
import { explaining, openDatabase } from './sqlite.database.ts';
import { rowsOf } from './sqlite.rows.ts';
import { columnsOf, listTables, typesOf, type ListedTable, type SqliteColumn } from './sqlite.tables.ts';

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
    const database = explaining(file.fileName, null, () => openDatabase(file));
    const computed = new ComputedTables(file, signal);
    try {
      const tables = explaining(file.fileName, null, () => listTables(database));
      if (tables.length === 0) throw new FailureError('file_no_tables', { file: file.fileName });
      const found: FoundTable[] = [];
      for (const table of tables) {
        signal.throwIfAborted();
        await new Promise(setImmediate);
        const stored = () => {
          const given = explaining(file.fileName, table.name, () => columnsOf(database, table.name));
          requireFewColumns(file, table, given);
          const types = explaining(file.fileName, table.name, () => typesOf(database, table.name, given));
          return { given, types };
        };
        const look = table.isComputed
          ? () => computed.look(table.name, (given) => requireFewColumns(file, table, given))
          : stored;
        found.push(await foundTable(table, look, signal));
      }
      return found;
    } finally {
      computed.close();
      database.close();
    }
  },

  async *read(file, { tableName, columns, source }, _choices, { signal }) {
    const { table, columns: names } = source as Source;
    const database = explaining(file.fileName, null, () => openDatabase(file));
    try {
      const listed = explaining(file.fileName, null, () => listTables(database));
      const isStored = !listed.find(({ name }) => name === table)?.isComputed;
      const read = { table, names, types: columns.map(({ type }) => type), isStored };
      const found = isStored ? rowsOf(database, file, read) : computedRows(file, read, signal);
      try {
        for (;;) {
          const { value, done } = await found.next();
          if (done) return value;
          signal.throwIfAborted();
          if ('batch' in value) yield { type: 'RECORDS', tableName, batch: value.batch };
          else yield { type: 'REJECTED', tableName, rows: [tooLarge(value.tooLarge)], count: 1 };
        }
      } finally {
        await found.return(0);
      }
    } finally {
      database.close();
    }
  },
};

type Looked = Awaited<ReturnType<ComputedTables['look']>>;

async function foundTable(
  { name: table }: ListedTable,
  look: () => Looked | Promise<Looked>,
  signal: AbortSignal,
): Promise<FoundTable> {
  const found = { part: table, suggestedName: table, rejected: 0, rejections: [] };
  const findings = [finding('file_sqlite_read', { table })];
  try {
    const { given, types } = await look();
    const source: Source = { table, columns: given.map(({ name }) => name) };
    return { ...found, source, ...types, findings };
  } catch (error) {
    signal.throwIfAborted();
    // A view can need what isn't there, or never end. That concerns no other table.
    const problem = toFailure(error);
    return { ...found, source: { table, columns: [] }, columns: [], rows: 0, findings, problem };
  }
}

function requireFewColumns(
  { fileName }: KnownFile,
  { name }: ListedTable,
  { length }: readonly SqliteColumn[],
): void {
  if (length <= COLUMN_LIMIT) return;
  const values = { file: `${fileName}, ${name}`, columns: length, limit: COLUMN_LIMIT };
  throw new FailureError('file_too_many_columns', values);
}

const tooLarge = (line: number) => ({
  line,
  column: null,
  ...rejectionReason('row_too_large', { mebibytes: RECORD_LIMIT / 1024 ** 2 }),
  raw: '',
});
