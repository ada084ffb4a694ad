import { open, rm, stat } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { FailureError } from '../connectors/failure.ts';
import type { RecordsFile, Rejection, StreamColumn } from '../connectors/protocol.ts';
import { stagedType } from './column-load.ts';
import { loadFailure } from './load-failure.ts';
import { loadStatement, misfitStatement } from './load-statement.ts';
import { takeRefused } from './rejections.ts';
import { settleDecimals } from './settle-decimals.ts';
import { identifier, literal } from './sql.ts';
import { widened } from './widen.ts';

/** Tables below this get small blocks: a file of ten rows is then 78 kB and not half a megabyte. */
const SMALL_BYTES = 64 * 1024 ** 2;
const SMALL_BLOCK = 16_384;
const PROGRESS_MS = 250;

interface EngineOptions {
  /** For what does not fit into memory. */
  temporaryFolder: string;
  memoryLimit?: string;
  threads?: number;
}

/** The loading engine of one sync process, which fills one stage file after another. Never within the API's process. */
export class StageEngine {
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open({
    temporaryFolder,
    memoryLimit = '320MB',
    threads = 2,
  }: EngineOptions): Promise<StageEngine> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: memoryLimit,
      threads: String(threads),
      temp_directory: temporaryFolder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    await connection.run(`set TimeZone = 'UTC'`);
    // Makes the engine keep account of how far a statement is; nothing is printed.
    await connection.run('set enable_progress_bar = true; set enable_progress_bar_print = false');
    return new StageEngine(instance, connection);
  }

  /** Begins a version file at `path`, in place of what is left there. One at a time: one that was not finished is let go. */
  async begin(
    path: string,
    tableName: string,
    given: readonly StreamColumn[],
    expectedBytes: number | null,
  ): Promise<Stage> {
    await removeFiles(path);
    const columns = withoutRowid(given);
    const small = expectedBytes !== null && expectedBytes < SMALL_BYTES ? ` (block_size ${SMALL_BLOCK})` : '';
    const definitions = columns.map((column) => `${identifier(column.name)} ${stagedType(column)}`);
    try {
      await this.#connection.run('detach database if exists stage');
      await this.#connection.run(`attach ${literal(path)} as stage${small}`);
      await this.#connection.run(`create table stage.main.data (${definitions.join(', ')})`);
    } catch (error) {
      throw loadFailure(error as Error, tableName);
    }
    return new Stage(this.#connection, path, tableName, columns);
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

export interface Loaded {
  loaded: number;
  rejected: number;
  rejections: Rejection[];
}

export interface StagedTable {
  rows: number;
  bytes: number;
  /** As they are in the file. */
  columns: StreamColumn[];
}

/**
 * A column of that name would hide the engine's own row ids, by which pages are found; it gets the next free name.
 * Names differ by more than case within a table.
 */
function withoutRowid(columns: readonly StreamColumn[]): readonly StreamColumn[] {
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  if (!names.has('rowid')) return columns;
  let free = 'rowid_2';
  for (let count = 3; names.has(free); count += 1) free = `rowid_${count}`;
  return columns.map((column) =>
    column.name.toLowerCase() === 'rowid' ? { ...column, name: free } : column,
  );
}

/** One table on its way into a version file, which nobody else opens before it is committed. */
export class Stage {
  readonly #connection: DuckDBConnection;
  readonly #path: string;
  /** For messages; in the file it is always `data`. */
  readonly #tableName: string;
  #columns: readonly StreamColumn[];

  constructor(
    connection: DuckDBConnection,
    path: string,
    tableName: string,
    columns: readonly StreamColumn[],
  ) {
    this.#connection = connection;
    this.#path = path;
    this.#tableName = tableName;
    this.#columns = columns;
  }

  /**
   * Appends a file's rows, whole or not at all. Where a column's type cannot hold one of the values, the column becomes
   * text, with what is in it already, and the file is loaded again: no value is bent to fit, no row lost for it.
   * `tell` hears now and then what part of the file is through, from 0 to 1.
   */
  async load(file: RecordsFile, tell: (part: number) => void = () => {}): Promise<Loaded> {
    const watch = setInterval(() => {
      const { percentage } = this.#connection.progress;
      if (percentage > 0) tell(Math.min(percentage / 100, 1));
    }, PROGRESS_MS);
    try {
      for (;;) {
        const attempt = await this.#tryLoad(file);
        if (Array.isArray(attempt)) await this.#widen(attempt);
        else return attempt;
      }
    } catch (error) {
      throw loadFailure(error as Error, this.#tableName);
    } finally {
      clearInterval(watch);
    }
  }

  /** Settles what only the whole table could tell and lets go of the file, which then is whole and on disk. */
  async finish(): Promise<StagedTable> {
    try {
      const columns = await settleDecimals(this.#connection, this.#columns);
      const counted = await this.#connection.runAndReadAll('select count(*) from stage.main.data');
      await this.#connection.run('checkpoint stage');
      await this.#connection.run('detach stage');
      await syncFile(this.#path);
      return { rows: Number(counted.getRows()[0]?.[0]), bytes: (await stat(this.#path)).size, columns };
    } catch (error) {
      await this.discard();
      throw loadFailure(error as Error, this.#tableName);
    }
  }

  /** Lets go of the file and removes it. */
  async discard(): Promise<void> {
    await this.#connection.run('detach database if exists stage').catch(() => undefined);
    await removeFiles(this.#path);
  }

  /** What was loaded, or the positions of the columns that stood in the way; then nothing was. */
  async #tryLoad(file: RecordsFile): Promise<Loaded | number[]> {
    await this.#connection.run('begin');
    try {
      const { rowsChanged: loaded } = await this.#connection.run(loadStatement(file, this.#columns));
      const { misfits, rejected, rejections } = await takeRefused(this.#connection);
      await this.#connection.run(misfits.length > 0 ? 'rollback' : 'commit');
      return misfits.length > 0 ? misfits : { loaded, rejected, rejections };
    } catch (error) {
      await this.#connection.run('rollback').catch(() => undefined);
      const misfits = isConversion(error as Error) ? await this.#misfits(file) : [];
      if (misfits.length === 0) throw error;
      return misfits;
    }
  }

  async #misfits(file: RecordsFile): Promise<number[]> {
    const reader = await this.#connection.runAndReadAll(misfitStatement(file, this.#columns));
    return reader.getRows()[0]!.flatMap((count, position) => (Number(count) > 0 ? [position] : []));
  }

  async #widen(positions: readonly number[]): Promise<void> {
    for (const position of positions) {
      const column = this.#columns[position]!;
      if (stagedType(column) === 'VARCHAR') {
        throw new FailureError('load_failed', {
          table: this.#tableName,
          reason: `${column.name} takes no text`,
        });
      }
      const { statement, column: text } = widened(column);
      await this.#connection.run(statement);
      this.#columns = this.#columns.with(position, text);
    }
  }
}

const isConversion = ({ message }: Error) =>
  /Conversion Error|Invalid Input Error|Malformed JSON/i.test(message);

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function removeFiles(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}
