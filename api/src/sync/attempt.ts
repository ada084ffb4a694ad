import { rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import type { Failure } from '@headwater/shared/contract';
import { failure, toFailure } from '../connectors/failure.ts';
import type { Rejection } from '../connectors/protocol.ts';
import { storeFault } from '../db/store-fault.ts';
import { workspaceTransaction, type WorkspaceDb } from '../db/workspace-db.ts';
import { roomOnDisk } from '../disk-room.ts';
import { startChild } from '../processes/start-child.ts';
import type { Services } from '../services.ts';
import { collectLeftovers } from './collect.ts';
import { commitVersion } from './commit.ts';
import { Fenced, lockUnderLease, type Lease } from './lease-scheduler.ts';
import { configured, planAttempt, type Work } from './plan-attempt.ts';
import type { FromSyncProcess, SyncJob } from './process/messages.ts';
import { makeScratchFolder } from './scratch.ts';
import { insertRejections } from './rejected-rows.repository.ts';
import { listRunStreams, updateRunStream } from './sync-runs.repository.ts';
import { whenStoreIsBack } from './when-store-is-back.ts';

const IDLE_TIMEOUT_MS = 10 * 60_000;
/** A process that was asked to end and doesn't is ended. */
const CANCEL_GRACE_MS = 5_000;

/** One attempt of a run: a sync process reads and stages, we commit each table as it is ready. */
export class Attempt {
  readonly #services: Services;
  readonly #lease: Lease;
  #child: ChildProcess | undefined;
  #stopped = false;
  /** Why it was stopped from outside; commits nothing more once that is set. */
  #stopReason: Failure | null = null;

  constructor(services: Services, lease: Lease) {
    this.#services = services;
    this.#lease = lease;
  }

  /** Reads every stream that is not complete yet. Each one's end is stored; throws Fenced, or where the store stays away. */
  async run(): Promise<void> {
    await collectLeftovers(this.#services, this.#lease);
    const work = await this.#inWorkspace((db) => planAttempt(db, this.#services, this.#lease));
    if (work.streams.length === 0) return;
    const problem = await this.#read(work).catch(failureOf);
    await whenStoreIsBack(() => this.#endOpenStreams(this.#stopReason ?? problem ?? failure('process_lost')));
  }

  /** Asks the process to stop; ends it if it doesn't. What is committed stays. */
  cancel(): void {
    this.#stop(failure('cancelled'));
    if (!this.#child?.connected) return;
    this.#child.send({ type: 'cancel' });
    setTimeout(() => this.#child?.kill('SIGKILL'), CANCEL_GRACE_MS).unref();
  }

  /** The lease is lost or the product stops: ends the process now. */
  kill(): void {
    this.#stop(failure('worker_lost'));
    this.#child?.kill('SIGKILL');
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  #stop(reason: Failure): void {
    this.#stopped = true;
    this.#stopReason ??= reason;
  }

  /** Answers what kept the source as a whole from being read. */
  async #read(work: Work): Promise<Failure | null> {
    const temporaryFolder = await makeScratchFolder(this.#services.config.dataDirectory);
    try {
      return await this.#inProcess(work, await this.#job(work, temporaryFolder));
    } finally {
      await rm(temporaryFolder, { recursive: true, force: true });
    }
  }

  async #job({ inputs, streams }: Work, temporaryFolder: string): Promise<SyncJob> {
    const { workspaceId, sourceConnectionId: connectionId, token } = this.#lease;
    const staged = streams.map(async ({ stream, tableId }) => ({
      stream: configured(stream),
      stagePath: await this.#services.versions.stagePath({ workspaceId, connectionId, tableId, token }),
    }));
    return { ...inputs, streams: await Promise.all(staged), temporaryFolder, idleTimeoutMs: IDLE_TIMEOUT_MS };
  }

  #inProcess(work: Work, job: SyncJob): Promise<Failure | null> {
    if (this.#stopped) return Promise.resolve(null);
    const child = startChild(new URL('./process/main.ts', import.meta.url));
    this.#child = child;
    // One message after the other: a commit must not overtake the progress before it.
    let handled: Promise<unknown> = Promise.resolve();
    return new Promise((resolve, reject) => {
      const take = (message: FromSyncProcess) => {
        handled = handled.then(() => this.#take(work, message));
        handled.catch(() => child.kill('SIGKILL'));
      };
      let outcome: Failure | null | undefined;
      child.on('message', (message: FromSyncProcess) => {
        if (message.type === 'done') outcome = message.failure;
        else take(message);
      });
      child.on('error', reject);
      child.on('exit', () => {
        const done = () => (outcome === undefined ? whyLost(job.temporaryFolder) : outcome);
        handled.then(done).then(resolve, reject);
      });
      child.send({ type: 'start', job });
    });
  }

  async #take(work: Work, message: FromSyncProcess): Promise<void> {
    const { runId } = this.#lease;
    switch (message.type) {
      case 'progress':
        return this.#update(message.tableName, {
          state: 'running',
          phase: message.phase,
          rows_read: message.rowsRead,
        });
      case 'rejected':
        return this.#inWorkspace((db) =>
          insertRejections(db, runId, message.tableName, message.rows as Rejection[]),
        );
      case 'incomplete':
        return this.#update(message.tableName, {
          state: 'incomplete',
          phase: 'done',
          failure: this.#stopReason ?? message.failure,
        });
      case 'staged': {
        if (this.#stopped) return;
        await this.#update(message.tableName, { phase: 'committing', rows_read: message.version.rowsRead });
        const { stream, tableId } = work.streams.find(
          ({ stream }) => stream.table_name === message.tableName,
        )!;
        const target = { tableName: message.tableName, tableId, primaryKey: stream.primary_key };
        return commitVersion(this.#services, this.#lease, target, message.version);
      }
    }
  }

  async #endOpenStreams(reason: Failure): Promise<void> {
    const { runId } = this.#lease;
    await this.#inWorkspace(async (db) => {
      await lockUnderLease(db, this.#lease);
      const streams = (await listRunStreams(db, [runId])).get(runId) ?? [];
      for (const { table_name, state } of streams) {
        if (state === 'complete' || state === 'incomplete') continue;
        await updateRunStream(db, runId, table_name, { state: 'incomplete', phase: 'done', failure: reason });
      }
    });
  }

  async #update(tableName: string, change: Parameters<typeof updateRunStream>[3]): Promise<void> {
    const { workspaceId, runId, sourceConnectionId } = this.#lease;
    await this.#inWorkspace((db) => updateRunStream(db, runId, tableName, change));
    this.#services.events.publish(workspaceId, { type: 'sync_runs', id: runId, sourceConnectionId });
  }

  #inWorkspace<T>(work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return workspaceTransaction(this.#services.database, this.#lease.workspaceId, work);
  }
}

/** The engine has been seen to take its process along where the disk was full. */
async function whyLost(temporaryFolder: string): Promise<Failure> {
  return failure((await roomOnDisk(temporaryFolder)) > 0 ? 'process_lost' : 'disk_full');
}

/** What befell us, not the source, while it was read. Fenced is no failure of the run: somebody else has it. */
function failureOf(error: unknown): Failure {
  if (error instanceof Fenced) throw error;
  const fault = storeFault(error);
  if (fault === 'disk_full') return failure('disk_full');
  return fault ? failure('worker_lost') : toFailure(error);
}
