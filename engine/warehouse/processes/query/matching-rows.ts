import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { TableQuery } from '@headwater/shared/contract';
import { filterSql } from '../../query/filter-sql.ts';
import { orderKeys, type OrderKey } from '../../query/alphabetical.ts';
import { beyondSql, orderSql, upToSql, type Reading } from '../../query/order-sql.ts';
import { valuesStatement } from '../../sql/rows-statement.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import type { Place, ValuesRequest, ValuesResult } from './messages.ts';

/** Of so many times the rows that are wanted, one is as good as those are. */
const SAMPLED = 100;

/** The rows of a file that match a filter, in an order. */
export class MatchingRows {
  readonly #connection: DuckDBConnection;
  readonly #schema: string;
  readonly #from: string;
  readonly #keys: readonly OrderKey[];
  readonly #filter: string | null;

  /** With `isAlphabetical`, texts are in the order in which people look them up, instead of that of their code points. */
  constructor(
    connection: DuckDBConnection,
    schema: string,
    columns: readonly PageColumn[],
    query: TableQuery,
    isAlphabetical = false,
  ) {
    this.#connection = connection;
    this.#schema = schema;
    this.#from = `${schema}.main.data`;
    this.#keys = orderKeys(query.sort, columns, isAlphabetical);
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
  async valuesOf(
    column: PageColumn,
    listed: Pick<ValuesRequest, 'search' | 'limit' | 'isAlphabetical'>,
  ): Promise<ValuesResult> {
    const statement = valuesStatement(this.#schema, column, { where: this.#filter, ...listed });
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

  async #select(part: Part, reading: Reading, limit: number): Promise<number[]> {
    const near = await this.#near(part, reading, limit);
    // The engine keeps the table's own order, and stops as soon as it has enough rows. Sorting, it couldn't.
    const isInOrder = this.#keys.length === 0 && reading === 'forward';
    const order = isInOrder ? '' : `order by ${orderSql(this.#keys, reading)}`;
    const reader = await this.#read('rowid', near, `${order} limit ${limit}`);
    return reader.getRows().map(([id]) => Number(id));
  }

  /**
   * Returns a part without most of the rows that can't be among its first ones. Comparing texts alphabetically takes
   * fifty times as long as by code points, so that it's done for some rows that are picked evenly first: whichever of
   * them is the last one on a page, no row beyond it is.
   */
  async #near(part: Part, reading: Reading, limit: number): Promise<Part> {
    const [first] = this.#keys;
    if (!first || !this.#keys.some(({ isAlphabetical }) => isAlphabetical)) return part;
    const [[end] = []] = (
      await this.#connection.runAndReadAll(`select max(rowid) from ${this.#from}`)
    ).getRows();
    const step = Math.floor(Number(end ?? 0) / (limit * SAMPLED));
    if (step < 2) return part;
    const some = { ...part, condition: both(`rowid % ${step} = 0`, part.condition) };
    const last = `order by ${orderSql(this.#keys, reading)} limit 1 offset ${limit - 1}`;
    const reader = await this.#read(first.name, some, last);
    const value = reader.getRows()[0]?.[0] ?? null;
    if (value === null) return part;
    const { condition, hasParameter } = upToSql(first, value, part.parameters.length + 1, reading);
    const added = hasParameter ? [{ value, type: reader.columnType(0) }] : [];
    return { condition: both(condition, part.condition), parameters: [...part.parameters, ...added] };
  }

  #read(selected: string, { condition, parameters }: Part, rest: string) {
    const all = both(this.#filter, condition);
    return this.#connection.runAndReadAll(
      `select ${selected} from ${this.#from} ${all === null ? '' : `where ${all}`} ${rest}`,
      parameters.map(({ value }) => value),
      parameters.map(({ type }) => type),
    );
  }

  /** Returns the parts of what is beyond a row. Its values stay in the engine's types, so none loses a digit. */
  async #beyond(rowId: number, reading: Reading): Promise<Part[]> {
    const names = this.#keys.map(({ name }) => name);
    const reader = await this.#connection.runAndReadAll(
      `select ${['rowid', ...names].join(', ')} from ${this.#from} where rowid = ${rowId}`,
    );
    const [row] = reader.getRows();
    if (!row) return [];
    const values = row.slice(1);
    const cells = values.map((value, at) => ({ value, type: reader.columnType(at + 1) }));
    const parameters = cells.filter(({ value }) => value !== null);
    return beyondSql(this.#keys, { rowId, values }, reading).map((part) => ({
      condition: part.condition,
      parameters: parameters.slice(0, part.parameters),
    }));
  }
}

const both = (one: string | null, other: string | null) =>
  one === null || other === null ? (one ?? other) : `(${one}) and (${other})`;

/** Some of the rows that match the filter. */
interface Part {
  condition: string | null;
  parameters: readonly { value: DuckDBValue; type: DuckDBType }[];
}

const EVERYTHING: Part = { condition: null, parameters: [] };
