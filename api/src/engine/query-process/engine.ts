import { access, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../warehouse/sql.ts';
import {
  canBeLong,
  CELL_LIMIT,
  isList,
  rowsStatement,
  statisticsStatement,
  type PageColumn,
} from '../warehouse/rows-statement.ts';
import { openLockedConnection } from './locked-connection.ts';
import type { QueryEngineOptions, RowsAnswer, RowsRequest } from './messages.ts';
import { readPage, type ReadRow } from './page-of-rows.ts';

/** Version files held open at a time. */
const HELD = 64;

/** Statistics tell how long the elements of a list are, not how many it has. */
const LONGEST_LIST = 256 * 1024;
/** No connector reads a larger record. */
const LONGEST_VALUE = 20 * 1024 ** 2;

interface Attached {
  /** The name in the engine. */
  readonly schema: string;
  /** Bytes of the longest value of each column that can be long, by name. */
  readonly longest: ReadonlyMap<string, number>;
}

/** The version's file was deleted. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** The engine in a query process: version files attached read-only, nothing else within reach. One call at a time. */
export class QueryEngine {
  readonly #connection: DuckDBConnection;
  /** By path, the least lately used first. Each file is attached once: opened twice, DuckDB mixes them up. */
  readonly #attached = new Map<string, Attached>();
  #names = 0;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async open(options: QueryEngineOptions): Promise<QueryEngine> {
    return new QueryEngine(await openLockedConnection(options));
  }

  async rows({ path, columns, offset, limit }: RowsRequest): Promise<RowsAnswer> {
    const { schema, longest } = await this.#attach(path, columns);
    const lengthOf = ({ name }: PageColumn) => longest.get(name) ?? 0;
    const bytesPerRow = columns.reduce((sum, column) => sum + lengthOf(column), 0);
    const { json } = await readPage({ offset, limit }, bytesPerRow, async (range, cellLimit) => {
      // Hex and JSON are a few times as long as the value.
      const isLong = (column: PageColumn) => canBeLong(column) && lengthOf(column) * 4 > cellLimit;
      const reader = await this.#connection.runAndReadAll(
        rowsStatement(schema, columns, range, isLong, cellLimit),
      );
      return reader.getRowsJson() as unknown as ReadRow[];
    });
    return { json: Buffer.from(json) };
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  /** Lets go of the file, or of all in the folder. */
  async release(path: string): Promise<void> {
    for (const held of [...this.#attached.keys()])
      if (held === path || held.startsWith(`${path}/`)) await this.#detach(held);
  }

  async #attach(path: string, columns: readonly PageColumn[]): Promise<Attached> {
    const attached = this.#attached.get(path) ?? (await this.#open(path, columns));
    this.#attached.delete(path);
    this.#attached.set(path, attached);
    return attached;
  }

  async #open(path: string, columns: readonly PageColumn[]): Promise<Attached> {
    while (this.#attached.size >= HELD) await this.#detach(this.#attached.keys().next().value!);
    await access(path).catch((cause) => {
      throw new FileGone('The version file is not there.', { cause });
    });
    const schema = `v${(this.#names += 1)}`;
    await this.#connection.run(`attach ${literal(path)} as ${schema} (read_only)`);
    const attached = { schema, longest: await this.#longest(schema, path, columns) };
    this.#attached.set(path, attached);
    return attached;
  }

  async #longest(
    schema: string,
    path: string,
    columns: readonly PageColumn[],
  ): Promise<ReadonlyMap<string, number>> {
    const long = columns.filter(canBeLong);
    if (long.length === 0) return new Map();
    const reader = await this.#connection.runAndReadAll(statisticsStatement(schema, long));
    const [statistics = []] = reader.getRowsJson() as string[][];
    const { size } = await stat(path);
    return new Map(
      long.map((column, at) => {
        const [, length] = /Max String Length: (\d+)/.exec(statistics[at] ?? '') ?? [];
        const known = isList(column) ? Math.min(LONGEST_LIST, size * 16) : Number(length ?? LONGEST_VALUE);
        return [column.name, Math.max(known, isList(column) ? CELL_LIMIT : 0)];
      }),
    );
  }

  async #detach(path: string): Promise<void> {
    const { schema } = this.#attached.get(path)!;
    this.#attached.delete(path);
    await this.#connection.run(`detach ${schema}`);
  }
}
