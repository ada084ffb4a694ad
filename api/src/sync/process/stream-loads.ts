import { rm } from 'node:fs/promises';
import type { Failure } from '@headwater/shared/contract';
import { FailureError, toFailure } from '../../connectors/failure.ts';
import type { ReadMessage, StreamColumn } from '../../connectors/protocol.ts';
import { StageEngine, type Stage } from '../../warehouse/stage.ts';
import type { FromSyncProcess, SyncJob } from './messages.ts';
import type { Progress } from './progress.ts';

interface Load {
  stage: Stage;
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
}

/** Turns what a connector reads into stage files, one table after another. */
export class StreamLoads {
  readonly #job: SyncJob;
  readonly #send: (message: FromSyncProcess) => void;
  readonly #progress: Progress;
  readonly #engine: StageEngine;
  readonly #loads = new Map<string, Load>();
  /** Tables that failed: what still comes of them is passed over. */
  readonly #failed = new Set<string>();

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

  /** The end: a table that is still open ends with this failure. */
  async close(reason: Failure): Promise<void> {
    for (const tableName of [...this.#loads.keys()]) await this.#fail(tableName, reason);
    this.#engine.close();
  }

  async #handle(message: ReadMessage): Promise<void> {
    const { tableName } = message;
    switch (message.type) {
      case 'STREAM_STATUS':
        if (message.status === 'STARTED') return this.#start(tableName, message.columns);
        if (message.status === 'INCOMPLETE') return this.#fail(tableName, message.failure);
        return this.#complete(tableName, message.rowsRead);
      case 'REJECTED':
        this.#open(tableName).rowsRejected += message.count;
        return this.#send({ type: 'rejected', tableName, rows: message.rows });
      case 'PROGRESS':
        this.#open(tableName).rowsRead = message.rowsRead;
        return this.#report(tableName, 'reading');
      case 'RECORDS':
        return this.#load(message);
    }
  }

  async #start(tableName: string, columns: StreamColumn[]): Promise<void> {
    const { stream, stagePath } = this.#job.streams.find((each) => each.stream.tableName === tableName)!;
    const stage = await this.#engine.begin(stagePath, tableName, columns, stream.estimatedBytes);
    this.#loads.set(tableName, { stage, rowsRead: 0, rowsLoaded: 0, rowsRejected: 0 });
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
      // An estimate until the file is through; a connector that counts as it reads knows better.
      if (file.rows !== null) load.rowsRead = Math.max(load.rowsRead, before + Math.floor(part * file.rows));
      this.#report(tableName, 'loading');
    });
    load.rowsLoaded += rows;
    load.rowsRejected += rejected;
    if (rejections.length > 0) this.#send({ type: 'rejected', tableName, rows: rejections });
    if (file.rows !== null && file.rows !== rows + rejected) {
      throw disagreement(tableName, file.rows, rows, rejected);
    }
    load.rowsRead = Math.max(load.rowsRead, load.rowsLoaded + load.rowsRejected);
    this.#report(tableName, 'reading');
  }

  /** read = loaded + rejected, and the file holds what was loaded: else nothing is committed. */
  async #complete(tableName: string, rowsRead: number): Promise<void> {
    const load = this.#open(tableName);
    const { rows, bytes, columns } = await load.stage.finish();
    this.#loads.delete(tableName);
    const { rowsLoaded, rowsRejected } = load;
    if (rows !== rowsLoaded || rowsRead !== rowsLoaded + rowsRejected) {
      throw disagreement(tableName, rowsRead, rows, rowsRejected);
    }
    this.#progress.flush();
    this.#send({
      type: 'staged',
      tableName,
      version: { rowsRead, rowsLoaded, rowsRejected, bytes, columns },
    });
  }

  #open(tableName: string): Load {
    const load = this.#loads.get(tableName);
    if (!load) throw new Error(`${tableName} was not started`);
    return load;
  }

  async #fail(tableName: string, reason: Failure): Promise<void> {
    await this.#loads.get(tableName)?.stage.discard();
    this.#loads.delete(tableName);
    this.#failed.add(tableName);
    this.#send({ type: 'incomplete', tableName, failure: reason });
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
