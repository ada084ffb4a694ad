import { dirname } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { blockSize } from './block-size.ts';
import { DiskGuard } from './disk-guard.ts';
import { withProgress } from './engine-progress.ts';
import { loadFailure } from './load-failure.ts';
import { mergeIncoming } from './merge.ts';
import type { Merged, MergeRequest } from './merge-request.ts';
import { readCheckpoint, type StoredCheckpoint } from './stage-checkpoint.ts';
import { removeFiles, Stage } from './stage.ts';
import { withoutRowid } from './without-rowid.ts';

interface EngineOptions {
  /** Where the engine spills what doesn't fit into memory. */
  temporaryFolder: string;
  memoryLimit?: string;
}

interface BeginOptions {
  /** The file at `path` is continued from this checkpoint. */
  kept?: StoredCheckpoint | undefined;
  /** Called when a checkpoint is in the file. */
  onCheckpoint?: () => void;
}

/** The loading engine of a sync process, which fills one stage file after another. Never used in the API's process. */
export class StageEngine {
  readonly #options: EngineOptions;
  #instance: DuckDBInstance;
  #connection: DuckDBConnection;
  #filling: DuckDBConnection;

  private constructor(options: EngineOptions, { instance, connection, filling }: OpenEngine) {
    this.#options = options;
    this.#instance = instance;
    this.#connection = connection;
    this.#filling = filling;
  }

  static async open(options: EngineOptions): Promise<StageEngine> {
    return new StageEngine(options, await openEngine(options));
  }

  get connection(): DuckDBConnection {
    return this.#connection;
  }

  /** A second connection, because whatever fills a buffer would have to wait for the first one's statement. */
  get filling(): DuckDBConnection {
    return this.#filling;
  }

  /** Returns how far a file got that was kept. Null if it's of no use. */
  checkpointOf(path: string): Promise<StoredCheckpoint | null> {
    return readCheckpoint(this.#connection, path);
  }

  /** Starts a version file at `path`, replacing any leftover. Only one at a time: an unfinished one is detached. */
  async begin(
    path: string,
    tableName: string,
    given: readonly StreamColumn[],
    expectedBytes: number | null,
    { kept, onCheckpoint = () => undefined }: BeginOptions = {},
  ): Promise<Stage> {
    const columns = withoutRowid(given);
    const guard = new DiskGuard(dirname(path), this.#options.temporaryFolder);
    const stage = new Stage(this, guard, path, tableName, columns, onCheckpoint);
    try {
      if (kept) await stage.reopen(kept);
      else await stage.create(blockSize(columns.length, expectedBytes));
    } catch (error) {
      await stage.discard();
      throw error;
    }
    return stage;
  }

  /**
   * Makes the rows of a finished stage part of a table, in a new file. `onProgress` is called as long as the engine gets
   * further, which can take an hour with a large table.
   */
  async merge(request: MergeRequest, onProgress: () => void = () => {}): Promise<Merged> {
    const guard = new DiskGuard(dirname(request.target), this.#options.temporaryFolder);
    const work = () => withProgress(this, onProgress, () => mergeIncoming(this.#connection, request));
    try {
      return await guard.during(work, () => this.#connection.interrupt());
    } catch (error) {
      await this.renew(); // Closing the engine can write its log once more.
      await removeFiles(request.target);
      throw loadFailure(error as Error, request.tableName);
    }
  }

  /** Reopens the engine to release what a failed statement left: a transaction, spilled files, an attached file. */
  async renew(): Promise<void> {
    this.close();
    const { instance, connection, filling } = await openEngine(this.#options);
    [this.#instance, this.#connection, this.#filling] = [instance, connection, filling];
  }

  close(): void {
    this.#filling.closeSync();
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

interface OpenEngine {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
  filling: DuckDBConnection;
}

async function openEngine({ temporaryFolder, memoryLimit = '320MB' }: EngineOptions): Promise<OpenEngine> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    // Files are read by one thread (see load-statement.ts), so a second one would only spin.
    threads: '1',
    temp_directory: temporaryFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  // Makes the engine track a statement's progress without printing it.
  await connection.run('set enable_progress_bar = true; set enable_progress_bar_print = false');
  // The engine writes and reads 2,048 values of a column at once, unless their row group has fewer, and large values
  // filled the memory. So what is loaded at once gets separate row groups: a checkpoint follows, and none are merged.
  await connection.run(`set max_vacuum_tasks = 0`);
  return { instance, connection, filling: await instance.connect() };
}
