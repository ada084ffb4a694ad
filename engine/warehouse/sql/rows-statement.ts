import type { PageColumn } from './page-column.ts';
import { alphabetically, isAlphabetic } from '../query/alphabetical.ts';
import { identifier, literal } from './sql.ts';
import { decimalText, floatText, listText, momentText } from './value-text.ts';

/** Cells longer than this are truncated on a page of rows, or even further if the page would become too large. */
export const CELL_LIMIT = 10_000;

/** Row IDs from `from` up to, and without, `to`. */
export interface IdRange {
  from: number;
  to: number;
}

/** A range with a condition that all its rows meet, for the engine to skip others. */
export interface SkippingRange extends IdRange {
  condition: string | null;
}

/**
 * Selects some rows of a version, as one of the two conditions below has them, in no order: each as a JSON array of
 * strings, with the positions of its truncated cells as a list or null, and its ID. Only columns with `isLong` are
 * truncated. The row IDs of a file never change.
 */
export function rowsStatement(
  schema: string,
  columns: readonly PageColumn[],
  where: string,
  isLong: (column: PageColumn) => boolean,
  cellLimit: number,
): string {
  const cells = columns.map((column) => (isLong(column) ? cutText(column, cellLimit) : valueText(column)));
  const cuts = columns.flatMap((column, at) =>
    isLong(column) ? [`case when ${isCut(column, cellLimit)} then ${at} end`] : [],
  );
  const cut =
    cuts.length > 0
      ? `list_filter([${cuts.join(', ')}]::integer[], lambda position: position is not null)`
      : 'null';
  return `
    select json_array(${cells.join(', ')})::varchar, ${cut}, rowid
    from ${schema}.main.data
    where ${where}`;
}

/** The cells of example rows are truncated to this many characters. */
const EXAMPLE_LIMIT = 200;

/**
 * Selects rows by ID, with the ID, their values as a JSON array of texts, which end with "…" where they are truncated,
 * and the values of some expressions as another.
 */
export const examplesStatement = (
  schema: string,
  columns: readonly PageColumn[],
  ids: readonly number[],
  expressions: readonly string[],
) => `
  select rowid, json_array(${columns.map((column) => shortText(column, EXAMPLE_LIMIT)).join(', ')})::varchar,
    json_array(${expressions.map((expression) => `(${expression})::varchar`).join(', ')})::varchar
  from ${schema}.main.data where rowid in (${ids.join(', ')})`;

/** Returns SQL for a value as text, which ends with "…" where it is truncated. */
export const shortText = (column: PageColumn, limit: number): string =>
  isText(column) || isList(column)
    ? `${cutText(column, limit)} || if(${isCut(column, limit)}, '…', '')`
    : valueText(column);

/** Selects the engine's statistics, which contain the length of each column's longest value. */
export const statisticsStatement = (schema: string, columns: readonly PageColumn[]) =>
  `select ${columns.map(({ name }) => `stats(${identifier(name)})`).join(', ')} from ${schema}.main.data limit 1`;

/** Selects the length of the longest list, as text, among these rows. The statistics only cover the lists' elements. */
export const longestListStatement = (schema: string, list: PageColumn, where: string) => `
  select coalesce(max(strlen(${valueText(list)})), 0)
  from ${schema}.main.data
  where ${where}`;

/** Counts the rows and, for each column, the values and the different ones. */
export const statisticsOf = (schema: string, columns: readonly PageColumn[]) => {
  const counts = columns.flatMap(({ name }) => [
    `count(${identifier(name)})`,
    `count(distinct ${identifier(name)})`,
  ]);
  return `select ${['count(*)', ...counts].join(', ')} from ${schema}.main.data`;
};

export const countStatement = (schema: string) => `select count(*) from ${schema}.main.data`;

export const highestIdStatement = (schema: string) => `select max(rowid) from ${schema}.main.data`;

/** Selects the first row IDs of a range, or all of them. */
export const idsStatement = (schema: string, range: IdRange | SkippingRange, limit: number | null = null) => `
  select rowid from ${schema}.main.data where ${isWithin(range)} ${limit === null ? '' : `limit ${limit}`}`;

