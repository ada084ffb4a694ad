import type { DuckDBConnection } from '@duckdb/node-api';
import {
  countStatement,
  highestIdStatement,
  idsStatement,
  type IdRange,
  type SkippingRange,
} from '../../sql/rows-statement.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import type { Place } from './messages.ts';
import { OrderedColumn } from './ordered-column.ts';

/** How much wider the next range is if one has too few rows. */
const WIDER = 8;

/** Going through all row groups of fewer rows takes hardly any time. */
const FEWEST_ROWS = 500_000;

/** The row IDs of a file, in ascending order. Where rows were replaced, there are gaps. */
export class RowIds {
  readonly #connection: DuckDBConnection;
  readonly #schema: string;
  /** One more than the highest ID. */
  readonly #end: number;
  readonly #hasGaps: boolean;
  readonly #ordered: OrderedColumn | null;

  private constructor(connection: DuckDBConnection, schema: string, found: Found) {
    this.#connection = connection;
    this.#schema = schema;
    this.#end = found.end;
    this.#hasGaps = found.hasGaps;
    this.#ordered = found.ordered;
  }

  static async open(
    connection: DuckDBConnection,
    schema: string,
    columns: readonly PageColumn[],
  ): Promise<RowIds> {
    const one = async (query: string) =>
      Number((await connection.runAndReadAll(query)).getRows()[0]?.[0] ?? -1);
    const rows = await one(countStatement(schema));
    const ordered = rows < FEWEST_ROWS ? null : await OrderedColumn.find(connection, schema, columns);
    // So many IDs without gaps would all be lower.
    const beyond = { from: rows, to: Number.MAX_SAFE_INTEGER };
    const hasGaps = (await one(idsStatement(schema, beyond, 1))) >= 0;
    const end = hasGaps ? (await one(highestIdStatement(schema))) + 1 : rows;
    return new RowIds(connection, schema, { end, hasGaps, ordered });
  }

  /** Returns the range with what lets the engine find it fast. */
  skipping(range: IdRange): SkippingRange {
    return { ...range, condition: this.#ordered?.conditionFor(range) ?? null };
  }

  /** Returns at most so many IDs next to a place. */
  async of(place: Place, limit: number): Promise<number[]> {
    const isAfter = 'after' in place;
    const from = isAfter && place.after !== null ? place.after + 1 : 0;
    const to = isAfter ? this.#end : Math.min(place.before ?? this.#end, this.#end);
    if (!this.#hasGaps)
      return isAfter ? numbers(from, Math.min(from + limit, to)) : numbers(Math.max(0, to - limit), to);
    // Reading a range that most likely has enough IDs takes far less time than looking at all that follow or precede.
    for (let width = limit * 2; ; width *= WIDER) {
      const range = isAfter
        ? { from, to: Math.min(from + width, to) }
        : { from: Math.max(0, to - width), to };
      const found = await this.#select(range);
      const isAll = isAfter ? range.to === to : range.from === 0;
      if (found.length >= limit || isAll) return isAfter ? found.slice(0, limit) : found.slice(-limit);
    }
  }

  async #select(range: IdRange): Promise<number[]> {
    const query = idsStatement(this.#schema, this.skipping(range));
    return (await this.#connection.runAndReadAll(query)).getRows().map(([id]) => Number(id));
  }
}

interface Found {
  end: number;
  hasGaps: boolean;
  ordered: OrderedColumn | null;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
