import { failure } from '../connectors/failure.ts';
import { newId } from '../db/ids.ts';
import type { WorkspaceDb } from '../db/workspace-db.ts';
import { HttpError } from '../http/http-error.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { listStreams, lockSourceConnection } from '../source-connections/index.ts';
import { isEnded, nextState } from './run.ts';
import type { SyncWorker } from './sync-worker.ts';
import { findActiveRun, insertRun, lockRun, updateRun, type SyncRunRow } from './sync-runs.repository.ts';

declare module '../jobs/jobs.ts' {
  interface JobKinds {
    'wake-sync-worker': { runId: string };
  }
}

/** Asking for runs and for their end; the worker does the rest. */
export class Syncs {
  readonly #jobs: Jobs;
  readonly #worker: SyncWorker;

  constructor(jobs: Jobs, worker: SyncWorker) {
    this.#jobs = jobs;
    this.#worker = worker;
  }

  /** A new run of the connection, or the one that is active: an incomplete one goes on now instead of later. */
  async begin(db: WorkspaceDb, sourceConnectionId: string, startedBy: string | null): Promise<string> {
    await lockSourceConnection(db, sourceConnectionId);
    const active = await findActiveRun(db, sourceConnectionId);
    if (active) {
      if (active.state === 'incomplete')
        await updateRun(db, active.id, { state: 'queued', retryInSeconds: null });
      await this.#wake(db, active.id);
      return active.id;
    }
    const streams = (await listStreams(db, sourceConnectionId)).filter(({ selected }) => selected);
    if (streams.length === 0) throw new HttpError('no_tables_selected');
    const id = newId('run');
    await insertRun(db, { id, sourceConnectionId, trigger: 'manual', startedBy }, streams);
    await this.#wake(db, id);
    return id;
  }

  /** 409 where the run has ended. After the transaction call `stop`. */
  async cancel(db: WorkspaceDb, run: SyncRunRow): Promise<void> {
    const locked = await lockRun(db, run.id);
    if (!locked || isEnded(locked.state)) throw new HttpError('run_ended');
    const state = nextState(locked.state, { type: 'cancel_asked' })!;
    const ended = isEnded(state) && { ended: true as const, failure: failure('cancelled') };
    await updateRun(db, run.id, { state, ...ended });
  }

  /** Cancels what is active of a connection that is about to be deleted; answers its id. */
  async cancelAll(db: WorkspaceDb, sourceConnectionId: string): Promise<string | null> {
    const active = await findActiveRun(db, sourceConnectionId);
    if (active) await this.cancel(db, active);
    return active?.id ?? null;
  }

  /** Ends the run's process at once, if it is here. */
  stop(runId: string): void {
    this.#worker.cancel(runId);
  }

  /** The connection's run may be due now, as what it waited for has come. */
  async wake(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
    const active = await findActiveRun(db, sourceConnectionId);
    if (active) await this.#wake(db, active.id);
  }

  async #wake(db: WorkspaceDb, runId: string): Promise<void> {
    await this.#jobs.enqueue(db, 'wake-sync-worker', { runId });
  }
}
