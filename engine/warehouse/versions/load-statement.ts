import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import type { DelimitedFile, ParquetFile, RecordsFile } from '@headwater/protocol/protocol';
import type { ColumnLoad } from './column-load.ts';
import { identifier, literal } from '../sql/sql.ts';

/** By default, the engine's buffer would hold 16 of the longest lines, but two are enough. */
const BUFFER_BYTES = 2 * RECORD_LIMIT;

/** Rows to load: a relation with the columns c0, c1, and so on, and how each of them gets into its table. */
export interface Incoming {
  relation: string;
  loads: readonly ColumnLoad[];
  /** Rows that can't be read are left out, and the engine keeps a list of them. */
  keepsRejects: boolean;
}

/** Appends rows to the stage table. Fails at a value that a column can't hold exactly. */
export function loadStatement(incoming: Incoming): string {
  const { values, misfits, relation } = conversion(incoming, true);
  const checks = misfits.filter((misfit) => misfit !== null);
  // One check for all columns, because one per column would take more memory.
  const [first, ...others] = values;
  const checked =
    checks.length > 0 ? `case when ${checks.join(' or ')} then error('misfit') else ${first} end` : first;
  return `insert into stage.main.data select ${[checked, ...others].join(', ')} from ${relation}`;
}

/** Counts for each column the values that it can't hold exactly. */
export function misfitStatement(incoming: Incoming): string {
  const { texts, values, misfits, relation } = conversion(incoming, false);
  const counts = texts.map(
    (text, at) =>
      `count(*) filter (${text} is not null and (${values[at]} is null or ${misfits[at] ?? 'false'}))`,
  );
  return `select ${counts.join(', ')} from ${relation}`;
}

/** With more columns, vectors for the text of all columns in addition to their values would fill the memory. */
const WIDE = 200;

/** Returns SQL for each column's text and converted value. Unless `throws`, values that can't be converted are NULL. */
function conversion({ relation: given, loads }: Incoming, throws: boolean) {
  let relation = given;
  let texts = loads.map(({ field }, at) => field(`c${at}`));
  let values = loads.map(({ convert }, at) => (throws ? convert(texts[at]!) : `try(${convert(texts[at]!)})`));
  const isWide = loads.length > WIDE;
  if (!isWide) {
    const both = texts.map((text, at) => `${text} as f${at}, ${values[at]} as v${at}`);
    relation = `(select ${both.join(', ')} from ${relation})`;
    texts = loads.map((_, at) => `f${at}`);
    values = loads.map((_, at) => `v${at}`);
  }
  const misfits = loads.map(({ misfit }, at) => misfit?.(texts[at]!, values[at]!, isWide) ?? null);
  return { texts, values, misfits, relation };
}

/**
 * Reads a records file as a relation of text columns c0, c1, and so on. An unquoted empty field is NULL, and a quoted
 * one an empty string. Not in parallel: a thread that starts within a quoted value takes its newlines for row ends
 * (4,193 rows became 13 million), and one thread doesn't use more CPU time.
 */
export function fileRelation(file: DelimitedFile, count: number, keepRejects: boolean): string {
  const columns = Array.from({ length: count }, (_, at) => `'c${at}': 'VARCHAR'`);
  return `read_csv(${literal(file.path)},
    auto_detect = false, header = false, skip = ${file.skip},
    delim = ${literal(file.delimiter)}, quote = '"', escape = '"', new_line = ${literal(NEWLINES[file.newline])},
    nullstr = '', allow_quoted_nulls = false, null_padding = false,
    columns = {${columns.join(', ')}},
    parallel = false,
    store_rejects = ${keepRejects}, rejects_limit = 0,
    max_line_size = ${RECORD_LIMIT}, buffer_size = ${BUFFER_BYTES})`;
}

/** Reads a Parquet file as a relation of values with the columns c0, c1, and so on, of the types of their columns. */
export function parquetRelation({ path, values, beside }: ParquetFile): string {
  const columns = values.map((value, at) => `${value} as c${at}`);
  const further = beside ? `positional join ${besideRelation(beside)}` : '';
  return `(select ${columns.join(', ')} from read_parquet(${literal(path)}) ${further})`;
}

function besideRelation({ path, columns }: NonNullable<ParquetFile['beside']>): string {
  const types = columns.map((name) => `${literal(name)}: 'VARCHAR'`);
  return `(select * exclude (${identifier(SPARE)}) from read_csv(${literal(path)},
    auto_detect = false, header = false, delim = ',', quote = '', escape = '', new_line = '\\n', nullstr = '',
    null_padding = false, parallel = false, columns = {${literal(SPARE)}: 'VARCHAR', ${types.join(', ')}}))`;
}

/** The field that keeps a line without values from being empty. */
const SPARE = ' ';

/** Copies the first rows of a records file to another one. Returns the statement and the file. */
export function firstRows(
  file: RecordsFile,
  count: number,
  most: number,
  path: string,
): { statement: string; first: RecordsFile } {
  const isParquet = 'values' in file;
  const relation = isParquet ? parquetRelation(file) : fileRelation(file, count, true);
  const format = isParquet
    ? 'format parquet'
    : `format csv, header false, delimiter ',', quote '"', escape '"', nullstr ''`;
  const statement = `copy (select * from ${relation} limit ${most}) to ${literal(path)} (${format})`;
  const copied = { path, rows: null, temporary: true };
  const first: RecordsFile = isParquet
    ? { ...copied, values: file.values.map((_, at) => `c${at}`) }
    : { ...copied, delimiter: ',', newline: '\n', skip: 0 };
  return { statement, first };
}

// Without it the engine gives up on CRLF ("the state machine reached an invalid state").
const NEWLINES = { '\n': '\\n', '\r\n': '\\r\\n', '\r': '\\r' };
