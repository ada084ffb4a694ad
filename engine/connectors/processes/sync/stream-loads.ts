import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '@headwater/shared/contract';
import { FailureError, toFailure } from '@headwater/base/failures/failure';
import type {
  ConnectorSpecification,
  ReadMessage,
  RecordsBatch,
  RecordsFile,
  Rejection,
  StreamColumn,
  StreamState,
  StreamStates,
} from '@headwater/protocol/protocol';
import { logEntry } from '@headwater/protocol/log-entry';
import { rejectsOverLimit } from '@headwater/protocol/reject-limit';
import type { Merged } from '@headwater/warehouse/versions/merge-request';
import type { StoredCheckpoint } from '@headwater/warehouse/versions/stage-checkpoint';
import type { Stage } from '@headwater/warehouse/versions/stage';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';
import { lostColumns, requireSameSchema } from './expected-schema.ts';
import { loadsDirectly, mergeRequest, requireUsableKey, wholeJob } from './merge-request-of.ts';
import type { FromSyncProcess, StreamJob, SyncJob } from './messages.ts';
import type { Progress } from './progress.ts';

/** What a checkpoint says about the read. */
interface ReadPosition {
  runId: string;
  state: StreamState;
  /** The columns as they arrived. */
  columns: readonly StreamColumn[];
  rowsRead: number;
  rowsRejected: number;
  firstRejection: Rejection | undefined;
}

interface Load {
  job: StreamJob;
  stage: Stage;
  /** The rows go into the table's file as they are. */
  isDirect: boolean;
  /** Where the stage is. */
  path: string;
  /** The file is of use to the next attempt, if this one ends early. */
  hasCheckpoint: boolean;
  /** All rows have arrived, and what fails now would fail again. */
  hasArrived: boolean;
  /** Rows that an earlier attempt has read. */
  rowsBefore: number;
  /** The columns as they arrive. */
  columns: readonly StreamColumn[];
  isKeyUnique: boolean;
  /** All rows are read, even if the version has a state. */
  isWhole: boolean;
  state: StreamState | null;
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
  firstRejection: Rejection | undefined;
}

type Started = Extract<ReadMessage, { status: 'STARTED' }>;

/** How many rejected rows of all tables together are kept for display. All of them are counted. */
const REJECTIONS_KEPT = 10_000;

/** Loads what a connector reads into stage files, one table after another. */
export class StreamLoads {
  readonly #job: SyncJob;
  readonly #send: (message: FromSyncProcess) => void;
  readonly #progress: Progress;
  /** Whether the source leaves out rows itself. */
  readonly #isFiltered: boolean;
  readonly #engine: StageEngine;
  readonly #loads = new Map<string, Load>();
  /** How far earlier attempts got, by table. */
  readonly #kept: ReadonlyMap<string, StoredCheckpoint>;
  /** Tables that failed. Further messages about them are ignored. */
  readonly #failed = new Set<string>();
  #rejectionsKept = 0;
  #files = 0;

  private constructor(
    engine: StageEngine,
    job: SyncJob,
    send: (message: FromSyncProcess) => void,
    progress: Progress,
    isFiltered: boolean,
    kept: ReadonlyMap<string, StoredCheckpoint>,
  ) {
    this.#isFiltered = isFiltered;
    this.#kept = kept;
    this.#engine = engine;
    this.#job = job;
    this.#send = send;
    this.#progress = progress;
  }

  static async open(
    job: SyncJob,
    send: (message: FromSyncProcess) => void,
    progress: Progress,
    { filtersRows }: Pick<ConnectorSpecification, 'filtersRows'>,
  ): Promise<StreamLoads> {
    const engine = await StageEngine.open({ temporaryFolder: job.temporaryFolder });
    const kept = new Map<string, StoredCheckpoint>();
    for (const { stream, readPath, wasInterrupted } of job.streams) {
      const checkpoint = readPath && wasInterrupted ? await engine.checkpointOf(readPath) : null;
      if (checkpoint) kept.set(stream.tableName, checkpoint);
    }
    return new StreamLoads(engine, job, send, progress, filtersRows, kept);
  }

