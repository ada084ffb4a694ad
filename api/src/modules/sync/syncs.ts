import { failure } from '../../platform/failures/failure.ts';
import { newId } from '../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { Actor } from '../../http/principal.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { listStreams, lockSourceConnection } from '../source-connections/index.ts';
import { isEnded, nextState } from './run.ts';
import type { SyncWorker } from './sync-worker.ts';
import {
  findActiveRun,
  insertRun,
  lockRun,
  reopenStreams,
  updateRun,
  type SyncRunRow,
} from './sync-runs.repository.ts';

declare module '../../platform/jobs/jobs.ts' {
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
  async begin(db: WorkspaceDb, sourceConnectionId: string, startedBy: Actor): Promise<string> {
    const active = await this.#joinActive(db, sourceConnectionId);
    if (active) return active;
    await lockSourceConnection(db, sourceConnectionId); // after the run, in the order in which a worker locks them
    const meanwhile = await findActiveRun(db, sourceConnectionId);
    if (meanwhile) return meanwhile.id;
    const streams = (await listStreams(db, sourceConnectionId)).filter(({ selected }) => selected);
    if (streams.length === 0) throw new Refusal('no_tables_selected');
    const id = newId('run');
    await insertRun(db, { id, sourceConnectionId, trigger: 'manual', startedBy }, streams);
    await this.#wake(db, id);
    return id;
  }

  async #joinActive(db: WorkspaceDb, sourceConnectionId: string): Promise<string | undefined> {
    const found = await findActiveRun(db, sourceConnectionId);
    const active = found && (await lockRun(db, found.id));
    if (!active || isEnded(active.state)) return undefined;
    if (active.state === 'incomplete') await this.#resume(db, active.id);
    await this.#wake(db, active.id);
    return active.id;
  }

  /** 409 where the run has ended. After the transaction call `stop`. */
  async cancel(db: WorkspaceDb, run: SyncRunRow): Promise<void> {
    if (!(await this.#cancelled(db, run))) throw new Refusal('run_ended');
  }

  /** Cancels the run of a connection that is about to be deleted. */
  async cancelActive(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
    const active = await findActiveRun(db, sourceConnectionId);
    if (active) await this.#cancelled(db, active); // or it has ended meanwhile, which is as good
  }

  async #cancelled(db: WorkspaceDb, { id }: SyncRunRow): Promise<boolean> {
    const locked = await lockRun(db, id);
    if (!locked || isEnded(locked.state)) return false;
    const state = nextState(locked.state, { type: 'cancel_asked' })!;
    const ended = isEnded(state) && { ended: true as const, failure: failure('cancelled') };
    await updateRun(db, id, { state, ...ended });
    return true;
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

  /** Somebody wants it now, and may have fixed what stopped a table: all that is open is tried, from the first attempt on. */
  async #resume(db: WorkspaceDb, runId: string): Promise<void> {
    await reopenStreams(db, runId);
    const tries = { withProgress: 0, withoutProgress: 0, withoutProgressInARow: 0 };
    await updateRun(db, runId, { state: 'queued', retryInSeconds: null, tries });
  }

  async #wake(db: WorkspaceDb, runId: string): Promise<void> {
    await this.#jobs.enqueue(db, 'wake-sync-worker', { runId });
  }
}
