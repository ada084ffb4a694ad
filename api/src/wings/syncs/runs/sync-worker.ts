import { availableParallelism } from 'node:os';
import { failure } from '../../../platform/failures/failure.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Services } from '../../../http/services.ts';
import { startDiscovery } from '../../connections/source-connections/index.ts';
import { Attempt } from './attempt.ts';
import { endAttempt, endLostAttempt, type EndedAttempt } from './end-attempt.ts';
import {
  beat,
  Fenced,
  handBack,
  HEARTBEAT_MS,
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
export class SyncWorker {
  readonly #services: Services;
  readonly #attempts = new Map<string, Attempt>();
  readonly #slots: number;
  readonly #working = new Set<Promise<void>>();
  readonly #spareWorking = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(services: Services, slots = SLOTS) {
    this.#services = services;
    this.#slots = slots;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), SCAN_MS);
    this.wake();
  }

  /** Looks for due runs. */
  wake(): void {
    const onlyIdle = this.#working.size >= this.#slots;
    const working = onlyIdle ? this.#spareWorking : this.#working;
    if (this.#closing || (onlyIdle && working.size >= SPARE_SLOTS)) return;
    const work = this.#workUntilNothingIsDue(onlyIdle)
      .catch((error) => this.#services.log.error({ err: error }, 'the sync worker failed'))
      .finally(() => working.delete(work));
    working.add(work);
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

  /** Stops the running attempts. They continue after the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const attempt of this.#attempts.values()) attempt.kill();
    await Promise.all([...this.#working, ...this.#spareWorking]);
  }

  async #workUntilNothingIsDue(onlyIdle: boolean): Promise<void> {
    while (!this.#closing) {
      await this.#recoverLostRuns();
      const lease = await takeDueRun(this.#services.database, this.#slots, { onlyIdle });
      if (!lease) return;
      this.wake(); // there may be more runs and free slots
      await this.#work(lease);
    }
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

  async #work(lease: Lease): Promise<void> {
    const attempt = new Attempt(this.#services, lease);
    this.#attempts.set(lease.runId, attempt);
    this.#publish(lease);
    const heartbeat = setInterval(() => void this.#beat(lease, attempt), HEARTBEAT_MS);
    try {
      await attempt.run();
      if (this.#closing) {
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
      // If Fenced, the run and its outcome now belong to another worker. Otherwise, the lease expires and
      // the run is taken again.
      if (error instanceof Fenced) attempt.notes.leaseLost();
      else this.#services.log.error({ err: error, run: lease.runId }, 'an attempt of a sync run failed');
    } finally {
      clearInterval(heartbeat);
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

  async #beat(lease: Lease, attempt: Attempt): Promise<void> {
    try {
      const reason = await this.#inWorkspace(lease, (db) => beat(db, lease));
      if (!reason || attempt.isStopped) return;
      attempt.cancel(failure(reason, reason === 'run_too_long' ? { hours: RUN_HOURS } : {}));
    } catch (error) {
      if (error instanceof Fenced) attempt.kill();
      else this.#services.log.warn({ err: error, run: lease.runId }, 'a heartbeat of a sync run failed');
    }
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