  /** Where each table's read begins, unless it's read as a whole. */
  get states(): StreamStates {
    return new Map(
      this.#job.streams.flatMap(({ stream: { tableName }, base, replacedState }) => {
        const kept = this.#kept.get(tableName);
        const state = kept ? positionOf(kept).state : (base?.state ?? replacedState);
        return state ? [[tableName, state] as const] : [];
      }),
    );
  }

  async take(message: ReadMessage): Promise<void> {
    if (message.type === 'LOG') {
      const { type: _, ...entry } = message;
      return this.#send({ type: 'log', entry });
    }
    const { tableName } = message;
    if (this.#failed.has(tableName)) return removeIfTemporary(message);
    try {
      await this.#handle(message);
    } catch (error) {
      await this.#fail(tableName, toFailure(error));
    } finally {
      await removeIfTemporary(message);
    }
  }

  /** Ends loading. A table that is still open fails with this reason. */
  async close(reason: Failure): Promise<void> {
    for (const tableName of [...this.#loads.keys()]) await this.#fail(tableName, reason);
    this.#engine.close();
  }

  async #handle(message: Exclude<ReadMessage, { type: 'LOG' }>): Promise<void> {
    const { tableName } = message;
    switch (message.type) {
      case 'STREAM_STATUS':
        if (message.status === 'STARTED') return this.#start(message);
        if (message.status === 'INCOMPLETE') return this.#fail(tableName, message.failure);
        if (message.status === 'RATE_LIMITED') return this.#wait(tableName, message.retryAt);
        if (message.status === 'RUNNING') return this.#resume(tableName);
        if (message.status === 'UNCHANGED') return this.#keep(tableName, message.state);
        return this.#complete(tableName, message.rowsRead);
      case 'REJECTED':
        return this.#reject(tableName, message.count, this.#numbered(tableName, message.rows));
      case 'PROGRESS':
        this.#open(tableName).rowsRead = this.#open(tableName).rowsBefore + message.rowsRead;
        return this.#report(tableName, 'reading');
      case 'RECORDS':
        return 'batch' in message
          ? this.#append(tableName, message.batch)
          : this.#load(tableName, message.file);
      case 'STATE':
        this.#open(tableName).state = message.state;
        return;
      case 'CHECKPOINT':
        return this.#checkpoint(tableName, message.state);
    }
  }

  async #start({ tableName, columns, newColumns, checkpoints, ...started }: Started): Promise<void> {
    const { isKeyUnique = false, isWhole = false } = started;
    const planned = this.#job.streams.find((each) => each.stream.tableName === tableName)!;
    const job = isWhole ? wholeJob(planned) : planned;
    if (job.expectsSchema) requireSameSchema(job.stream, columns, newColumns ?? []);
    requireUsableKey(job.stream, columns);
    const isDirect = loadsDirectly(job, columns, { isKeyUnique, isFiltered: this.#isFiltered });
    const kept = checkpoints === 'continue' ? this.#kept.get(tableName) : undefined;
    // The source says that it's the same table, so this can't be; but a value must never get into another column.
    if (kept && !isDeepStrictEqual(positionOf(kept).columns, columns))
      throw new FailureError('table_rewritten', { table: tableName });
    const path = this.#pathFor(job, isDirect, checkpoints !== undefined);
    const { rowsRead, rowsRejected, firstRejection, runId } = kept
      ? positionOf(kept)
      : { ...NOTHING_READ, runId: this.#job.runId };
    if (job.wasInterrupted) this.#send({ type: 'resumed', tableName, rowsRead, runId });
    const load: Load = {
      job,
      stage: await this.#engine.begin(path, tableName, columns, job.stream.estimatedBytes, {
        kept,
        onCheckpoint: () => this.#stored(load),
      }),
      isDirect,
      path,
      hasCheckpoint: kept !== undefined,
      hasArrived: false,
      columns,
      isKeyUnique,
      isWhole,
      state: null,
      rowsBefore: rowsRead,
      rowsRead,
      rowsLoaded: kept?.rows ?? 0,
      rowsRejected,
      firstRejection,
    };
    this.#loads.set(tableName, load);
    this.#report(tableName, 'reading');
  }

  /** Returns where the rows go: into the table's file, or into one of their own, which may outlast this attempt. */
  #pathFor({ readPath, stagePath }: StreamJob, isDirect: boolean, canBeInterrupted: boolean): string {
    if (canBeInterrupted && readPath) return readPath;
    if (isDirect) return stagePath;
    return join(this.#job.temporaryFolder, `incoming-${(this.#files += 1)}.duckdb`);
  }

  /** Nothing is read, and the version stays. */
  #keep(tableName: string, state: StreamState): void {
    this.#progress.flush();
    this.#send({ type: 'staged', tableName, version: { ...NOTHING_STAGED, state, file: null } });
  }

  /** Numbers rejected rows from the table's first row on. */
  #numbered(tableName: string, rows: readonly Rejection[]): readonly Rejection[] {
    const { rowsBefore } = this.#open(tableName);
    return rows.map((row) => (row.line === null ? row : { ...row, line: rowsBefore + row.line }));
  }

  async #checkpoint(tableName: string, state: StreamState): Promise<void> {
    const load = this.#open(tableName);
    if (load.path !== load.job.readPath) return;
    const { columns, rowsLoaded, rowsRejected, firstRejection } = load;
    const { runId } = this.#job;
    const rowsRead = rowsLoaded + rowsRejected;
    const position: ReadPosition = { runId, state, columns, rowsRead, rowsRejected, firstRejection };
    await load.stage.checkpoint(position);
  }

  #stored(load: Load): void {
    load.hasCheckpoint = true;
    this.#send({ type: 'checkpoint', tableName: load.job.stream.tableName });
  }

  async #append(tableName: string, batch: RecordsBatch): Promise<void> {
    const load = this.#open(tableName);
    await load.stage.append(batch);
    load.rowsLoaded += batch.rows;
    load.rowsRead = Math.max(load.rowsRead, load.rowsLoaded + load.rowsRejected);
    this.#report(tableName, 'reading');
  }

  async #load(tableName: string, file: RecordsFile): Promise<void> {
    const load = this.#open(tableName);
    this.#report(tableName, 'loading');
    const before = load.rowsLoaded + load.rowsRejected;
    const {
      loaded: rows,
      rejected,
      rejections,
    } = await load.stage.load(file, (part) => {
      // An estimate until the file is loaded. A connector that counts while it reads is more exact.
      if (file.rows !== null) load.rowsRead = Math.max(load.rowsRead, before + Math.floor(part * file.rows));
      this.#report(tableName, 'loading');
    });
    load.rowsLoaded += rows;
    this.#reject(tableName, rejected, rejections);
    if (file.rows !== null && file.rows !== rows + rejected) {
      throw disagreement(tableName, file.rows, rows, rejected);
    }
    load.rowsRead = Math.max(load.rowsRead, load.rowsLoaded + load.rowsRejected);
    this.#report(tableName, 'reading');
  }

  /** Counts rows rejected by the connector or the engine. Whether they are too many is decided at the end. */
  #reject(tableName: string, count: number, found: readonly Rejection[]): void {
    const load = this.#open(tableName);
    load.rowsRejected += count;
    load.firstRejection ??= found[0];
    const rows = found.slice(0, REJECTIONS_KEPT - this.#rejectionsKept);
    this.#rejectionsKept += rows.length;
    if (rows.length > 0) this.#send({ type: 'rejected', tableName, rows });
  }

  /**
   * Makes sure that no more rows were rejected than are allowed, that read = loaded + deduplicated + filtered +
   * rejected, and that the file holds what was loaded. Otherwise, nothing is committed.
   */
  async #complete(tableName: string, rowsArrived: number): Promise<void> {
    const load = this.#open(tableName);
    const { rowsLoaded: rowsStaged, state } = load;
    const rowsRead = load.rowsBefore + rowsArrived;
    load.hasArrived = true;
    this.#report(tableName, load.isDirect ? 'checking' : 'loading');
    this.#refuseRejections(load, rowsRead);
    const before = load.job.columnsBefore;
    const lost = lostColumns(load.job, load.columns);
    const table = load.isDirect ? await load.stage.finish(before, lost) : null;
    const staged = table ?? (await load.stage.close(before, lost));
    if (staged.rows !== rowsStaged || rowsRead !== rowsStaged + load.rowsRejected)
      throw disagreement(tableName, rowsRead, staged.rows, load.rowsRejected);
    const { file, loaded, deduplicated, filtered } = table
      ? { file: table, loaded: rowsStaged, deduplicated: 0, filtered: 0 }
      : await this.#merge(load, staged.columns);
    if (load.isDirect && load.path !== load.job.stagePath) await rename(load.path, load.job.stagePath);
    this.#report(tableName, 'checking');
    const { rowsRejected } = load; // A merge rejects rows as well.
    this.#refuseRejections(load, rowsRead);
    if (deduplicated < 0 || rowsRead !== loaded + deduplicated + filtered + rowsRejected)
      throw disagreement(tableName, rowsRead, loaded, rowsRejected);
    this.#loads.delete(tableName);
    this.#progress.flush();
    const counts = { rowsRead, rowsLoaded: loaded, rowsDeduplicated: deduplicated, rowsFiltered: filtered };
    this.#send({ type: 'staged', tableName, version: { ...counts, rowsRejected, state, file } });
  }

  async #merge(load: Load, staged: readonly StreamColumn[]): Promise<Merged> {
    const { job, path } = load;
    const incoming = { path, columns: staged, hasRejections: load.rowsRejected > 0 };
    const request = mergeRequest(job, load.columns, incoming, {
      isKeyUnique: load.isKeyUnique,
      isWhole: load.isWhole,
      isFiltered: this.#isFiltered,
      maskKey: Buffer.from(this.#job.maskKey),
      readAt: this.#job.readAt,
    });
    const { tableName } = job.stream;
    const merged = await this.#engine.merge(request, () => this.#report(tableName, 'loading'));
    this.#reject(tableName, merged.rejected, merged.rejections);
    const { respelled: rows } = merged;
    if (rows > 0)
      this.#send({ type: 'log', entry: logEntry('info', 'addresses_respelled', { rows }, { tableName }) });
    await rm(path, { force: true });
    return merged;
  }

  #refuseRejections({ job, rowsRejected: rejected, firstRejection: first }: Load, rows: number): void {
    // Only a connection with uploads has this field in its form.
    const field = this.#job.uploads.size > 0 ? 'files' : null;
    const problem = rejectsOverLimit(job.stream.tableName, { rows, rejected, first }, { field });
    if (problem) throw new FailureError(problem);
  }

  #open(tableName: string): Load {
    const load = this.#loads.get(tableName);
    if (!load) throw new Error(`${tableName} was not started`);
    return load;
  }

  /** Reports the failure before it discards or keeps the stage, where the engine has been seen to crash after a full disk. */
  async #fail(tableName: string, reason: Failure): Promise<void> {
    const load = this.#loads.get(tableName);
    this.#loads.delete(tableName);
    this.#failed.add(tableName);
    this.#progress.flush(); // Progress that arrives later would look as if the table were still being read.
    this.#send({ type: 'incomplete', tableName, failure: reason });
    if (!load) return;
    if (load.path === load.job.readPath && !load.hasArrived && canGoOnAfter(reason)) {
      await load.stage.keep();
      if (load.hasCheckpoint) return;
    }
    await load.stage.discard();
    if (load.path !== load.job.stagePath) await rm(load.job.stagePath, { force: true });
  }

  /** Shows that the source makes this table wait, after all progress so far. */
  #wait(tableName: string, until: string): void {
    this.#progress.flush();
    this.#send({ type: 'rate_limited', tableName, until });
  }

  #resume(tableName: string): void {
    this.#report(tableName, 'reading');
    this.#progress.flush();
  }

  #report(tableName: string, phase: 'reading' | 'loading' | 'checking'): void {
    this.#progress.report({ tableName, phase, rowsRead: this.#open(tableName).rowsRead });
  }
}

const NOTHING_READ = { rowsRead: 0, rowsRejected: 0, firstRejection: undefined };

const positionOf = ({ position }: StoredCheckpoint) => position as ReadPosition;

/** Whether what was read before a failure is as good as before. Otherwise, or if the disk is full, nothing is kept. */
const canGoOnAfter = ({ origin, type, retryable, code }: Failure) =>
  type === 'manual_cancellation' || (origin === 'source' && retryable && code !== 'table_rewritten');

const disagreement = (table: string, read: number, loaded: number, rejected: number) =>
  new FailureError('counts_disagree', { table, read, loaded, rejected });

async function removeIfTemporary(message: ReadMessage): Promise<void> {
  if (message.type === 'RECORDS' && 'file' in message && message.file.temporary)
    await rm(message.file.path, { force: true });
}

const NOTHING_STAGED = { rowsRead: 0, rowsLoaded: 0, rowsDeduplicated: 0, rowsFiltered: 0, rowsRejected: 0 };
