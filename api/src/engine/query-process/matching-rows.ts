import type { DuckDBConnection } from '@duckdb/node-api';
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

  async count(): Promise<number> {
    const where = this.#filter === null ? '' : `where ${this.#filter}`;
    const reader = await this.#connection.runAndReadAll(`select count(*) from ${this.#from} ${where}`);
    return Number(reader.getRows()[0]![0]);
  }

  /** Returns the most frequent values of a column as text. See valuesStatement. */
  async valuesOf(column: PageColumn, search: string, limit: number): Promise<ValuesResult> {
    const statement = valuesStatement(this.#schema, column, { where: this.#filter, search, limit });
    const reader = await this.#connection.runAndReadAll(statement);
    return reader.getRows().map(([value, rows]) => ({ value: value as string, rows: Number(rows) }));
  }

  /** Returns the IDs of at most so many rows next to a place, in their order. None if its row doesn't exist. */
  async of(place: Place, limit: number): Promise<number[]> {
    const reading: Reading = 'after' in place ? 'forward' : 'backward';
    const rowId = 'after' in place ? place.after : place.before;
    const start = rowId === null ? null : await this.#beyond(rowId, reading);
    if (rowId !== null && start === null) return [];
    const conditions = [this.#filter, start?.sql].filter((sql) => sql !== null && sql !== undefined);
    const where = conditions.length === 0 ? '' : `where ${conditions.map((sql) => `(${sql})`).join(' and ')}`;
    const reader = await this.#connection.runAndReadAll(
      `select rowid from ${this.#from} ${where} order by ${orderSql(this.#query.sort, reading)} limit ${limit}`,
      start?.values,
      start?.types,
    );
    const ids = reader.getRows().map(([id]) => Number(id));
    return reading === 'forward' ? ids : ids.reverse();
  }

  /** Returns what is beyond a row, by the row's values. They stay in the engine's types, so none loses a digit. */
  async #beyond(rowId: number, reading: Reading) {
    const { sort } = this.#query;
    const names = sort.map(({ column }) => identifier(column));
    const reader = await this.#connection.runAndReadAll(
      `select ${['rowid', ...names].join(', ')} from ${this.#from} where rowid = ${rowId}`,
    );
    const [row] = reader.getRows();
    if (!row) return null;
    const cells = row.slice(1).map((value, at) => ({ value, type: reader.columnType(at + 1) }));
    const parameters = cells.filter(({ value }) => value !== null);
    return {
      sql: beyondSql(sort, { rowId, isNull: cells.map(({ value }) => value === null) }, reading),
      values: parameters.map(({ value }) => value),
      types: parameters.map(({ type }) => type),
    };
  }
}
