import { failure } from '@headwater/base/failures/failure';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Actor } from '../../../http/principal.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { listSelectedTables, lockSourceConnection } from '../../connections/source-connections/index.ts';
import { endOpenStreams } from './end-attempt.ts';
import { isEnded, nextState } from './run.ts';
import type { SyncWorker } from './sync-worker.ts';
import {
  findActiveRun,
  listActiveRuns,
  insertRun,
  lockRun,
  reopenStreams,
  updateRun,
  type SyncRunRow,
} from './sync-runs.repository.ts';

declare module '../../../platform/jobs/jobs.ts' {
  interface JobKinds {
    'wake-sync-worker': { runId: string };
  }
}

/** What a run reads; all selected tables without `tables`. */
export interface RunContents {
  tables?: readonly string[] | undefined;
  /** Everything again, instead of only what is new. */
  fromScratch?: boolean | undefined;
}

/** Requests runs and their cancellation. The worker does the rest. */
export class Syncs {
  readonly #jobs: Jobs;
  readonly #worker: SyncWorker;

  constructor(jobs: Jobs, worker: SyncWorker) {
    this.#jobs = jobs;
    this.#worker = worker;
  }

  /**
   * Starts a run of the connection, or returns the active one. An incomplete run continues now instead of later. Throws
   * a 409 if the active run doesn't do what is requested, and a 422 for tables that aren't selected.
   */
  async begin(
    db: WorkspaceDb,
    sourceConnectionId: string,
    startedBy: Actor,
    what: RunContents = {},
  ): Promise<string> {
    const active = await this.#joinActive(db, sourceConnectionId, what);
    if (active) return active;
    await lockSourceConnection(db, sourceConnectionId); // after the run, in the order in which a worker locks them
    const meanwhile = await findActiveRun(db, sourceConnectionId);
    if (meanwhile) return joined(meanwhile, what);
    const streams = chosen(await listSelectedTables(db, sourceConnectionId), what.tables);
    if (streams.length === 0) throw new Refusal('no_tables_selected');
    const id = newId('run');
    await insertRun(db, { id, sourceConnectionId, trigger: 'manual', startedBy, ...what }, streams);
    await this.#wake(db, id);
    return id;
  }

  /**
   * Starts a run of a locked connection for its schedule. Returns why not if a run is active, which is left as it is, or
   * if there is nothing to read.
   */
  async beginScheduled(
    db: WorkspaceDb,
    sourceConnectionId: string,
    trigger: 'schedule' | 'after',
  ): Promise<'started' | 'active' | 'nothing_selected'> {
    if (await findActiveRun(db, sourceConnectionId)) return 'active';
    const streams = await listSelectedTables(db, sourceConnectionId);
    if (streams.length === 0) return 'nothing_selected';
    const id = newId('run');
    await insertRun(db, { id, sourceConnectionId, trigger, startedBy: null }, streams);
    await this.#wake(db, id);
    return 'started';
  }

  async #joinActive(
    db: WorkspaceDb,
    sourceConnectionId: string,
    what: RunContents,
  ): Promise<string | undefined> {
    const found = await findActiveRun(db, sourceConnectionId);
    const active = found && (await lockRun(db, found.id));
    if (!active || isEnded(active.state)) return undefined;
    joined(active, what);
    if (active.state === 'incomplete') await this.#resume(db, active.id);
    await this.#wake(db, active.id);
    return active.id;
  }

  /** Cancels a run, or throws a 409 if it has ended. Call `stop` after the transaction. */
  async cancel(db: WorkspaceDb, run: SyncRunRow): Promise<void> {
    const locked = await lockRun(db, run.id);
    if (!locked || isEnded(locked.state)) throw new Refusal('run_ended');
    const state = nextState(locked.state, { type: 'cancel_asked' })!;
    const ended = isEnded(state) && { ended: true as const, failure: failure('canceled') };
    await updateRun(db, run.id, { state, ...ended });
  }

  /** Cancels every run of the workspace. What is committed stays. */
  async cancelAll(db: WorkspaceDb): Promise<void> {
    for (const run of await listActiveRuns(db)) await this.cancel(db, run);
  }

  /**
   * Ends the run of a connection that is about to be deleted, without waiting for its worker: that one finds that it has
   * lost its lease, and commits nothing more.
   */
  async endActive(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
    const active = await findActiveRun(db, sourceConnectionId);
    const locked = active && (await lockRun(db, active.id));
    if (!locked || isEnded(locked.state)) return;
    const reason = failure('canceled');
    await endOpenStreams(db, locked.id, reason);
    await updateRun(db, locked.id, { state: 'canceled', ended: true, failure: reason });
  }

  /** Stops the run's process at once, if it is in this server. */
  stop(runId: string): void {
    this.#worker.cancel(runId);
  }

  /**
   * Lets the run of a connection that is no longer paused continue at once, if it waited for its next attempt. It has
   * the full time again, since it wasn't the run that took so long.
   */
  async continueWaiting(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
    const found = await findActiveRun(db, sourceConnectionId);
    const active = found && (await lockRun(db, found.id));
    if (active?.state !== 'incomplete') return;
    await updateRun(db, active.id, { state: 'queued', retryInSeconds: null });
    await this.#wake(db, active.id);
  }

  /** Wakes the worker, because what the connection's run waited for has happened. */
  async wake(db: WorkspaceDb, sourceConnectionId: string): Promise<void> {
    const active = await findActiveRun(db, sourceConnectionId);
    if (active) await this.#wake(db, active.id);
  }

  /**
   * Resumes a run at a user's request. The user may have fixed the cause, so all open tables are tried,
   * counting from the first attempt.
   */
  async #resume(db: WorkspaceDb, runId: string): Promise<void> {
    await reopenStreams(db, runId);
    const tries = { withProgress: 0, withoutProgress: 0, withoutProgressInARow: 0 };
    await updateRun(db, runId, { state: 'queued', retryInSeconds: null, tries });
  }

  async #wake(db: WorkspaceDb, runId: string): Promise<void> {
    await this.#jobs.enqueue(db, 'wake-sync-worker', { runId });
  }
}

/** Returns the ID of an active run if it does what is requested. */
function joined({ id, scope, from_scratch }: SyncRunRow, { tables, fromScratch }: RunContents): string {
  const isWider = scope === null || (tables !== undefined && tables.every((name) => scope.includes(name)));
  if (!isWider || (fromScratch && !from_scratch)) throw new Refusal('other_run_active');
  return id;
}

/** Returns the selected tables with these names, or all of them. */
function chosen<Table extends { table_name: string }>(
  selected: readonly Table[],
  names: readonly string[] | undefined,
): readonly Table[] {
  if (!names) return selected;
  const byName = new Map(selected.map((table) => [table.table_name, table]));
  return names.map((name, index) => {
    const table = byName.get(name);
    if (!table) throw new Refusal('table_not_selected', { pointer: `/data/attributes/tables/${index}` });
    return table;
  });
}
