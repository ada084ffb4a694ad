import { rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import type { Failure } from '@headwater/shared/contract';
import { failure, FailureError, toFailure } from '@headwater/base/failures/failure';
import type { Rejection } from '@headwater/protocol/protocol';
import { storeFault } from '../../../platform/database/store-fault.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { roomOnDisk } from '@headwater/base/disk/disk-room';
import { hmac } from '../../../platform/secrets/keys.ts';
import { LimitWatch } from '@headwater/base/processes/limit-watch';
import { startChild } from '@headwater/base/processes/start-child';
import type { Services } from '../../../http/services.ts';
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import type { AttemptLog } from '../logs/index.ts';
import { reportDamage } from '../../tables/tables/index.ts';
import { AttemptNotes } from './attempt-notes.ts';
import { collectLeftovers } from './collect.ts';
import { commitVersion } from './commit.ts';
import { endOpenStreams } from './end-attempt.ts';
import { lockUnderLease, type Lease } from './leases.ts';
import { planAttempt, type PlannedStream, type Work } from './plan-attempt.ts';
import type { FromSyncProcess, StagedVersion, SyncJob } from '@headwater/connectors/processes/sync/messages';
import { ProgressWrites, type Figures } from './progress-writes.ts';
import { makeScratchFolder } from './scratch.ts';
import { insertRejections, keepRejections } from './rejected-rows.repository.ts';
import { updateRun, updateRunStream, type StreamChange } from './sync-runs.repository.ts';
import { whenStoreIsBack } from './when-store-is-back.ts';

const IDLE_TIMEOUT_MS = 10 * 60_000;
/** A process that was asked to stop and doesn't is killed after this time. */
const CANCEL_GRACE_MS = 5_000;

/** What a read fails with if a table isn't as it was discovered. */
const STALE_SCHEMA: ReadonlySet<string> = new Set([
  'schema_changed',
  'table_missing',
  'table_rewritten',
  'key_missing',
  'cursor_missing',
  'cursor_unusable',
  'filter_unusable',
]);

type TableMessage = Exclude<FromSyncProcess, { type: 'done' | 'log' | 'progress' }>;

/** After these, a table isn't being read anymore, at least for now. */
const ENDS_READING: ReadonlySet<TableMessage['type']> = new Set(['rate_limited', 'incomplete', 'staged']);

/** One attempt of a run: a sync process reads and stages, and we commit each table as soon as it is ready. */
export class Attempt {
  readonly #services: Services;
  readonly lease: Lease;
  readonly #log: AttemptLog;
  readonly notes: AttemptNotes;
  readonly #progress: ProgressWrites;
  #child: ChildProcess | undefined;
  #stopped = false;
  #hasProgressed = false;
  /** Why it was stopped from outside. Once this is set, nothing more is committed. */
  #stopReason: Failure | null = null;

  constructor(services: Services, lease: Lease) {
    this.#services = services;
    this.lease = lease;
    this.#log = services.syncLogs.attempt(lease, {
      onWritten: () => this.#publish(),
      onError: (error) =>
        services.log.warn({ err: error, run: lease.runId }, 'the log of a sync run could not be written'),
    });
    this.notes = new AttemptNotes(this.#log);
    this.#progress = new ProgressWrites(
      async ({ tableName, phase, rowsRead }) => {
        const change: StreamChange = { state: 'running', phase, rows_read: rowsRead };
        await this.#inWorkspace((db) => this.#updateUnderLease(db, tableName, change));
        this.#publish();
      },
      (error) => {
        if (error instanceof LeaseLost) throw error;
        services.log.warn({ err: error, run: lease.runId }, 'the progress of a sync run could not be stored');
      },
    );
  }

  /**
   * Reads every stream that isn't complete yet and stores how each ended. Throws LeaseLost, or if the
   * store stays unavailable.
   */
  async run(): Promise<void> {
    const work = await this.#surely((db) => planAttempt(db, this.#services, this.lease));
    await whenStoreIsBack(() => collectLeftovers(this.#services, this.lease, work.streams));
    this.notes.planned(work);
    if (work.streams.length === 0) return;
    // A worker that was suspended until now would read the source until its next heartbeat, and keep what it read.
    await this.#surely((db) => lockUnderLease(db, this.lease));
    const problem = await this.#read(work).catch(failureOf);
    const reason = this.#stopReason ?? problem ?? failure('process_lost');
    await this.#surely(async (db) => {
      await lockUnderLease(db, this.lease);
      await endOpenStreams(db, this.lease.runId, reason);
    });
  }

  /** Asks the process to stop, and kills it if it doesn't. Committed tables stay, open ones end with this reason. */
  cancel(reason: Failure): void {
    if (!this.#stopped) this.notes.stopping(reason);
    this.#stop(reason);
    if (!this.#child?.connected) return;
    this.#child.send({ type: 'cancel' });
    setTimeout(() => this.#child?.kill('SIGKILL'), CANCEL_GRACE_MS).unref();
  }

  /** Kills the process now, because the lease is lost or the product is stopping. */
  kill(): void {
    this.#stop(failure('worker_lost'));
    this.#child?.kill('SIGKILL');
  }

  /** Waits until the log is written as far as possible. */
  close(): Promise<void> {
    return this.#log.flush();
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  #stop(reason: Failure): void {
    this.#stopped = true;
    this.#stopReason ??= reason;
  }

  /** Returns what kept the source as a whole from being read. */
  async #read(work: Work): Promise<Failure | null> {
    const temporaryFolder = await makeScratchFolder(this.#services.config.dataDirectory);
    try {
      return await this.#inProcess(work, await this.#job(work, temporaryFolder));
    } finally {
      await rm(temporaryFolder, { recursive: true, force: true });
      await this.#removeStages(work);
    }
  }

  /** A process that was killed leaves its stages behind, which on a full disk is what everybody else lacks. */
  async #removeStages({ streams }: Work): Promise<void> {
    const { workspaceId, sourceConnectionId: connectionId, token } = this.lease;
    const { versions } = this.#services;
    await Promise.all(
      streams.map(({ tableId }) => versions.removeStage({ workspaceId, connectionId, tableId, token })),
    );
  }

  async #job({ inputs, streams }: Work, temporaryFolder: string): Promise<SyncJob> {
    const { workspaceId, sourceConnectionId: connectionId, token, runId } = this.lease;
    const { versions } = this.#services;
    const staged = streams.map(
      async ({ stream, tableId, columnsBefore, keptColumns, expectsSchema, base, replaced, read }) => {
        const key = { workspaceId, connectionId, tableId, token };
        if (read?.kept) await versions.takeOver(read.kept, token);
        const readPath = read && (await versions.readPath({ ...key, reading: read.reading }));
        return {
          stream,
          columnsBefore,
          keptColumns,
          expectsSchema,
          base,
          replacedState: replaced?.state ?? null,
          readPath,
          wasInterrupted: read?.kept != null,
          stagePath: await versions.stagePath(key),
        };
      },
    );
    return {
      ...inputs,
      runId,
      streams: await Promise.all(staged),
      temporaryFolder,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      maskKey: hmac(this.#services.keys.masks, workspaceId),
      readAt: new Date(),
    };
  }

  #inProcess(work: Work, job: SyncJob): Promise<Failure | null> {
    if (this.#stopped) return Promise.resolve(null);
    const child = startChild(
      new URL(import.meta.resolve('@headwater/connectors/processes/sync/main')),
      'background',
    );
    const limits = new LimitWatch(child);
    this.#child = child;
    // One message at a time, because a commit must not overtake the progress before it.
    let handled: Promise<unknown> = Promise.resolve();
    return new Promise((resolve, reject) => {
      const enqueue = (handle: () => Promise<void>) => {
        handled = handled.then(handle);
        handled.catch(() => child.kill('SIGKILL'));
      };
      const writeProgress = () => enqueue(() => this.#progress.flush());
      let outcome: Failure | null | undefined;
      child.on('message', (message: FromSyncProcess) => {
        this.notes.take(message);
        if (message.type === 'done') outcome = message.failure;
        else if (message.type === 'progress') this.#progress.note(message, writeProgress);
        else if (message.type !== 'log') {
          // Now, because newer figures may arrive before it's this message's turn.
          const noted = ENDS_READING.has(message.type) ? this.#progress.take(message.tableName) : undefined;
          enqueue(() => this.#take(work, message, noted));
        }
      });
      child.on('error', reject);
      child.on('exit', (exitCode, signal) => {
        if (outcome === undefined && !this.#stopped) this.notes.processEnded(exitCode, signal);
        this.#progress.stop();
        if (!this.#stopped) writeProgress();
        const lost = () => limits.reached?.failure ?? whyLost(job.temporaryFolder);
        const done = () => (outcome === undefined ? lost() : outcome);
        handled.then(done).then(resolve, reject);
      });
      child.send({ type: 'start', job });
    });
  }

  /** `noted` are the figures before the message that aren't written yet. */
  async #take(work: Work, message: TableMessage, noted: Figures | undefined): Promise<void> {
    const figures = noted && { phase: noted.phase, rows_read: noted.rowsRead };
    switch (message.type) {
      case 'rate_limited':
        return this.#update(message.tableName, {
          ...figures,
          state: 'rate_limited',
          limited_until: new Date(message.until),
        });
      case 'resumed':
        return this.#surely(async (db) => {
          await lockUnderLease(db, this.lease);
          await keepRejections(db, this.lease.runId, message);
        });
      case 'checkpoint':
        return this.#noteProgress();
      case 'rejected':
        return this.#surely(async (db) => {
          await lockUnderLease(db, this.lease);
          await insertRejections(db, this.lease.runId, message.tableName, message.rows as Rejection[]);
        });
      case 'incomplete':
        if (message.failure.code === 'base_damaged') await this.#reportBase(work, message.tableName);
        return this.#fail(message.tableName, this.#stopReason ?? whyIncomplete(work, message), figures);
      case 'staged': {
        if (this.#stopped) return;
        await this.#update(message.tableName, { phase: 'committing', rows_read: message.version.rowsRead });
        const planned = work.streams.find(({ stream }) => stream.tableName === message.tableName)!;
        return this.#commit(planned, message.version);
      }
    }
  }

  /** The next attempt won't have to begin where this one did. */
  async #noteProgress(): Promise<void> {
    if (this.#hasProgressed) return;
    await this.#surely(async (db) => {
      await lockUnderLease(db, this.lease);
      await updateRun(db, this.lease.runId, { progressed: true });
    });
    this.#hasProgressed = true;
  }

  async #commit(target: PlannedStream, version: StagedVersion): Promise<void> {
    const { tableName } = target.stream;
    try {
      const held = await commitVersion(this.#services, this.lease, target, version);
      if (held) this.notes.held(tableName, held);
      else this.notes.published(tableName, version.rowsLoaded);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      await this.#fail(tableName, error.failure, { phase: 'done' });
    }
  }

  /** The next attempt loads the table from scratch. */
  async #reportBase({ streams }: Work, tableName: string): Promise<void> {
    const { tableId, base } = streams.find(({ stream }) => stream.tableName === tableName)!;
    const { workspaceId, sourceConnectionId: connectionId } = this.lease;
    if (base) await reportDamage(this.#services, { workspaceId, connectionId, tableId, token: base.token });
  }

  async #fail(tableName: string, reason: Failure, figures?: StreamChange): Promise<void> {
    this.notes.failed(tableName, reason);
    await this.#update(tableName, { ...figures, state: 'incomplete', failure: reason });
  }

  async #update(tableName: string, change: StreamChange): Promise<void> {
    await this.#surely((db) => this.#updateUnderLease(db, tableName, change));
    this.#publish();
  }

  /** Updates a stream under the lease, so that a worker without it can't overwrite its successor's data. */
  async #updateUnderLease(db: WorkspaceDb, tableName: string, change: StreamChange): Promise<void> {
    await lockUnderLease(db, this.lease);
    await updateRunStream(db, this.lease.runId, tableName, change);
  }

  #publish(): void {
    const { workspaceId, runId, sourceConnectionId } = this.lease;
    this.#services.events.publish(workspaceId, { type: 'sync_runs', id: runId, sourceConnectionId });
  }

  #inWorkspace<T>(work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return workspaceTransaction(this.#services.database, this.lease.workspaceId, work);
  }

  /** For changes that must not get lost: waits while the store is unavailable. */
  #surely<T>(work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return whenStoreIsBack(() => this.#inWorkspace(work));
  }
}

/** A table that isn't as it was discovered is read once more in this run, after the source's tables have been listed again. */
function whyIncomplete(
  { streams }: Work,
  { tableName, failure: reason }: Extract<TableMessage, { type: 'incomplete' }>,
): Failure {
  if (!STALE_SCHEMA.has(reason.code)) return reason;
  const planned = streams.find(({ stream }) => stream.tableName === tableName);
  const values = { table: tableName };
  if (planned?.mayRefresh) return failure('schema_changed', values, { internalMessage: reason.message });
  return reason.code === 'schema_changed' ? failure('schema_keeps_changing', values) : reason;
}

/** The engine is known to crash its process if the disk is full. */
async function whyLost(temporaryFolder: string): Promise<Failure> {
  return failure((await roomOnDisk(temporaryFolder)) > 0 ? 'process_lost' : 'disk_full');
}

/**
 * Describes an error on our side, not the source's, during the read. LeaseLost is not a failure of the run,
 * because another worker has it.
 */
function failureOf(error: unknown): Failure {
  if (error instanceof LeaseLost) throw error;
  const fault = storeFault(error);
  if (fault === 'disk_full') return failure('disk_full');
  return fault ? failure('worker_lost') : toFailure(error);
}
