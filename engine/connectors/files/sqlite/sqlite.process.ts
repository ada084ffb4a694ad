/**
 * Runs what a database computes, such as a view, which may need any time and any memory: in a process of its own, which
 * can be ended in the middle of a statement.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Failure } from '@headwater/shared/contract';
import { toFailure } from '@headwater/base/failures/failure';
import { exitWithParent } from '@headwater/base/processes/exit-with-parent';
import type { RecordsBatch } from '@headwater/protocol/protocol';
import { explaining, lockDown, openDatabase } from './sqlite.database.ts';
import { rowsOf, type Rows, type TableRead } from './sqlite.rows.ts';
import { columnsOf, typesOf, type SqliteColumn, type TableTypes } from './sqlite.tables.ts';

/** `next`: what has been told is taken. */
export type ToSqliteProcess =
  | { type: 'look'; path: string; fileName: string; table: string }
  | { type: 'read'; path: string; fileName: string; read: TableRead }
  | { type: 'next' };

export type FromSqliteProcess =
  | { type: 'columns'; given: SqliteColumn[] }
  | { type: 'types'; types: TableTypes }
  | { type: 'rows'; rows: Rows }
  | { type: 'end'; rows: number }
  | { type: 'failed'; failure: Failure };

let steps: Generator<FromSqliteProcess, void> | undefined;

exitWithParent();
process.on('message', (message: ToSqliteProcess) => {
  try {
    if (message.type !== 'next') {
      steps?.return();
      steps = message.type === 'look' ? look(message) : read(message);
    }
    const { value, done } = steps!.next();
    if (!done) process.send?.(value);
  } catch (error) {
    const failed: FromSqliteProcess = { type: 'failed', failure: toFailure(error) };
    process.send?.(failed);
  }
});

function* look({
  path,
  fileName,
  table,
}: Extract<ToSqliteProcess, { type: 'look' }>): Generator<FromSqliteProcess, void> {
  const database = explaining(fileName, null, () => openDatabase({ path }));
  try {
    const given = explaining(fileName, table, () => columnsOf(database, table));
    yield { type: 'columns', given };
    lockDown(database);
    const types = explaining(fileName, table, () => typesOf(database, table, given));
    yield { type: 'types', types };
  } finally {
    database.close();
  }
}

function* read({
  path,
  fileName,
  read,
}: Extract<ToSqliteProcess, { type: 'read' }>): Generator<FromSqliteProcess, void> {
  const database: DatabaseSync = explaining(fileName, null, () => openDatabase({ path }));
  // Some virtual tables prepare their own statements when they're first looked at.
  explaining(fileName, read.table, () => columnsOf(database, read.table));
  lockDown(database);
  const found = rowsOf(database, { path, fileName }, read);
  for (;;) {
    const { value, done } = found.next();
    if (done) {
      yield { type: 'end', rows: value };
      return;
    }
    const rows = 'batch' in value ? { batch: onlyUsed(value.batch) } : value;
    yield { type: 'rows', rows };
  }
}

/** The batch's buffers are larger than what is in them. */
const onlyUsed = ({ rows, columns }: RecordsBatch): RecordsBatch => ({
  rows,
  columns: columns.map((column) => {
    if (!('ends' in column)) return column;
    return {
      ...column,
      data: column.data.slice(0, column.ends[rows - 1]),
      ends: column.ends.slice(0, rows),
      valid: column.valid?.slice(0, Math.ceil(rows / 8)) ?? null,
    };
  }),
});
