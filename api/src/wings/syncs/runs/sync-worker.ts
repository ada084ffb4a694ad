import { availableParallelism } from 'node:os';
import { failure } from '@headwater/base/failures/failure';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Services } from '../../../http/services.ts';
import { LeaseLost, LeasedWork } from '../../../platform/jobs/leased-work.ts';
import { startDiscovery } from '../../connections/source-connections/index.ts';
import { Attempt } from './attempt.ts';
import { endAttempt, endLostAttempt, type EndedAttempt } from './end-attempt.ts';
import {
  beat,
  handBack,
  listLostRuns,
  lockLostRun,
  lockUnderLease,
  takeDueRun,
  type Lease,
} from './leases.ts';
import { isEnded, RUN_HOURS } from './run.ts';
import { whenStoreIsBack } from './when-store-is-back.ts';

/** How often the worker looks for runs whose wake-up was lost, whose retry is due, or whose worker died. */
const SCAN_MS = 15_000;
/** How many sync processes this server runs at a time. */
const SLOTS = Math.max(2, availableParallelism());
/** And how many more for workspaces that have nothing running: runs of one may take hours, and all of the others. */
const SPARE_SLOTS = Math.max(1, Math.floor(SLOTS / 2));

/**
 * Works on due runs: takes a lease, makes an attempt, and stores its outcome. Run rows are the source of
 * truth, and wake-ups only save time.
 */
export class SyncWorker extends LeasedWork<Lease> {
  readonly #services: Services;
  readonly #attempts = new Map<string, Attempt>();

  constructor(services: Services, slots = SLOTS) {
    super({
      ...{ log: services.log, what: 'due syncs', milliseconds: SCAN_MS, slots: slots + SPARE_SLOTS },
      take: async ({ slot }) => {
        await this.#recoverLostRuns();
        return takeDueRun(services.database, slots, { onlyIdle: slot >= slots });
      },
      work: (lease, signal) => this.#attempt(lease, signal),
      renew: (lease) => this.#renew(lease),
      failed: (lease, error) =>
        // The lease expires, and the run is taken again.
        services.log.error({ err: error, run: lease.runId }, 'an attempt of a sync run failed'),
    });
    this.#services = services;
  }

  /** Cancels a run at once if it is worked on here. Another server learns about it with its next heartbeat. */
  cancel(runId: string): void {
    this.#attempts.get(runId)?.cancel(failure('canceled'));
  }

  /** Cancels all attempts in this process for something that was deleted. */
  cancelWhere(isGone: (lease: Lease) => boolean): void {
    for (const attempt of this.#attempts.values())
      if (isGone(attempt.lease)) attempt.cancel(failure('canceled'));
  }

  /** Counts the attempts whose worker is gone, and ends or queues their runs. */
  async #recoverLostRuns(): Promise<void> {
    for (const lost of await listLostRuns(this.#services.database)) {
      if (this.#attempts.has(lost.runId)) continue; // ours and alive, whatever delayed its heartbeat, so it continues
      await this.#inWorkspace(lost, async (db) => {
        const run = await lockLostRun(db, lost.runId);
        if (run) await this.#announce(db, lost, await endLostAttempt(db, run));
      });
      this.#publish(lost);
    }
  }

  async #attempt(lease: Lease, signal: AbortSignal): Promise<void> {
    const attempt = new Attempt(this.#services, lease);
    this.#attempts.set(lease.runId, attempt);
    this.#publish(lease);
    signal.addEventListener('abort', () => attempt.kill());
    try {
      if (!signal.aborted) await attempt.run();
      if (signal.aborted && !(signal.reason instanceof LeaseLost)) {
        attempt.notes.interrupted();
        await this.#inWorkspace(lease, (db) => handBack(db, lease));
      } else {
        const ended = await whenStoreIsBack(() =>
          this.#inWorkspace(lease, async (db) => {
            const end = await endAttempt(db, await lockUnderLease(db, lease));
            if (end?.needsDiscovery) await startDiscovery(db, this.#services, lease.sourceConnectionId);
            await this.#announce(db, lease, end);
            return end;
          }),
        );
        if (ended) attempt.notes.ended(ended);
      }
    } catch (error) {
      // The run and its outcome now belong to another worker.
      if (error instanceof LeaseLost) attempt.notes.leaseLost();
      throw error;
    } finally {
      await attempt.close();
      this.#attempts.delete(lease.runId);
      this.#publish(lease);
    }
  }

  /** Tells the other modules about a run that has ended, in the transaction that ends it. */
  async #announce(
    db: WorkspaceDb,
    { sourceConnectionId, runId }: Pick<Lease, 'sourceConnectionId' | 'runId'>,
    end: EndedAttempt | null,
  ): Promise<void> {
    if (!end || !isEnded(end.state)) return;
    await this.#services.hooks.within('onRunEnded', db, {
      sourceConnectionId,
      runId,
      state: end.state,
      before: null,
    });
  }

  async #renew(lease: Lease): Promise<boolean> {
    const reason = await this.#inWorkspace(lease, (db) => beat(db, lease));
    const attempt = this.#attempts.get(lease.runId);
    if (reason && attempt && !attempt.isStopped)
      attempt.cancel(failure(reason, reason === 'run_too_long' ? { hours: RUN_HOURS } : {}));
    return true;
  }

  #inWorkspace<T>(
    { workspaceId }: Pick<Lease, 'workspaceId'>,
    work: (db: WorkspaceDb) => Promise<T>,
  ): Promise<T> {
    return workspaceTransaction(this.#services.database, workspaceId, work);
  }

  #publish({ workspaceId, runId, sourceConnectionId }: Omit<Lease, 'token' | 'attempt'>): void {
    const publish = this.#services.events.publish.bind(this.#services.events, workspaceId);
    publish({ type: 'sync_runs', id: runId, sourceConnectionId });
    publish({ type: 'source_connections', id: sourceConnectionId, sourceConnectionId });
    publish({ type: 'tables', id: sourceConnectionId, sourceConnectionId }); // some may be stale by now
  }
}
