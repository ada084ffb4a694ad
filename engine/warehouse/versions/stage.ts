import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FailureError } from '@headwater/base/failures/failure';
import type { RecordsBatch, RecordsFile, StreamColumn } from '@headwater/protocol/protocol';
import { BatchBuffer, byteLimitFor } from './batch-buffer.ts';
import { columnLoad, stagedType, valueLoad } from './column-load.ts';
import { countRows, type RowCounts } from './count-rows.ts';
import type { DiskGuard } from './disk-guard.ts';
import { finishFile } from './file-hash.ts';
import { withProgress } from './engine-progress.ts';
import { loadFailure } from './load-failure.ts';
import {
  fileRelation,
  loadStatement,
  parquetRelation,
  misfitStatement,
  type Incoming,
} from './load-statement.ts';
import { takeRefused, NONE_REFUSED, type Refused } from './rejections.ts';
import { settleDecimals } from './settle-decimals.ts';
import { identifier, literal } from '../sql/sql.ts';
import { checkpointStatement, dropCheckpointStatement, type StoredCheckpoint } from './stage-checkpoint.ts';
import { widened } from './widen.ts';

/** How often a checkpoint is stored at least, even if the rows before it don't fill a buffer. */
const CHECKPOINT_MS = 10_000;
/** What fills a stage. */
interface LoadingEngine {
  readonly connection: DuckDBConnection;
  /** For statements that write while others run on `connection`. */
  readonly filling: DuckDBConnection;
  /** Closes the engine and opens it again. */
  renew(): Promise<void>;
}

/** After so many buffers, the file is opened again, because the engine keeps its blocks in memory, up to the limit. */
const BUFFERS_PER_OPENING = 4;

export interface Loaded extends Refused {
  loaded: number;
}

export interface StagedRows {
  rows: number;
  /** The columns as they are in the file. */
  columns: StreamColumn[];
}

export interface StagedTable extends StagedRows, RowCounts {
  bytes: number;
  sha256: string;
}

/** A checkpoint whose rows aren't all in the file yet. */
type DueCheckpoint = Pick<StoredCheckpoint, 'rows' | 'position'>;

/** One table that is being written to a version file. Nothing else opens the file before it is committed. */
export class Stage {
  readonly #engine: LoadingEngine;
  readonly #guard: DiskGuard;
  readonly #path: string;
  /** The table's name in messages. In the file, it's always `data`. */
  readonly #tableName: string;
  /** The columns as the connector sends their values. */
  readonly #given: readonly StreamColumn[];
  /** The columns as they are in the file now. */
  #columns: readonly StreamColumn[];
  #buffer: BatchBuffer | null = null;
  #buffers = 0;
  #sinceOpening = 0;
  /** Ends when everything before the buffer is in the file. */
  #loading: Promise<unknown> = Promise.resolve();
  readonly #onCheckpoint: () => void;
  /** Rows in the file or on their way there. */
  #rows = 0;
  /** A row ID that is known to be in the file, or the first one. */
  #lastId = 0;
  /** The last checkpoint, until it's stored. */
  #due: DueCheckpoint | null = null;
  #storedAt = performance.now();
  /** Whether a checkpoint of the read is in the file. */
  #hasStored = false;
  /** Whether the file on disk has everything that was done so far. */
  #isOnDisk = false;

