import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../sql.ts';
import { rowsStatement } from '../rows-statement.ts';
import type { QueryEngineOptions, RowsAnswer, RowsRequest } from './messages.ts';

/** Version files held open at a time. */
const HELD = 64;

/** The engine in a query process: version files attached read-only, nothing else within reach. */
export class QueryEngine {
  readonly #connection: DuckDBConnection;
  /** Names by path, the least lately used first. Each file is attached once: opened twice, DuckDB mixes them up. */
  readonly #attached = new Map<string, string>();
  #names = 0;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async open({ root, memoryLimit, threads }: QueryEngineOptions): Promise<QueryEngine> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: memoryLimit,
      threads: String(threads),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    await connection.run(`set TimeZone = 'UTC'`);
    await connection.run(`set temp_directory = ''`);
    await connection.run(`set allowed_directories = [${literal(`${root}/`)}]`);
    await connection.run(`set enable_external_access = false`);
    await connection.run(`set lock_configuration = true`);
    return new QueryEngine(connection);
  }

  async rows({ path, columns, offset, limit }: RowsRequest): Promise<RowsAnswer> {
    const schema = await this.#attach(path);
    const reader = await this.#connection.runAndReadAll(rowsStatement(schema, columns, offset, limit));
    const found = reader.getRowsJson() as [string, number[]][];
    return {
      rows: `[${found.map(([row]) => row).join(',')}]`,
      cut: found.flatMap(([, cuts], row) => cuts.map((column): [number, number] => [row, Number(column)])),
    };
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  async #attach(path: string): Promise<string> {
    const held = this.#attached.get(path);
    const name = held ?? `v${(this.#names += 1)}`;
    if (held === undefined) {
      while (this.#attached.size >= HELD) await this.#detachOldest();
      await this.#connection.run(`attach ${literal(path)} as ${name} (read_only)`);
    }
    this.#attached.delete(path);
    this.#attached.set(path, name);
    return name;
  }

  async #detachOldest(): Promise<void> {
    const [path, name] = this.#attached.entries().next().value!;
    this.#attached.delete(path);
    await this.#connection.run(`detach ${name}`);
  }
}
