import type { DuckDBConnection } from '@duckdb/node-api';
import { countStatement, highestIdStatement, idsStatement } from '../warehouse/rows-statement.ts';
import type { Place } from './messages.ts';

/** How much wider the next range is if one has too few rows. */
const WIDER = 8;

/** The row IDs of a file, in ascending order. Where rows were replaced, there are gaps. */
export class RowIds {
  readonly #connection: DuckDBConnection;
  readonly #schema: string;
  /** One more than the highest ID. */
  readonly #end: number;
  readonly #hasGaps: boolean;

  private constructor(connection: DuckDBConnection, schema: string, end: number, hasGaps: boolean) {
    this.#connection = connection;
    this.#schema = schema;
    this.#end = end;
    this.#hasGaps = hasGaps;
  }

  static async open(connection: DuckDBConnection, schema: string): Promise<RowIds> {
    const one = async (query: string) =>
      Number((await connection.runAndReadAll(query)).getRows()[0]?.[0] ?? -1);
    const rows = await one(countStatement(schema));
    // So many IDs without gaps would all be lower.
    const beyond = { from: rows, to: Number.MAX_SAFE_INTEGER };
    if ((await one(idsStatement(schema, beyond, 1))) < 0) return new RowIds(connection, schema, rows, false);
    return new RowIds(connection, schema, (await one(highestIdStatement(schema))) + 1, true);
  }

  /** Returns at most so many IDs next to a place. */
  async of(place: Place, limit: number): Promise<number[]> {
    if ('after' in place) {
      const from = place.after === null ? 0 : place.after + 1;
      if (!this.#hasGaps) return numbers(from, Math.min(from + limit, this.#end));
      return this.#select(idsStatement(this.#schema, { from, to: this.#end }, limit));
    }
    const to = Math.min(place.before ?? this.#end, this.#end);
    if (!this.#hasGaps) return numbers(Math.max(0, to - limit), to);
    // Sorting the IDs before a place takes far longer than reading a range that most likely has enough of them.
    for (let width = limit * 2; ; width *= WIDER) {
      const from = Math.max(0, to - width);
      const found = await this.#select(idsStatement(this.#schema, { from, to }));
      if (found.length >= limit || from === 0) return found.slice(-limit);
    }
  }

  async #select(query: string): Promise<number[]> {
    return (await this.#connection.runAndReadAll(query)).getRows().map(([id]) => Number(id));
  }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
