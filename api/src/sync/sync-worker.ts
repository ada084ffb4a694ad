import { workspaceTransaction, type WorkspaceDb } from '../db/workspace-db.ts';
import type { Services } from '../services.ts';
import { markStale } from '../tables/index.ts';
import { updateSetup } from '../source-connections/index.ts';
import { Attempt } from './attempt.ts';
import {
  beat,
  Fenced,
  handBack,
  HEARTBEAT_MS,
  lockUnderLease,
  takeDueRun,
  type Lease,
} from './lease-scheduler.ts';
import { backoffSeconds, isEnded, nextState, outcomeOf } from './run.ts';
import { listRunStreams, updateRun } from './sync-runs.repository.ts';
import { whenStoreIsBack } from './when-store-is-back.ts';

/** Finds what a lost wake-up left, a retry whose time has come, a run whose worker died. */
const SCAN_MS = 15_000;
/** Sync processes at a time in this server. */
const CONCURRENCY = 2;

/** Works on due runs: takes a lease, makes an attempt, stores what it came to. Run rows are the truth; wake-ups only hurry. */
export class SyncWorker {
  readonly #services: Services;
  readonly #attempts = new Map<string, Attempt>();
  readonly #working = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), SCAN_MS);
    this.wake();
  }

  /** Something may be due. */
  wake(): void {
    if (this.#closing || this.#working.size >= CONCURRENCY) return;
    const work = this.#workUntilNothingIsDue()
      .catch((error) => this.#services.log.error({ err: error }, 'the sync worker'))
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  /** At once if the run is worked on here; another server learns of it with its next heartbeat. */
  cancel(runId: string): void {
    this.#attempts.get(runId)?.cancel();
  }

  /** Ends what runs; it goes on after the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    for (const attempt of this.#attempts.values()) attempt.kill();
    await Promise.all(this.#working);
  }

  async #workUntilNothingIsDue(): Promise<void> {
    while (!this.#closing) {
      const lease = await takeDueRun(this.#services.database);
      if (!lease) return;
      this.wake(); // there may be more, and room for it
      await this.#work(lease);
    }
  }

  async #work(lease: Lease): Promise<void> {
    const attempt = new Attempt(this.#services, lease);
    this.#attempts.set(lease.runId, attempt);
    this.#tell(lease);
    const heartbeat = setInterval(() => void this.#beat(lease, attempt), HEARTBEAT_MS);
    try {
      await attempt.run();
      if (this.#closing) await this.#inWorkspace(lease, (db) => handBack(db, lease));
      else await whenStoreIsBack(() => this.#inWorkspace(lease, (db) => endAttempt(db, lease)));
    } catch (error) {
      // Fenced: the run is somebody else's by now, and so is what it comes to. Else the lease runs out and it is taken anew.
      if (!(error instanceof Fenced))
        this.#services.log.error({ err: error, run: lease.runId }, 'an attempt of a sync run');
    } finally {
      clearInterval(heartbeat);
      this.#attempts.delete(lease.runId);
      this.#tell(lease);
    }
  }

  async #beat(lease: Lease, attempt: Attempt): Promise<void> {
    try {
      const { cancel } = await this.#inWorkspace(lease, (db) => beat(db, lease));
      if (cancel && !attempt.isStopped) attempt.cancel();
    } catch (error) {
      if (error instanceof Fenced) attempt.kill();
      else this.#services.log.warn({ err: error, run: lease.runId }, 'a heartbeat of a sync run');
    }
  }

  #inWorkspace<T>({ workspaceId }: Lease, work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return workspaceTransaction(this.#services.database, workspaceId, work);
  }

  #tell({ workspaceId, runId, sourceConnectionId }: Lease): void {
    const publish = this.#services.events.publish.bind(this.#services.events, workspaceId);
    publish({ type: 'sync_runs', id: runId, sourceConnectionId });
    publish({ type: 'source_connections', id: sourceConnectionId, sourceConnectionId });
    publish({ type: 'tables', id: sourceConnectionId, sourceConnectionId }); // some may be stale by now
  }
}

/** Stores what the attempt came to, from its streams as they stand. */
async function endAttempt(db: WorkspaceDb, lease: Lease): Promise<void> {
  const run = await lockUnderLease(db, lease);
  const streams = (await listRunStreams(db, [run.id])).get(run.id) ?? [];
  const outcome = outcomeOf(streams, lease.attempt);
  const state = nextState(run.state, { type: 'attempt_ended', outcome });
  if (!state) return;
  const open = streams.filter((stream) => stream.state !== 'complete');
  const reason = open.find(({ failure }) => failure)?.failure ?? null;
  await updateRun(db, run.id, {
    state,
    failure: reason,
    retryInSeconds: state === 'incomplete' ? backoffSeconds(lease.attempt) : null,
    ...(isEnded(state) && { ended: true }),
  });
  if (state === 'cancelled') return;
  await markStale(
    db,
    lease.sourceConnectionId,
    open.map(({ table_name }) => table_name),
  );
  const isOurs = reason !== null && reason.origin !== 'source';
  if (!isOurs)
    await updateSetup(db, lease.sourceConnectionId, reason?.type === 'config_error' ? 'broken' : 'connected');
}
