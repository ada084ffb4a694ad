import type { GridColumn } from '@headwater/shared/ui/table';
import { isFormula } from '@headwater/shared/contract';

type Columns = readonly Pick<GridColumn, 'name' | 'kind'>[];
type Rows = readonly (readonly (string | null)[])[];

/**
 * Returns rows with a head as tab-separated values, as spreadsheets paste them. What one would run as a formula gets an
 * apostrophe in front, and a cell has one line.
 */
export const asTsv = (columns: Columns, rows: Rows): string =>
  [columns.map(({ name }) => tsvCell(name, 'text')), ...rows.map((row) => tsvRow(columns, row))]
    .map((cells) => cells.join('\t'))
    .join('\n');

const tsvRow = (columns: Columns, row: Rows[number]) =>
  row.map((value, at) => (value === null ? '' : tsvCell(value, columns[at]!.kind)));

const tsvCell = (value: string, kind: GridColumn['kind']) =>
  (kind !== 'number' && isFormula(value) ? `'${value}` : value).replace(/[\t\r\n]+/g, ' ');

/** Returns rows as an array of JSON objects. Numbers keep all their digits. */
export const asJson = (columns: Columns, rows: Rows): string =>
  `[\n${rows.map((row) => `  {${columns.map((column, at) => `${JSON.stringify(column.name)}: ${jsonValue(column, row[at] ?? null)}`).join(', ')}}`).join(',\n')}\n]`;

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function jsonValue({ kind }: Columns[number], value: string | null): string {
  if (value === null) return 'null';
  const isBare = (kind === 'number' && JSON_NUMBER.test(value)) || kind === 'boolean' || isJson(kind, value);
  return isBare ? value : JSON.stringify(value);
}

function isJson(kind: GridColumn['kind'], value: string): boolean {
  if (kind !== 'json') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Returns a statement that inserts the rows into a table of this name. */
export const asInsert = (table: string, columns: Columns, rows: Rows): string =>
  `INSERT INTO ${table.split('.').map(quoted).join('.')} (${columns.map(({ name }) => quoted(name)).join(', ')}) VALUES\n${rows
    .map((row) => `  (${columns.map((column, at) => sqlValue(column, row[at] ?? null)).join(', ')})`)
    .join(',\n')};`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function sqlValue({ kind }: Columns[number], value: string | null): string {
  if (value === null) return 'NULL';
  const isBare = (kind === 'number' && JSON_NUMBER.test(value)) || kind === 'boolean';
  return isBare ? value : `'${value.replaceAll("'", "''")}'`;
}
