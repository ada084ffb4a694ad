import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { HARD_ROWS, HARD_TABLE } from './hard-table.ts';

const { name, columns } = HARD_TABLE;

/** The table in delimited text. An unquoted empty field is no value. */
export const hardCsv = (): string =>
  [columns.map((column) => quoted(column.name)), ...HARD_ROWS.map((row) => row.map(cell))]
    .map((fields) => `${fields.join(',')}\r\n`)
    .join('');

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const cell = (value: string | null) => (value === null ? '' : quoted(value));

/** The table in JSON Lines, whose numbers and truth values aren't texts. A member without a value is left out. */
export const hardJsonLines = (): string =>
  HARD_ROWS.map((row) => {
    const members = columns.flatMap((column, at) => {
      const value = row[at]!;
      if (value === null) return [];
      const isText = !/^(BIGINT|DECIMAL|BOOLEAN)/.test(column.type);
      return [`${JSON.stringify(column.name)}:${isText ? JSON.stringify(value) : value}`];
    });
    return `{${members.join()}}\n`;
  }).join('');

/** The table in a Parquet file, as the engine writes it. */
export async function hardParquet(folder: string): Promise<Buffer> {
  const path = join(folder, `${name}.parquet`);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set TimeZone = 'UTC'`);
  const rows = HARD_ROWS.map(
    (row) => `(${row.map((value, at) => `${literal(value)}::${columns[at]!.type}`).join()})`,
  );
  const names = columns.map((column) => quoted(column.name)).join();
  await connection.run(
    `copy (select * from (values ${rows.join()}) as t(${names})) to '${path}' (format parquet)`,
  );
  connection.closeSync();
  return taken(path);
}

const literal = (value: string | null) => (value === null ? 'null' : `'${value.replaceAll("'", "''")}'`);

/** The table in an SQLite database, whose only types of these are whole numbers and texts. */
export async function hardSqlite(folder: string): Promise<Buffer> {
  const path = join(folder, `${name}.sqlite`);
  const database = new DatabaseSync(path);
  const types = columns.map(
    (column) => `${quoted(column.name)} ${column.type === 'BIGINT' ? 'integer' : 'text'}`,
  );
  database.exec(`create table ${quoted(name)} (${types.join()})`);
  const insert = database.prepare(`insert into ${quoted(name)} values (${columns.map(() => '?').join()})`);
  for (const row of HARD_ROWS) insert.run(...row.map((value, at) => (at === 0 ? BigInt(value!) : value)));
  database.close();
  return taken(path);
}

async function taken(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}
