import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { TableQuery } from '@headwater/shared/contract';
import { filterSql } from '../query/filter-sql.ts';
import { beyondSql, orderSql, type Reading } from '../query/order-sql.ts';
import { identifier } from '../warehouse/sql.ts';
import { valuesStatement, type PageColumn } from '../warehouse/rows-statement.ts';
import type { Place, ValuesResult } from './messages.ts';

/** The rows of a file that match a filter, in an order. */
export class MatchingRows {
  readonly #connection: DuckDBConnection;
  readonly #schema: string;
  readonly #from: string;
  readonly #query: TableQuery;
  readonly #filter: string | null;

  constructor(
    connection: DuckDBConnection,
    schema: string,
    columns: readonly PageColumn[],
    query: TableQuery,
  ) {
    this.#connection = connection;
    this.#schema = schema;
    this.#from = `${schema}.main.data`;
    this.#query = query;
    this.#filter = filterSql(query.filter, columns);
  }

  /** Returns how many there are, in all rows or in so many that are picked at random. */
  async count(sample?: number): Promise<number> {
    const where = this.#filter === null ? '' : `where ${this.#filter}`;
    const from =
      sample === undefined
        ? this.#from
        : `(from ${this.#from} using sample reservoir(${sample} rows) repeatable (1))`;
    const reader = await this.#connection.runAndReadAll(`select count(*) from ${from} ${where}`);
    return Number(reader.getRows()[0]![0]);
  }

  /** Returns the most frequent values of a column as text. See valuesStatement. */
  async valuesOf(column: PageColumn, search: string, limit: number): Promise<ValuesResult> {
    const statement = valuesStatement(this.#schema, column, { where: this.#filter, search, limit });
    const reader = await this.#connection.runAndReadAll(statement);
    return reader.getRows().map(([value, rows]) => ({ value: value as string | null, rows: Number(rows) }));
  }

  /** Returns the IDs of at most so many rows next to a place, in their order. None if its row doesn't exist. */
  async of(place: Place, limit: number): Promise<number[]> {
    const reading: Reading = 'after' in place ? 'forward' : 'backward';
    const rowId = 'after' in place ? place.after : place.before;
    const ids: number[] = [];
    for (const part of rowId === null ? [EVERYTHING] : await this.#beyond(rowId, reading))
      if (ids.length < limit) ids.push(...(await this.#select(part, reading, limit - ids.length)));
    return reading === 'forward' ? ids : ids.reverse();
  }

  async #select({ condition, parameters }: Part, reading: Reading, limit: number): Promise<number[]> {
    const conditions = [this.#filter, condition].filter((sql) => sql !== null);
    const where = conditions.length === 0 ? '' : `where ${conditions.map((sql) => `(${sql})`).join(' and ')}`;
    // The engine keeps the table's own order, and stops as soon as it has enough rows. Sorting, it couldn't.
    const isInOrder = this.#query.sort.length === 0 && reading === 'forward';
    const order = isInOrder ? '' : `order by ${orderSql(this.#query.sort, reading)}`;
    const reader = await this.#connection.runAndReadAll(
      `select rowid from ${this.#from} ${where} ${order} limit ${limit}`,
      parameters.map(({ value }) => value),
      parameters.map(({ type }) => type),
    );
    return reader.getRows().map(([id]) => Number(id));
  }

  /** Returns the parts of what is beyond a row. Its values stay in the engine's types, so none loses a digit. */
  async #beyond(rowId: number, reading: Reading): Promise<Part[]> {
    const { sort } = this.#query;
    const names = sort.map(({ column }) => identifier(column));
    const reader = await this.#connection.runAndReadAll(
      `select ${['rowid', ...names].join(', ')} from ${this.#from} where rowid = ${rowId}`,
    );
    const [row] = reader.getRows();
    if (!row) return [];
    const cells = row.slice(1).map((value, at) => ({ value, type: reader.columnType(at + 1) }));
    const parameters = cells.filter(({ value }) => value !== null);
    const isNull = cells.map(({ value }) => value === null);
    return beyondSql(sort, { rowId, isNull }, reading).map((part) => ({
      condition: part.condition,
      parameters: parameters.slice(0, part.parameters),
    }));
  }
}

/** Some of the rows that match the filter. */
interface Part {
  condition: string | null;
  parameters: readonly { value: DuckDBValue; type: DuckDBType }[];
}

const EVERYTHING: Part = { condition: null, parameters: [] };
