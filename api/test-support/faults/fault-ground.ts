import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sync } from '../../src/wings/syncs/runs/index.ts';
import type { ApiModule } from '../../src/wings/api-module.ts';
import { organizations } from '../../src/wings/people/organizations/index.ts';
import {
  configurationFor,
  startSourceServer,
  type SourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { selectModelTables } from '../model-journey.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../source-journey.ts';
import type { SmallDisk } from '@headwater/base/testing/small-disk';
import type { Dice } from '@headwater/base/testing/dice';
import { SyncModel, type ModelTable } from '../sync-model.ts';
import { TestApi } from '../test-api.ts';
import { FaultProxy } from './fault-proxy.ts';
import { FaultWorker } from './fault-worker.ts';
import { VersionChecker } from './version-checker.ts';

/** So many that a table comes in several batches. */
const ROWS = 5_000;
/** How many bytes of a table the source sends, at least. */
export const TABLE_BYTES = ROWS * 200;
const ENDED = ['succeeded', 'partially_succeeded', 'failed', 'canceled', 'incomplete'];

/** What the API of this process does: everything that a run needs but its worker. */
const parts: ApiModule[] = [{ ...sync, start: () => undefined }, organizations];

/**
 * An installation of separate processes: the API here, workers that may be killed, the store and a source behind
 * proxies, and a connection whose tables are compared with what the source had.
 */
export class FaultGround {
  readonly api: TestApi;
  readonly journey: SourceJourney;
  readonly source: SourceServer;
  /** Between the source and the processes that read it. */
  readonly sourceLine: FaultProxy;
  /** Between the store and the workers. */
  readonly storeLine: FaultProxy;
  readonly roll: Dice;
  /** Only if the data is on a small disk. */
  readonly disk: SmallDisk | undefined;
  readonly #socketFolder: string;
  readonly #workers = new Set<FaultWorker>();
  #spare = new FaultWorker();
  #worker: FaultWorker | undefined;
  #sources = 0;
  model!: SyncModel;
  checker!: VersionChecker;
  connection!: string;

  private constructor(
    parts: Pick<FaultGround, 'api' | 'journey' | 'source' | 'sourceLine' | 'storeLine' | 'roll' | 'disk'>,
    socketFolder: string,
  ) {
    this.api = parts.api;
    this.journey = parts.journey;
    this.source = parts.source;
    this.sourceLine = parts.sourceLine;
    this.storeLine = parts.storeLine;
    this.roll = parts.roll;
    this.#socketFolder = socketFolder;
    this.disk = parts.disk;
  }

  static async open(roll: Dice, disk?: SmallDisk): Promise<FaultGround> {
    const [api, source] = await Promise.all([
      TestApi.open({ parts, ...(disk && { folder: disk.folder }) }),
      startSourceServer('shared_preload_libraries='),
    ]);
    const journey = new SourceJourney(await api.workspace());
    const socketFolder = await mkdtemp(join(tmpdir(), 'headwater-line-'));
    const socket = `.s.PGSQL.${api.connection.port}`;
    const storeLine = await FaultProxy.open(join(api.connection.host!, socket), join(socketFolder, socket));
    const sourceLine = await FaultProxy.open(source.port);
    const lines = { storeLine, sourceLine };
    const ground = new FaultGround({ api, journey, source, roll, disk, ...lines }, socketFolder);
    await ground.connect();
    return ground;
  }

  /** Connects a source with new tables, which the next faults are about, and syncs it. */
  async connect(): Promise<void> {
    const database = `model_${(this.#sources += 1)}`;
    await this.source.run(`create database ${database}`);
    await this.source.run('alter default privileges grant select on tables to reader', database);
    this.model = new SyncModel(this.roll, { run: (statements) => this.source.run(statements, database) });
    await this.model.create(ROWS);
    const configuration = configurationFor(this.sourceLine.port, { database });
    this.connection = await this.journey.connect('postgres', configuration);
    await selectModelTables(this.api, this.journey, this.connection, [this.model]);
    const [, , workspaceId, , connectionId] = this.connection.split('/');
    this.checker = new VersionChecker(this.api, workspaceId!, connectionId!, this.model);
    await this.recover();
  }

  /** Leaves everything behind that a case has failed with: its workers, its lines, and its connection. */
  async startOver(): Promise<void> {
    this.storeLine.mend();
    this.sourceLine.mend();
    await this.kill(...this.#workers);
    await this.journey.client.delete(this.connection);
    await this.connect();
  }

  /** Returns the worker that syncs by default, which is started if it was killed. */
  async worker(): Promise<FaultWorker> {
    return (this.#worker ??= await this.anotherWorker());
  }

  /** Starts another worker on the same store. */
  async anotherWorker(clockSkewMs = 0): Promise<FaultWorker> {
    const worker = this.#spare;
    this.#spare = new FaultWorker();
    this.#workers.add(worker);
    const { connection, dataDirectory, database } = this.api;
    const behindLine = { ...connection, host: this.#socketFolder };
    await worker.work({ connection: behindLine, role: database.role, dataDirectory, clockSkewMs });
    return worker;
  }

  /** Returns the path of the file that the table's next attempt writes. */
  async nextStage(table: ModelTable): Promise<string> {
    const [, , workspaceId, , connectionId] = this.connection.split('/');
    const [row] = await this.api.sql<{ id: string; token: number }>(
      `select tables.id, (last_lease_token + 1)::int as token from tables
       join source_connections source on source.id = tables.source_connection_id
       where source.id = $1 and table_name = $2`,
      [connectionId, table],
    );
    const { root } = this.api.services.versions;
    return join(root, workspaceId!, connectionId!, row!.id, `s-${row!.token}.duckdb`);
  }

  async kill(...workers: FaultWorker[]): Promise<void> {
    for (const worker of workers) {
      this.#workers.delete(worker);
      if (worker === this.#worker) this.#worker = undefined;
    }
    await Promise.all(workers.map((worker) => worker.kill()));
  }

  /** Syncs with one worker, on lines that work, until a run has succeeded that began after all changes. */
  async recover(): Promise<void> {
    this.storeLine.mend();
    this.sourceLine.mend();
    await this.kill(...[...this.#workers].filter((worker) => worker !== this.#worker));
    await this.worker();
    await this.leasesExpire();
    const [interrupted] = await this.api.sql('select id from sync_runs where ended_at is null');
    const { state, failure } = await this.ended(await this.begin());
    assert.ok(['succeeded', 'incomplete', 'canceled'].includes(state), JSON.stringify(failure));
    // A run that goes on doesn't read again what it has read before.
    if (interrupted || state !== 'succeeded') await this.recover();
  }

  /** Begins a run, or continues the one that waits for its next attempt. */
  begin(): Promise<string> {
    return this.journey.begin(this.connection);
  }

  /** Suspends a worker that has nothing to do, when it is in no transaction. */
  async suspend(worker: FaultWorker): Promise<void> {
    for (;;) {
      worker.suspend();
      if ((await this.#transactionsOf(worker)).length === 0) return;
      worker.resume();
    }
  }

  /** What happens a minute after a worker was suspended: its transactions were given up, and its leases expire. */
  async isGivenUp(worker: FaultWorker): Promise<void> {
    for (const pid of await this.#transactionsOf(worker))
      await this.api.sql('select pg_terminate_backend($1)', [pid]);
    await this.leasesExpire();
  }

  async #transactionsOf({ pid }: FaultWorker): Promise<number[]> {
    const rows = await this.api.sql<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = $1 and xact_start is not null`,
      [`headwater ${pid}`],
    );
    return rows.map((each) => each.pid);
  }

  /** What happens a minute after a worker has died. */
  async leasesExpire(): Promise<void> {
    await this.api.sql(`update sync_runs set lease_until = now() where state in ('running', 'canceling')`);
  }

  /** Returns the version that each table has. */
  async pointers(): Promise<Map<string, number>> {
    const rows = await this.api.sql<{ table: string; version: number }>(
      'select table_name as table, current_version as version from tables where source_connection_id = $1',
      [this.connection.split('/').at(-1)],
    );
    return new Map(rows.map(({ table, version }) => [table, version]));
  }

  /** Waits until the run is no longer worked on, and returns it. */
  ended(run: string): Promise<{ state: string; attempt: number; failure: { code: string } | null }> {
    return this.journey.runIn(run, ...ENDED);
  }

  /** Waits until no process reads for this worker. */
  async quiet(worker: FaultWorker): Promise<void> {
    await settled(
      async () => worker.readers,
      (found) => found.length === 0,
    );
  }

  async close(): Promise<void> {
    await this.kill(this.#spare, ...this.#workers);
    await this.storeLine.close();
    await this.sourceLine.close();
    await Promise.all([this.api.close(), this.source.stop()]);
    await rm(this.#socketFolder, { recursive: true });
  }
}
