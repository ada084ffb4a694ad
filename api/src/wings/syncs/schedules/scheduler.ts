import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Services } from '../../../http/services.ts';
import { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import { lockIfThere } from '../../connections/source-connections/index.ts';
import { followLateness } from './late-connections.ts';
import { nextRunAfter, startOfDue } from './planned-runs.ts';
import { choicesOf, listDue, lockDue, planNext, type DueSchedule } from './schedules.repository.ts';

/** How often the scheduler looks for due runs. */
const SCAN_MS = 15_000;
const BATCH = 100;

/** Starts the runs that are due, and notices data that has become late. A schedule's `next_run_at` is the truth, by the database's clock. */
export class Scheduler extends ScanClock {
  readonly #services: Services;

  constructor(services: Services) {
    super({
      ...{ milliseconds: SCAN_MS, log: services.log, what: 'due runs' },
      work: async (isClosing) => {
        await this.startDueRuns(isClosing);
        await followLateness(services);
      },
    });
    this.#services = services;
  }

  /** Starts every run that is due, and plans the next one of each schedule. */
  async startDueRuns(isClosing = () => false): Promise<void> {
    for (let handled = 1; handled > 0 && !isClosing();) {
      handled = 0;
      for (const due of await listDue(this.#services.database, BATCH)) {
        if (isClosing()) return;
        if (await this.#startOne(due)) handled += 1;
      }
    }
  }

  /** Returns false if the schedule stays due. Its failure must not keep the others waiting. */
  async #startOne(due: DueSchedule): Promise<boolean> {
    try {
      return await workspaceTransaction(this.#services.database, due.workspaceId, (db) =>
        this.#startIn(db, due.sourceConnectionId),
      );
    } catch (error) {
      this.#services.log.error({ err: error, ...due }, 'starting a scheduled run failed');
      return false;
    }
  }

  async #startIn(db: WorkspaceDb, id: string): Promise<boolean> {
    const connection = await lockIfThere(db, id);
    const due = connection && (await lockDue(db, id));
    if (!due) return false;
    const choices = choicesOf(due);
    const now = due.now.getTime();
    const next = nextRunAfter(choices, now);
    const start = startOfDue(choices, now);
    if (connection.lifecycle !== 'active') await planNext(db, id, null);
    else if (due.isAhead) await planNext(db, id, next);
    else if (start !== now) await planNext(db, id, start ?? next);
    else {
      const trigger = due.kind === 'after' ? 'after' : 'schedule';
      const started = await this.#services.syncs.beginScheduled(db, id, trigger);
      // It waits for the end of the active run, with all that become due meanwhile.
      if (started === 'active' && choices.overlap === 'queue') return false;
      await planNext(db, id, next);
    }
    await this.#publish(db, id);
    return true;
  }

  async #publish(db: WorkspaceDb, id: string): Promise<void> {
    const { events } = this.#services;
    for (const type of ['source_connections', 'schedules', 'sync_runs'] as const)
      await events.publishIn(db, { type, id, sourceConnectionId: id });
  }
}
