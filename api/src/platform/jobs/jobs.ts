import type { FastifyBaseLogger } from 'fastify';
import { fromKysely, PgBoss, type KyselyTransactionLike, type Queue, type SendOptions } from 'pg-boss';
import type { Database } from '../database/database.ts';
import type { InstallationDb } from '../database/installation-db.ts';
import type { WorkspaceDb } from '../database/workspace-db.ts';
import type { ScanClock } from './scan-clock.ts';

/**
 * Kinds of jobs and their data. Each module adds its own next to its worker: `declare module './jobs.ts' {
 * interface JobKinds { 'wake-sync-worker': { runId: string } } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the modules, see above
export interface JobKinds {}

type JobName = keyof JobKinds & string;
type QueueOptions = Omit<Queue, 'name' | 'notify'>;

export interface Worker<Name extends JobName> {
  /** How many run at once in this process, 1 by default. */
  readonly concurrency?: number;
  /** Retries, expiry, and the like for this kind; see pg-boss. */
  readonly queue?: QueueOptions;
  run(data: JobKinds[Name], signal: AbortSignal): Promise<void>;
}

const SCHEMA = 'pgboss';

/** Background work: enqueued in the transaction of the change that requires it, and run by any process. */
export class Jobs {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async open(database: Database, log: FastifyBaseLogger): Promise<Jobs> {
    const boss = new PgBoss({
      ...database.connection,
      schema: SCHEMA,
      max: 4,
      application_name: `headwater ${process.pid} jobs`,
      useListenNotify: true,
      ...(database.role && { options: `-c role=${database.role}` }),
    } as ConstructorParameters<typeof PgBoss>[0] & object);
    boss.on('error', (error) => log.error({ err: error }, 'job queue'));
    boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
    await boss.start();
    return new Jobs(boss);
  }

  /** Declares a kind of job and runs it in this process. */
  async work<Name extends JobName>(name: Name, worker: Worker<Name>): Promise<void> {
    await this.#declare(name, worker.queue);
    const options = {
      localConcurrency: worker.concurrency ?? 1,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 2,
    };
    await this.#boss.work<JobKinds[Name]>(name, options, async (jobs) => {
      for (const job of jobs) await worker.run(job.data, job.signal);
    });
  }

  /** Declares a kind of job that wakes a clock of this process. One that is lost is made up for by the clock's own scans. */
  async wakes(name: JobName, clock: ScanClock): Promise<void> {
    await this.work(name, { queue: { retryLimit: 0 }, run: async () => clock.wake() });
  }

  /** Runs a job at recurring times (cron, UTC), once across all processes. Its kind must have a worker. */
  async schedule<Name extends JobName>(
    name: Name,
    cron: string,
    data: JobKinds[Name] & object,
  ): Promise<void> {
    await this.#boss.schedule(name, cron, data);
  }

  /** Enqueues a job. It exists when, and only if, the transaction commits. Its kind must have a worker. */
  async enqueue<Name extends JobName>(
    db: WorkspaceDb | InstallationDb,
    name: Name,
    data: JobKinds[Name] & object,
    options: Omit<SendOptions, 'db'> = {},
  ): Promise<void> {
    await this.#boss.send(name, data, { ...options, db: fromKysely(db as unknown as KyselyTransactionLike) });
  }

  /** Gives running jobs some time to finish, then returns them to the queue. */
  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5_000 });
  }

  async #declare(name: string, options: QueueOptions = {}): Promise<void> {
    if (await this.#boss.getQueue(name)) await this.#boss.updateQueue(name, { ...options, notify: true });
    else await this.#boss.createQueue(name, { ...options, notify: true });
  }
}
