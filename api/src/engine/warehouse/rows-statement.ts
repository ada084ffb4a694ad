import type { Column } from '@headwater/shared/contract';
import { identifier } from './sql.ts';
import { decimalText, floatText, momentText } from './value-text.ts';

/** Cells longer than this are cut on a page of rows; harder where the page would become too large. */
export const CELL_LIMIT = 10_000;

/** What a page needs to know of a column: the name and type that the version has. */
export type PageColumn = Pick<Column, 'name' | 'type'>;

export interface PageRange {
  offset: number;
  limit: number;
}

/**
 * Some rows of a version: each as a JSON array of texts, and the positions of its cells that were cut, as a list or
 * null. Only columns of `isLong` are looked at for that. Row ids of a file that is never changed run from 0 without a
 * gap, so a position is a range of them, and the last page costs what the first does; the engine keeps their order.
 */
export function rowsStatement(
  schema: string,
  columns: readonly PageColumn[],
  { offset, limit }: PageRange,
  isLong: (column: PageColumn) => boolean,
  cellLimit: number,
): string {
  const cells = columns.map((column) => (isLong(column) ? cutText(column, cellLimit) : asText(column)));
  const cuts = columns.flatMap((column, at) =>
    isLong(column) ? [`case when ${isCut(column, cellLimit)} then ${at} end`] : [],
  );
  const cut =
    cuts.length > 0
      ? `list_filter([${cuts.join(', ')}]::integer[], lambda position: position is not null)`
      : 'null';
  return `
    select json_array(${cells.join(', ')})::varchar, ${cut}
    from ${schema}.main.data
    where rowid >= ${offset} and rowid < ${offset + limit}`;
}

/** The engine's own statistics, which say of each column how long its longest value is. */
export const statisticsStatement = (schema: string, columns: readonly PageColumn[]) =>
  `select ${columns.map(({ name }) => `stats(${identifier(name)})`).join(', ')} from ${schema}.main.data limit 1`;

/** How long the longest of a column's lists is among these rows, as text: statistics tell it of their elements alone. */
export const longestListStatement = (schema: string, list: PageColumn, { offset, limit }: PageRange) => `
  select coalesce(max(strlen(${asText(list)})), 0)
  from ${schema}.main.data
  where rowid >= ${offset} and rowid < ${offset + limit}`;

/** Of a type whose values may have any length, and whose statistics tell the longest. */
export const isText = ({ type }: PageColumn) => type === 'VARCHAR' || type === 'JSON' || type === 'BLOB';

export const isList = ({ type }: Pick<PageColumn, 'type'>) => type.endsWith('[]');

/** The value with every digit; moments as ISO 8601, those with a zone in UTC. */
function asText({ name, type }: PageColumn): string {
  const value = identifier(name);
  if (type === 'BLOB') return `'\\x' || lower(hex(${value}))`;
  if (isList({ type })) return `to_json(${value})::varchar`;
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return momentText(value, type);
  if (type === 'FLOAT' || type === 'DOUBLE') return floatText(value);
  return decimalText(value, type);
}

/** Cut before it is turned into hex or JSON, which would be a multiple of it. */
function cutText({ name, type }: PageColumn, limit: number): string {
  const value = identifier(name);
  if (type === 'BLOB') return `'\\x' || lower(hex(${value}[1:${bytesShown(limit)}]))`;
  if (isList({ type })) return `left(${startOfList(value, limit)}, ${limit})`;
  return `left(${value}::varchar, ${limit})`;
}

function isCut({ name, type }: PageColumn, limit: number): string {
  const value = identifier(name);
  if (type === 'BLOB') return `octet_length(${value}) > ${bytesShown(limit)}`;
  if (isList({ type })) return `length(${startOfList(value, limit)}) > ${limit}`;
  return `length(${value}::varchar) > ${limit}`;
}

/** Each takes two digits, after the `\x`. */
const bytesShown = (limit: number) => Math.max(0, Math.floor((limit - 2) / 2));

/** Each element takes two characters at least, so this much has what is shown and tells whether there is more. */
const startOfList = (value: string, limit: number) => `to_json(${value}[1:${limit}])::varchar`;
