import { rm } from 'node:fs/promises';
import type { Failure } from '@headwater/shared/contract';
import { FailureError, toFailure } from '../../platform/failures/failure.ts';
import type { ReadMessage, Rejection, StreamColumn } from '../protocol/protocol.ts';
import { rejectsOverLimit, type RejectCounts } from '../protocol/reject-limit.ts';
import type { Stage } from '../warehouse/stage.ts';
import { StageEngine } from '../warehouse/stage-engine.ts';
import type { FromSyncProcess, SyncJob } from './messages.ts';
import type { Progress } from './progress.ts';

interface Load {
  stage: Stage;
  columnsBefore: readonly StreamColumn[];
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
  firstRejection: Rejection | undefined;
}

/** How many rejected rows of all tables together are kept for display. All of them are counted. */
const REJECTIONS_KEPT = 10_000;

/** Loads what a connector reads into stage files, one table after another. */
export class StreamLoads {
  readonly #job: SyncJob;
  readonly #send: (message: FromSyncProcess) => void;
  readonly #progress: Progress;
  readonly #engine: StageEngine;
  readonly #loads = new Map<string, Load>();
  /** Tables that failed. Further messages about them are ignored. */
  readonly #failed = new Set<string>();
  #rejectionsKept = 0;

  private constructor(
    engine: StageEngine,
    job: SyncJob,
    send: (message: FromSyncProcess) => void,
    progress: Progress,
  ) {
    this.#engine = engine;
    this.#job = job;
    this.#send = send;
    this.#progress = progress;
  }

  static async open(
    job: SyncJob,
    send: (message: FromSyncProcess) => void,
    progress: Progress,
  ): Promise<StreamLoads> {
    return new StreamLoads(
      await StageEngine.open({ temporaryFolder: job.temporaryFolder }),
      job,
      send,
      progress,
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
        if (message.status === 'STARTED') return this.#start(tableName, message.columns);
        if (message.status === 'INCOMPLETE') return this.#fail(tableName, message.failure);
        return this.#complete(tableName, message.rowsRead);
      case 'REJECTED':
        return this.#reject(tableName, message.count, message.rows);
      case 'PROGRESS':
        this.#open(tableName).rowsRead = message.rowsRead;
        return this.#report(tableName, 'reading');
      case 'RECORDS':
        return this.#load(message);
      case 'STATE':
        return undefined; // Nothing builds on a state yet: each table is read as a whole.
    }
  }

  async #start(tableName: string, columns: StreamColumn[]): Promise<void> {
    const { stream, stagePath, columnsBefore } = this.#job.streams.find(
      (each) => each.stream.tableName === tableName,
    )!;
    const stage = await this.#engine.begin(stagePath, tableName, columns, stream.estimatedBytes);
    this.#loads.set(tableName, {
      stage,
      columnsBefore,
      rowsRead: 0,
      rowsLoaded: 0,
      rowsRejected: 0,
      firstRejection: undefined,
    });
    this.#report(tableName, 'reading');
  }

  async #load({ tableName, file }: Extract<ReadMessage, { type: 'RECORDS' }>): Promise<void> {
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
   * Makes sure that no more rows were rejected than are allowed, that read = loaded + rejected, and that the file
   * holds what was loaded. Otherwise, nothing is committed.
   */
  async #complete(tableName: string, rowsRead: number): Promise<void> {
    const { stage, columnsBefore, rowsLoaded, rowsRejected, firstRejection } = this.#open(tableName);
    this.#refuseRejections(tableName, { rows: rowsRead, rejected: rowsRejected, first: firstRejection });
    const { rows, bytes, columns } = await stage.finish(columnsBefore);
    if (rows !== rowsLoaded || rowsRead !== rowsLoaded + rowsRejected) {
      throw disagreement(tableName, rowsRead, rows, rowsRejected);
    }
    this.#loads.delete(tableName);
    this.#progress.flush();
    this.#send({
      type: 'staged',
      tableName,
      version: { rowsRead, rowsLoaded, rowsRejected, bytes, columns },
    });
  }

  #refuseRejections(tableName: string, counts: RejectCounts): void {
    // Only a connection with uploads has this field in its form.
    const field = this.#job.uploads.size > 0 ? 'files' : null;
    const problem = rejectsOverLimit(tableName, counts, { field });
    if (problem) throw new FailureError(problem);
  }

  #open(tableName: string): Load {
    const load = this.#loads.get(tableName);
    if (!load) throw new Error(`${tableName} was not started`);
    return load;
  }

  /** Reports the failure before discarding the stage, where the engine has been seen to crash after a full disk. */
  async #fail(tableName: string, reason: Failure): Promise<void> {
    const load = this.#loads.get(tableName);
    this.#loads.delete(tableName);
    this.#failed.add(tableName);
    this.#send({ type: 'incomplete', tableName, failure: reason });
    await load?.stage.discard();
  }

  #report(tableName: string, phase: 'reading' | 'loading'): void {
    this.#progress.report({ tableName, phase, rowsRead: this.#open(tableName).rowsRead });
  }
}

const disagreement = (table: string, read: number, loaded: number, rejected: number) =>
  new FailureError('counts_disagree', { table, read, loaded, rejected });

async function removeIfTemporary(message: ReadMessage): Promise<void> {
  if (message.type === 'RECORDS' && message.file.temporary) await rm(message.file.path, { force: true });
}
