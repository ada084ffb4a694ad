import type { DuckDBConnection } from '@duckdb/node-api';
import type { Query } from '@headwater/shared/contract';
import { columnsWithExtent, compile } from '../../query/compile.ts';
import { extentStatement, readExtent, type ColumnExtent, type Range } from '../../query/column-extent.ts';
import { extentBefore, firstUnread, type ReadAt } from '../../query/shape-end.ts';
import { currencyChecks } from '../../query/one-currency.ts';
import { momentOfShape, shapedRows } from '../../query/shape-sql.ts';
import type { EarlierPeriods } from '../../query/earlier-periods.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import type { Computed } from './messages.ts';
import { CurrenciesMixed } from './query-fault.ts';

type Read = (statement: string) => Promise<unknown[][]>;

interface Asked {
  schema: string;
  /** What is already known of columns, by name. What is found out is added. */
  extents: Map<string, ColumnExtent>;
  columns: readonly PageColumn[];
  query: Query;
  /** Whether texts are sorted alphabetically, instead of by code points. */
  isAlphabetical?: boolean;
  /** How the query's periods are those of an earlier one. */
  earlier?: EarlierPeriods | undefined;
  shownAs: string;
  /** When all rows up to then were read, as a time in ISO 8601. */
  knownUntil?: string | undefined;
  /** When the version was read, as a time in ISO 8601. */
  readAt?: string | undefined;
}

/** Computes what a query asks of a version. */
export async function resultOf(connection: DuckDBConnection, asked: Asked): Promise<Computed> {
  const read = async (statement: string) => (await connection.runAndReadAll(statement)).getRows();
  const checks = currencyChecks(asked.query, `${asked.schema}.main.data`, asked.columns);
  for (const check of new Set(checks))
    if ((await read(check))[0]?.[0] === true) throw new CurrenciesMixed('Amounts of several currencies.');
  const { query, source, shownAs, notes } = await rowsToGroup(read, asked);
  const { from, columns, extents } = source;
  const knownUntil = asked.knownUntil === undefined ? undefined : new Date(asked.knownUntil);
  await findExtents(read, from, columnsWithExtent(query, columns), extents);
  const { earlier } = asked;
  const readAt = asked.readAt === undefined ? undefined : new Date(asked.readAt);
  const known = { knownUntil, readAt, isAlphabetical: asked.isAlphabetical ?? false };
  const compiled = compile(query, { ...source, ...known }, earlier);
  const found = await read(compiled.texts);
  const rows = found.slice(0, compiled.limit);
  const others = query.breakouts.map((_, at) => {
    const flag = compiled.columns.length + at;
    return rows.flatMap((row, position) => (row[flag] === true ? [position] : []));
  });
  const counted = async () => Number((await read(compiled.count))[0]![0]);
  const [totals] = compiled.totals === null ? [null] : await read(compiled.totals);
  const [left = []] = compiled.left === null ? [] : await read(compiled.left.sql);
  return {
    columns: compiled.columns.map((column, at) => ({ ...column, others: others[at] ?? [] })),
    values: compiled.columns.map((_, at) => rows.map((row) => row[at] as string | null)),
    rows: rows.length,
    cut: found.length > rows.length ? { shown: rows.length, of: await counted() } : null,
    totals: totals as (string | null)[] | null,
    notes: [
      ...notes,
      ...(compiled.left?.notes ?? []).map((note, at) => ({ ...note, rows: Number(left[at]) })),
    ].filter((note) => note.rows > 0),
    sql: compile(query, { ...source, from: shownAs, ...known }, earlier).sql,
  };
}

/** Returns what a query groups: the table's rows as they are, or those that its shape computes of them. */
async function rowsToGroup(read: Read, asked: Asked) {
  const { schema, extents, columns, query, shownAs } = asked;
  const from = `${schema}.main.data`;
  const { shape, filter = [], ...rest } = query;
  if (!shape) return { query, source: { from, columns, extents }, shownAs, notes: [] };
  const readAt = readOf(asked);
  const column = momentOfShape(shape, columns);
  await findExtents(read, from, [column], extents);
  const { known, unread } = await knownMoments(read, { from, column, readAt, query }, extents);
  const rowsOf = (table: string) =>
    shapedRows({ ...rest, shape, filter }, { from: table, columns, known, unread, read: readAt });
  const { left, ...rows } = rowsOf(from);
  const [counts = []] = await read(left.sql);
  return {
    query: rest,
    source: { ...rows, extents: new Map<string, ColumnExtent>(), computedOf: filter },
    shownAs: rowsOf(shownAs).from,
    notes: left.notes.map((note, at) => ({ ...note, rows: Number(counts[at]) })),
  };
}

const readOf = ({ readAt, knownUntil }: Asked): ReadAt | undefined =>
  readAt === undefined ? undefined : { at: new Date(readAt), isWhole: knownUntil !== undefined };

interface Moments {
  from: string;
  column: PageColumn;
  readAt: ReadAt | undefined;
  query: Query;
}

/** Returns between which moments something has happened, and the first one of those that hadn't when it was read. */
async function knownMoments(
  read: Read,
  { from, column, readAt, query }: Moments,
  extents: ReadonlyMap<string, ColumnExtent>,
): Promise<{ known: Range | null; unread: string | null }> {
  const range = extents.get(column.name)?.range ?? null;
  const limit = readAt && firstUnread(column, readAt, query);
  if (!range || !limit || range.max < limit.time) return { known: range, unread: null };
  const [[min, max] = []] = await read(extentBefore(from, column, limit.sql));
  const known = min === null || min === undefined ? null : { min: Number(min), max: Number(max) };
  return { known, unread: limit.sql };
}

async function findExtents(
  read: Read,
  from: string,
  columns: readonly PageColumn[],
  extents: Map<string, ColumnExtent>,
): Promise<void> {
  for (const column of columns)
    if (!extents.has(column.name)) {
      const [row] = await read(extentStatement(from, column));
      extents.set(column.name, readExtent(row!));
    }
}
