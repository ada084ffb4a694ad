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
  /** As they are in the file. */
  columns: StreamColumn[];
}

/** One table on its way into a version file, which nobody else opens before it is committed. */
export class Stage {
  readonly #engine: StageEngine;
  readonly #guard: DiskGuard;
  readonly #path: string;
  /** For messages; in the file it is always `data`. */
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

  /** Creates the file, replacing what is left there. */
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
   * Appends a file's rows, whole or not at all. Where a column's type cannot hold one of the values exactly, the column
   * is widened, with what is in it already, and the file is loaded again: no value is bent to fit, no row lost for it.
   * `tell` hears now and then what part of the file is through, from 0 to 1.
   */
  async load(file: RecordsFile, tell: (part: number) => void = () => {}): Promise<Loaded> {
    const watch = setInterval(() => {
      const { percentage } = this.#connection.progress;
      if (percentage > 0) tell(Math.min(percentage / 100, 1));
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
   * Settles what only the whole table could tell and lets go of the file, which then is whole and on disk.
   * `before` is what the columns are in the version that this one replaces.
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

  /** Removes the file, finished or not. For whatever has failed; the engine is begun again. */
  async discard(): Promise<void> {
    await removeFiles(this.#path);
    await this.#engine.renew();
  }

  /** Throws a FailureError alone. */
  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#guard.during(work, () => this.#connection.interrupt());
    } catch (error) {
      throw loadFailure(error as Error, this.#tableName);
    }
  }

  /** What was loaded, or the positions of the columns that stood in the way; then nothing was. */
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
          reason: `${column.name} takes no text`,
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
