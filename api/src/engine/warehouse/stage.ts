import { open, rm, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FailureError } from '../../platform/failures/failure.ts';
import type { RecordsFile, Rejection, StreamColumn } from '../protocol/protocol.ts';
import { stagedType } from './column-load.ts';
import type { DiskGuard } from './disk-guard.ts';
import { loadFailure } from './load-failure.ts';
import { loadStatement, misfitStatement } from './load-statement.ts';
import { takeRefused } from './rejections.ts';
import { settleDecimals } from './settle-decimals.ts';
import { identifier, literal } from './sql.ts';
import type { StageEngine } from './stage-engine.ts';
import { widened } from './widen.ts';

const PROGRESS_MS = 250;

export interface Loaded {
  loaded: number;
  rejected: number;
  rejections: Rejection[];
}

export interface StagedTable {
  rows: number;
  bytes: number;
  /** The columns as they are in the file. */
  columns: StreamColumn[];
}

/** One table that is being written to a version file. Nothing else opens the file before it is committed. */
export class Stage {
  readonly #engine: StageEngine;
  readonly #guard: DiskGuard;
  readonly #path: string;
  /** The table's name in messages. In the file, it's always `data`. */
  readonly #tableName: string;
  #columns: readonly StreamColumn[];

  constructor(
    engine: StageEngine,
    guard: DiskGuard,
    path: string,
    tableName: string,
    columns: readonly StreamColumn[],
  ) {
    this.#engine = engine;
    this.#guard = guard;
    this.#path = path;
    this.#tableName = tableName;
    this.#columns = columns;
  }

  get #connection(): DuckDBConnection {
    return this.#engine.connection;
  }

  /** Creates the file, replacing any leftover. */
  async create(blockSize: number): Promise<void> {
    const definitions = this.#columns.map((column) => `${identifier(column.name)} ${stagedType(column)}`);
    await this.#run(async () => {
      await removeFiles(this.#path);
      await this.#connection.run('detach database if exists stage');
      await this.#connection.run(`attach ${literal(this.#path)} as stage (block_size ${blockSize})`);
      await this.#connection.run(`create table stage.main.data (${definitions.join(', ')})`);
    });
  }

  /**
   * Appends all rows of a file, or none. If a column's type can't hold a value exactly, the column is widened with its
   * existing values and the file is loaded again, so no value is changed and no row lost. `onProgress` is called
   * regularly with the part of the file that has been loaded, from 0 to 1.
   */
  async load(file: RecordsFile, onProgress: (part: number) => void = () => {}): Promise<Loaded> {
    const watch = setInterval(() => {
      const { percentage } = this.#connection.progress;
      if (percentage > 0) onProgress(Math.min(percentage / 100, 1));
    }, PROGRESS_MS);
    try {
      return await this.#run(async () => {
        for (;;) {
          const attempt = await this.#tryLoad(file);
          if (Array.isArray(attempt)) await this.#widen(attempt);
          else return attempt;
        }
      });
    } finally {
      clearInterval(watch);
    }
  }

  /**
   * Chooses the types that depend on the whole table, and detaches the file, which is then complete and on disk.
   * `before` are the columns of the version that this one replaces.
   */
  async finish(before: readonly StreamColumn[] = []): Promise<StagedTable> {
    return this.#run(async () => {
      const columns = await settleDecimals(this.#connection, this.#columns, before);
      const counted = await this.#connection.runAndReadAll('select count(*) from stage.main.data');
      await this.#connection.run('checkpoint stage');
      await this.#connection.run('detach stage');
      await syncFile(this.#path);
      return { rows: Number(counted.getRows()[0]?.[0]), bytes: (await stat(this.#path)).size, columns };
    });
  }

  /** Removes the file of a failed table, finished or not, and opens the engine again. */
  async discard(): Promise<void> {
    await removeFiles(this.#path);
    await this.#engine.renew();
  }

  /** Runs the work under the disk guard. Every error is thrown as a FailureError. */
  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#guard.during(work, () => this.#connection.interrupt());
    } catch (error) {
      throw loadFailure(error as Error, this.#tableName);
    }
  }

  /** Returns what was loaded, or, if nothing was, the positions of the columns that can't hold their values. */
  async #tryLoad(file: RecordsFile): Promise<Loaded | number[]> {
    await this.#connection.run('begin');
    try {
      const { rowsChanged: loaded } = await this.#connection.run(loadStatement(file, this.#columns));
      const refused = await takeRefused(this.#connection);
      await this.#connection.run('commit');
      return { loaded, ...refused };
    } catch (error) {
      await this.#connection.run('rollback').catch(() => undefined);
      const misfits = isMisfit(error as Error) ? await this.#misfits(file) : [];
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
          reason: `${column.name} can’t be stored as text`,
        });
      }
      const { statement, column: text } = widened(column);
      await this.#connection.run(statement);
      this.#columns = this.#columns.with(position, text);
    }
  }
}

const isMisfit = ({ message }: Error) => /Conversion Error|Invalid Input Error|Malformed JSON/i.test(message);

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function removeFiles(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}