  constructor(
    engine: LoadingEngine,
    guard: DiskGuard,
    path: string,
    tableName: string,
    columns: readonly StreamColumn[],
    onCheckpoint: () => void,
  ) {
    this.#onCheckpoint = onCheckpoint;
    this.#engine = engine;
    this.#guard = guard;
    this.#path = path;
    this.#tableName = tableName;
    this.#given = columns;
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
      await this.#connection.run(
        `attach ${literal(this.#path)} as stage (block_size ${blockSize}, recovery_mode no_wal_writes)`,
      );
      await this.#connection.run(`create table stage.main.data (${definitions.join(', ')})`);
    });
  }

  /** Opens a file that was kept, with the rows up to its checkpoint. */
  async reopen({ rows, lastId, columns }: StoredCheckpoint): Promise<void> {
    await this.#run(async () => {
      await this.#open();
      await this.#connection.run(`delete from stage.main.data where rowid > ${lastId}`);
    });
    this.#columns = columns;
    this.#rows = rows;
    this.#lastId = lastId;
    this.#hasStored = true;
  }

  /**
   * Notes that the source can be read on from here, described by `position`, which is stored in the file together with
   * all rows so far, but not at once.
   */
  async checkpoint(position: unknown): Promise<void> {
    if (this.#rows === 0) return;
    this.#due = { rows: this.#rows, position };
    const buffer = this.#buffer;
    if (!buffer) await this.#storeAlone(this.#due);
    else if (buffer.isFull || performance.now() - this.#storedAt >= CHECKPOINT_MS)
      await this.#startLoading(buffer);
  }

  /**
   * Appends all rows of a file, or none. If a column's type can't hold a value exactly, the column is widened with its
   * existing values and the file is loaded again, so no value is changed and no row lost. `onProgress` is called
   * as long as the engine gets further, with the part of the file that has been loaded, from 0 to 1.
   */
  async load(file: RecordsFile, onProgress: (part: number) => void = () => {}): Promise<Loaded> {
    await this.#loadBuffered();
    const loaded = await withProgress(this.#engine, onProgress, () =>
      this.#run(() =>
        this.#loadExactly((keepsRejects) =>
          'values' in file
            ? {
                relation: parquetRelation(file),
                loads: this.#columns.map((column, at) => valueLoad(this.#given[at]!, column)),
                keepsRejects: false,
              }
            : {
                relation: fileRelation(file, this.#columns.length, keepsRejects),
                loads: this.#columns.map(columnLoad),
                keepsRejects,
              },
        ),
      ),
    );
    this.#rows += loaded.loaded;
    return loaded;
  }

  /**
   * Appends all rows of a batch, widening columns as `load` does. Returns when the batch's buffers may be used again.
   * A failure to load it may be thrown by a later call.
   */
  async append(batch: RecordsBatch): Promise<void> {
    const types = this.#given.map((column, at) =>
      batch.columns[at]!.layout === 'text' ? 'VARCHAR' : column.type,
    );
    if (this.#buffer && (this.#buffer.isFull || !this.#buffer.takes(types)))
      await this.#startLoading(this.#buffer);
    this.#buffer ??= await this.#run(() =>
      BatchBuffer.create(
        this.#engine.filling,
        `buffer_${(this.#buffers += 1)}`,
        types,
        byteLimitFor(this.#given),
      ),
    );
    const buffer = this.#buffer;
    await this.#explaining(async () => buffer.append(batch));
    this.#rows += batch.rows;
  }

  /**
   * Chooses the types that depend on the whole table, and detaches the file, which is then complete and on disk.
   * `before` are the columns of the version that this one replaces, and `lost` those that the table keeps without values.
   */
  async finish(
    before: readonly StreamColumn[] = [],
    lost: readonly StreamColumn[] = [],
  ): Promise<StagedTable> {
    await this.#loadBuffered();
    return this.#run(async () => {
      const columns = await this.#settle(before, lost);
      const counts = await countRows(this.#connection, columns, this.#rows);
      await this.#connection.run('detach stage');
      return { ...counts, ...(await finishFile(this.#path)), columns };
    });
  }

  /** Does the same, but with a file that is only merged and then removed. */
  async close(before: readonly StreamColumn[], lost: readonly StreamColumn[]): Promise<StagedRows> {
    await this.#loadBuffered();
    return this.#run(async () => {
      const columns = await this.#settle(before, lost);
      const reader = await this.#connection.runAndReadAll('select count(*) from stage.main.data');
      await this.#connection.run('detach stage');
      return { rows: Number(reader.getRows()[0]![0]), columns };
    });
  }

  /** Chooses these types and adds the lost columns. Returns all columns. The engine has then written the whole file. */
  async #settle(before: readonly StreamColumn[], lost: readonly StreamColumn[]): Promise<StreamColumn[]> {
    if (this.#hasStored) await this.#connection.run(dropCheckpointStatement);
    const settled = await settleDecimals(this.#connection, this.#columns, before);
    for (const { name, type } of lost)
      await this.#connection.run(`alter table stage.main.data add column ${identifier(name)} ${type}`);
    const columns = [...settled, ...lost];
    const isAsLoaded =
      !this.#hasStored && lost.length === 0 && settled.every((column, at) => column === this.#columns[at]);
    if (!this.#isOnDisk || !isAsLoaded) await this.#connection.run('checkpoint stage');
    return columns;
  }

  /** Removes the file of a failed table, finished or not, and opens the engine again. */
  async discard(): Promise<void> {
    this.#connection.interrupt();
    await this.#loading.catch(() => undefined);
    await removeFiles(this.#path);
    await this.#engine.renew();
    await removeFiles(this.#path); // Closing the engine can write its log once more.
  }

  /** Closes the file of an interrupted table, with all rows that have arrived, so that the next attempt can go on. */
  async keep(): Promise<void> {
    await this.#loadBuffered().catch(() => undefined); // then the checkpoint before stays
    await this.#engine.renew();
  }

  /** Opens the file, also again, with what is on disk. */
  async #open(): Promise<void> {
    await this.#connection.run('detach database if exists stage');
    await this.#connection.run(`attach ${literal(this.#path)} as stage (recovery_mode no_wal_writes)`);
    this.#sinceOpening = 0;
  }

  /** Runs the work under the disk guard. */
  async #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#explaining(() => this.#guard.during(work, () => this.#connection.interrupt()));
  }

  async #explaining<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw loadFailure(error as Error, this.#tableName);
    }
  }

  /** Loads the full buffer in another thread, as soon as the previous one is loaded. */
  async #startLoading(buffer: BatchBuffer): Promise<void> {
    this.#buffer = null;
    // Before the next buffer is created: one connection fills both, and it does one thing at a time.
    await this.#explaining(async () => buffer.seal());
    await this.#loading;
    const due = this.#due;
    const rows = this.#rows;
    const then = due && (() => this.#store(due, rows - due.rows));
    this.#due = null;
    this.#loading = this.#run(async () => {
      await this.#loadExactly(
        () => ({
          relation: buffer.relation,
          loads: buffer.types.map((type, at) =>
            type === 'VARCHAR'
              ? columnLoad(this.#columns[at]!)
              : valueLoad(this.#given[at]!, this.#columns[at]!),
          ),
          keepsRejects: false,
        }),
        then,
      );
      await this.#connection.run(`drop table ${buffer.relation}`);
      this.#sinceOpening += 1;
      if (this.#sinceOpening === BUFFERS_PER_OPENING) await this.#open();
      if (due) this.#stored();
    });
    this.#loading.catch(() => undefined); // Whoever awaits it next gets the error.
  }

  async #loadBuffered(): Promise<void> {
    if (this.#buffer) await this.#startLoading(this.#buffer);
    await this.#loading;
  }

  async #storeAlone(due: DueCheckpoint): Promise<void> {
    this.#due = null;
    await this.#loading;
    await this.#run(async () => {
      await this.#store(due, 0);
      await this.#connection.run('checkpoint stage');
      this.#isOnDisk = true;
    });
    this.#stored();
  }

  /** Writes a checkpoint after rows in the file, of which the last ones come after it. */
  async #store({ rows, position }: DueCheckpoint, after: number): Promise<void> {
    const reader = await this.#connection.runAndReadAll(
      `select coalesce(max(rowid), 0) from stage.main.data where rowid >= ${this.#lastId}`,
    );
    this.#lastId = Number(reader.getRows()[0]![0]);
    const stored = { rows, lastId: this.#lastId - after, columns: this.#columns, position };
    await this.#connection.run(checkpointStatement(stored));
    this.#hasStored = true;
  }

  #stored(): void {
    this.#storedAt = performance.now();
    this.#onCheckpoint();
  }

  /** Loads the rows, and widens columns until all their values fit. */
  async #loadExactly(
    incoming: (keepsRejects: boolean) => Incoming,
    then: (() => Promise<void>) | null = null,
  ): Promise<Loaded> {
    for (;;) {
      const attempt = await this.#tryLoad(incoming, then);
      if (!Array.isArray(attempt)) return attempt;
      await this.#widen(attempt);
    }
  }

  /** Returns what was loaded, or, if nothing was, the positions of the columns that can't hold their values. */
  async #tryLoad(
    incoming: (keepsRejects: boolean) => Incoming,
    then: (() => Promise<void>) | null,
  ): Promise<Loaded | number[]> {
    this.#isOnDisk = false;
    await this.#connection.run('begin');
    try {
      const rows = incoming(true);
      const { rowsChanged: loaded } = await this.#connection.run(loadStatement(rows));
      const refused = rows.keepsRejects ? await takeRefused(this.#connection) : NONE_REFUSED;
      await this.#connection.run('commit');
      await then?.();
      await this.#connection.run('checkpoint stage');
      this.#isOnDisk = true;
      return { loaded, ...refused };
    } catch (error) {
      await this.#connection.run('rollback').catch(() => undefined);
      const misfits = isMisfit(error as Error) ? await this.#misfits(incoming(false)) : [];
      if (misfits.length === 0) throw error;
      return misfits;
    }
  }

  async #misfits(incoming: Incoming): Promise<number[]> {
    const reader = await this.#connection.runAndReadAll(misfitStatement(incoming));
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

/** Removes an unfinished file and the engine's log of it. */
export async function removeFiles(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}
