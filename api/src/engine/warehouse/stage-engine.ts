import { dirname } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { StreamColumn } from '../protocol/protocol.ts';
import { blockSize } from './block-size.ts';
import { DiskGuard } from './disk-guard.ts';
import { Stage } from './stage.ts';
import { withoutRowid } from './without-rowid.ts';

interface EngineOptions {
  /** For what does not fit into memory. */
  temporaryFolder: string;
  memoryLimit?: string;
}

/** The loading engine of one sync process, which fills one stage file after another. Never within the API's process. */
export class StageEngine {
  readonly #options: EngineOptions;
  #instance: DuckDBInstance;
  #connection: DuckDBConnection;

  private constructor(options: EngineOptions, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#options = options;
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(options: EngineOptions): Promise<StageEngine> {
    const { instance, connection } = await openEngine(options);
    return new StageEngine(options, instance, connection);
  }

  get connection(): DuckDBConnection {
    return this.#connection;
  }

  /** Begins a version file at `path`, in place of what is left there. One at a time: one that was not finished is let go. */
  async begin(
    path: string,
    tableName: string,
    given: readonly StreamColumn[],
    expectedBytes: number | null,
  ): Promise<Stage> {
    const columns = withoutRowid(given);
    const guard = new DiskGuard(dirname(path), this.#options.temporaryFolder);
    const stage = new Stage(this, guard, path, tableName, columns);
    try {
      await stage.create(blockSize(columns.length, expectedBytes));
    } catch (error) {
      await stage.discard();
      throw error;
    }
    return stage;
  }

  /** Lets go of whatever a failed statement has left: an open transaction, spilled files, an attached file. */
  async renew(): Promise<void> {
    this.close();
    ({ instance: this.#instance, connection: this.#connection } = await openEngine(this.#options));
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

async function openEngine({ temporaryFolder, memoryLimit = '320MB' }: EngineOptions) {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    // Files are read by one thread (load-statement.ts); a second one would only spin.
    threads: '1',
    temp_directory: temporaryFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  // Makes the engine keep account of how far a statement is; nothing is printed.
  await connection.run('set enable_progress_bar = true; set enable_progress_bar_print = false');
  // The engine writes and reads 2,048 values of a column at once, unless their row group has fewer. So the rows of each
  // records file get row groups of their own: a checkpoint follows each, and merges none. Large values filled the memory.
  await connection.run(`set checkpoint_threshold = '1MB'; set max_vacuum_tasks = 0`);
  return { instance, connection };
}
