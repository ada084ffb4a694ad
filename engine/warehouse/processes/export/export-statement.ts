import {
  CSV_QUOTED,
  csvRow,
  FORMULA,
  isMoment,
  SHEET_ROWS_MAX,
  type CsvTexts,
} from '@headwater/shared/contract/plain';
import { orderKeys } from '../../query/alphabetical.ts';
import { filterSql } from '../../query/filter-sql.ts';
import { orderSql } from '../../query/order-sql.ts';
import { isList, valueText } from '../../sql/rows-statement.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import { identifier, joined, literal } from '../../sql/sql.ts';
import { momentTexts } from '../../sql/value-text.ts';
import { arrowKind } from './arrow-kinds.ts';
import type { ExportRequest } from './messages.ts';
import { fitsSheet, sheetRow } from './sheet-row.ts';

/** The formats that are made of rows as text. */
type LineFormat = Exclude<ExportRequest['format'], 'arrow' | 'parquet' | 'xlsx'>;

/** Returns the line with the names of the columns. */
export const csvHead = ({ shown, texts }: ExportRequest): string =>
  csvRow(
    shown.map(({ name }) => name),
    texts,
  );

/** Selects each row as a line of the file, with its end. */
export const linesStatement = (schema: string, format: LineFormat, request: ExportRequest): string =>
  rowsStatement(
    schema,
    format === 'csv' ? csvLine(request.shown, request.texts) : jsonLine(request.shown),
    request,
  );

/** Selects each row as a line of a sheet. */
export const sheetStatement = (schema: string, request: ExportRequest, asText: ReadonlySet<string>): string =>
  `${rowsStatement(schema, sheetRow(request.shown, asText), request)} limit ${SHEET_ROWS_MAX}`;

/**
 * Selects the names of the columns that are text in a file, because its format can't hold one of their values, as a list. Null
 * if it holds all values of their types.
 */
export function textColumnsStatement(schema: string, request: ExportRequest): string | null {
  const names = request.shown.flatMap((column) => {
    const fits = request.format === 'xlsx' ? fitsSheet(column) : fitsBinary(column);
    return fits ? [`if(coalesce(bool_and(${fits}), true), null, ${literal(column.name)})`] : [];
  });
  if (names.length === 0) return null;
  const { query } = request;
  return rowsStatement(schema, `list_filter([${names.join(', ')}], lambda name: name is not null)`, {
    ...request,
    query: query && { ...query, sort: [] },
  });
}

/**
 * Returns a condition that all values of a column have to meet to be those of Parquet and Arrow, or null if they always are.
 * There, an infinite moment would be one in the year 294,247.
 */
function fitsBinary({ name, type }: PageColumn): string | null {
  const value = identifier(name);
  if (isMoment({ type })) return `isfinite(${value})`;
  return isListOfMoments({ type })
    ? `coalesce(list_bool_and(list_transform(${value}, lambda one: isfinite(one))), true)`
    : null;
}

const isListOfMoments = ({ type }: Pick<PageColumn, 'type'>) =>
  isList({ type }) && isMoment({ type: type.slice(0, -2) });

/**
 * What not every reader of Parquet opens: Spark no UUID and no time of day, for pandas 24:00:00 is none, and no time has an
 * offset there.
 */
const AS_TEXT = /^(UUID|TIME( WITH TIME ZONE)?)(\[\])?$/;

/**
 * Writes the rows to a file, in groups of so many that are in memory at once, with the engine's own types
 * where every reader knows them, and text otherwise.
 */
export const parquetStatement = (
  schema: string,
  { path, group }: { path: string; group: number },
  request: ExportRequest,
  asText: ReadonlySet<string>,
): string => {
  const columns = request.shown
    .map(({ name, type }) => {
      const value = identifier(name);
      if (asText.has(name))
        return `${isList({ type }) ? momentTexts(value, type) : valueText({ name, type })} as ${value}`;
      return AS_TEXT.test(type) ? `${value}::varchar${isList({ type }) ? '[]' : ''} as ${value}` : value;
    })
    .join(', ');
  return `copy (${rowsStatement(schema, columns, request)}) to ${literal(path)}
    (format parquet, compression zstd, row_group_size ${group})`;
};

/** Selects the rows with values that an Arrow stream has, and text for all others. */
export const arrowStatement = (schema: string, request: ExportRequest, asText: ReadonlySet<string>): string =>
  rowsStatement(
    schema,
    request.shown
      .map((column) => (arrowKind(column, asText) === 'text' ? valueText(column) : identifier(column.name)))
      .join(', '),
    request,
  );

function rowsStatement(schema: string, selected: string, request: ExportRequest): string {
  const { columns, query, isAlphabetical } = request;
  const where = query && filterSql(query.filter, columns);
  return [
    `select ${selected} from ${schema}.main.data`,
    ...(where ? [`where ${where}`] : []),
    ...(query && query.sort.length > 0
      ? [`order by ${orderSql(orderKeys(query.sort, columns, isAlphabetical), 'forward')}`]
      : []),
  ].join(' ');
}

/** As `csvRow` writes it. */
function csvLine(shown: readonly PageColumn[], texts: CsvTexts): string {
  const cells = shown.map((column) => {
    const text = valueText(column);
    if (!isFreeText(column)) return text;
    const isSafe = texts === 'spreadsheet';
    const safe = isSafe ? `if(regexp_matches(${text}, ${literal(FORMULA)}), '''' || ${text}, ${text})` : text;
    const quoted = `'"' || replace(${safe}, '"', '""') || '"'`;
    // An empty text is quoted, so that it differs from no value.
    const careful = `if(${text} = '' or regexp_matches(${safe}, ${literal(CSV_QUOTED)}), ${quoted}, ${safe})`;
    // Most text takes the short way.
    return `if(regexp_matches(${text}, ${literal(isSafe ? `${FORMULA}|${CSV_QUOTED}|^$` : `${CSV_QUOTED}|^$`)}), ${careful}, ${text})`;
  });
  const parts = cells.flatMap((cell, at) => (at === 0 ? [cell] : [`','`, cell]));
  return joined([...parts, 'chr(13)', 'chr(10)']);
}

/** Numbers, booleans, lists, and JSON as such, and everything else as text. Numbers that JSON doesn't have are text. */
function jsonLine(shown: readonly PageColumn[]): string {
  const members = shown.flatMap((column, at) => {
    const value = identifier(column.name);
    const before = `${at === 0 ? '{' : ','}${JSON.stringify(column.name)}:`;
    return [literal(before), `coalesce(${jsonValue(column, value)}, 'null')`];
  });
  return joined([...members, `'}'`, 'chr(10)']);
}

function jsonValue(column: PageColumn, value: string): string {
  const { type } = column;
  const text = valueText(column);
  if (/^(SMALLINT|INTEGER|BIGINT|BOOLEAN|DECIMAL\()/.test(type)) return text;
  if (type === 'FLOAT' || type === 'DOUBLE')
    return `if(isfinite(${value}), ${text}, to_json(${text})::varchar)`;
  if (isList(column)) return text;
  // It's one line in the file, and may be several in the table. Within its strings, line breaks are escaped.
  if (type === 'JSON') return `regexp_replace(${value}::varchar, '[\\r\\n]+', ' ', 'g')`;
  return `to_json(${text})::varchar`;
}

/** Whether values can contain anything. Others contain nothing that needs quoting, nor begin a formula. */
const isFreeText = (column: PageColumn) =>
  isList(column) ||
  !/^(SMALLINT|INTEGER|BIGINT|FLOAT|DOUBLE|DECIMAL\(|DATE|TIME|BOOLEAN|UUID)/.test(column.type);