export function isWithin(range: IdRange | SkippingRange): string {
  const ids = `rowid >= ${range.from} and rowid < ${range.to}`;
  return 'condition' in range && range.condition !== null ? `${ids} and ${range.condition}` : ids;
}

/** With their bounds, the engine finds them ten times as fast as without. */
export const isAmong = (ids: readonly number[]): string =>
  `rowid in (${ids.join(', ')}) and ${isWithin({ from: Math.min(...ids), to: Math.max(...ids) + 1 })}`;

/** Returns whether the type's values can have any length and its statistics contain the longest. */
export const isText = ({ type }: Pick<PageColumn, 'type'>) =>
  type === 'VARCHAR' || type === 'JSON' || type === 'BLOB';

export const isList = ({ type }: Pick<PageColumn, 'type'>) => type.endsWith('[]');

/**
 * Returns SQL for a value that can be compared with the one of another version. If the column's type differs there,
 * values are the same if they read the same: a 1 is also 1.00 and 1.0.
 */
export function comparedValue(column: PageColumn, isRetyped: boolean): string {
  if (!isRetyped) return identifier(column.name);
  const text = valueText(column);
  return column.type.startsWith('DECIMAL(')
    ? `if(contains(${text}, '.'), rtrim(rtrim(${text}, '0'), '.'), ${text})`
    : text;
}

/** Longer values are no use in a list. */
const LISTED_LENGTH = 1_000;

/**
 * Selects the most frequent values of a column as text, and how many rows have each. NULL is among them, however rare it
 * is, unless `search` looks for a part of them, regardless of case.
 */
export function valuesStatement(
  schema: string,
  column: PageColumn,
  {
    where,
    search,
    limit,
    isAlphabetical,
  }: { where: string | null; search: string; limit: number; isAlphabetical: boolean },
): string {
  const text = valueText(column);
  const name = identifier(column.name);
  const conditions = [
    ...(isText(column) ? [`(strlen(${name}) <= ${LISTED_LENGTH} or ${name} is null)`] : []),
    ...(search === '' ? [] : [`contains(lower(${text}), lower(${literal(search)}))`]),
    ...(where === null ? [] : [`(${where})`]),
  ];
  return `
    select value, rows from (
      select ${name}, ${text}, count(*) from ${schema}.main.data
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      group by ${name} order by ${name} is null desc, count(*) desc, ${name} limit ${limit}
    ) as counted(key, value, rows) order by rows desc, ${isAlphabetical && isAlphabetic(column) ? `${alphabetically('key')} nulls last, ` : ''}key nulls last`;
}

/** Returns SQL for the value with all digits, with dates and times in ISO 8601 and those with a time zone in UTC. */
export function valueText({ name, type }: PageColumn): string {
  const value = identifier(name);
  if (type === 'BLOB') return `'\\x' || lower(hex(${value}))`;
  if (isList({ type })) return listText(value, type);
  if (type === 'DATE' || type.startsWith('TIMESTAMP')) return momentText(value, type);
  if (type === 'FLOAT' || type === 'DOUBLE') return floatText(value);
  return decimalText(value, type);
}

/** Returns SQL for the truncated value, as text. Truncates before converting to hex or JSON, which is several times as long. */
export function cutText({ name, type }: PageColumn, limit: number): string {
  const value = identifier(name);
  if (type === 'BLOB') return `'\\x' || lower(hex(${value}[1:${bytesShown(limit)}]))`;
  if (isList({ type })) return `left(${startOfList(value, type, limit)}, ${limit})`;
  return `left(${value}::varchar, ${limit})`;
}

/** Returns SQL for whether the value is longer than that. */
export function isCut({ name, type }: PageColumn, limit: number): string {
  const value = identifier(name);
  if (type === 'BLOB') return `octet_length(${value}) > ${bytesShown(limit)}`;
  if (isList({ type })) return `length(${startOfList(value, type, limit)}) > ${limit}`;
  return `length(${value}::varchar) > ${limit}`;
}

/** How many bytes fit: each takes two digits, after the `\x`. */
const bytesShown = (limit: number) => Math.max(0, Math.floor((limit - 2) / 2));

/** Each element takes at least two characters, so this is enough for what is shown and to see whether there is more. */
const startOfList = (value: string, type: string, limit: number) => listText(`${value}[1:${limit}]`, type);
