import { isList, isText, valueText } from '../../sql/rows-statement.ts';
import { identifier } from '../../sql/sql.ts';
import { validJson } from '../../sql/value-text.ts';

/** Cells are truncated so that a row of a wide result doesn't become too large. */
const ROW_CHARACTERS = 100_000;
const CELL_CHARACTERS = { least: 100, most: 10_000 };

export interface ResultStatement {
  sql: string;
  /** Where the query begins in it, in bytes. */
  start: number;
}

/**
 * Selects the rows of a query, each as a JSON array of strings and the positions of its truncated cells, as for a page of
 * a table's rows. `query` is one SELECT, and its columns have these types.
 */
export function resultStatement(query: string, types: readonly string[], limit: number): ResultStatement {
  const most = Math.floor(ROW_CHARACTERS / Math.max(1, types.length));
  const length = Math.max(CELL_CHARACTERS.least, Math.min(CELL_CHARACTERS.most, most));
  const columns = types.map((type, at) => ({ name: `c${at}`, type }));
  const cells = columns.map((column) =>
    canBeLong(column) ? `left(${textOf(column)}, ${length})` : textOf(column),
  );
  const cuts = columns.flatMap((column, at) =>
    canBeLong(column) ? [`case when length(${textOf(column)}) > ${length} then ${at} end`] : [],
  );
  const cut =
    cuts.length > 0
      ? `list_filter([${cuts.join(', ')}]::integer[], lambda position: position is not null)`
      : 'null';
  const names = columns.map(({ name }) => identifier(name)).join(', ');
  const before = `select json_array(${cells.join(', ')})::varchar, ${cut} from (\n`;
  return { sql: `${before}${query}\n) as result(${names}) limit ${limit}`, start: Buffer.byteLength(before) };
}

/** Types that no table has, and that only queries make. */
const isNested = (type: string) => /^(STRUCT|MAP|UNION)\(|^VARIANT$|\[\d+\]$/.test(type);

const textOf = (column: { name: string; type: string }) =>
  isNested(column.type) || column.type === 'JSON'
    ? validJson(`${identifier(column.name)}::json::varchar`, column.type)
    : valueText(column);

const canBeLong = (column: { name: string; type: string }) =>
  isText(column) || isList(column) || isNested(column.type) || /^(BIT|BIGNUM|GEOMETRY)/.test(column.type);

const LITERALS_AND_SEMICOLONS =
  /(?<!\w)e'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\r\n]*|\/\*[\s\S]*?\*\/|;/gi;

/** Replaces the semicolons around a statement by spaces, so that all positions in it stay. */
export const withoutSemicolons = (sql: string): string =>
  sql.replaceAll(LITERALS_AND_SEMICOLONS, (part) => (part === ';' ? ' ' : part));
