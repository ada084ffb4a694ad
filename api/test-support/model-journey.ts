import assert from 'node:assert/strict';
import type { SourceServer } from '../src/engine/connectors/postgres/testing/source-server.ts';
import type { SourceJourney } from './source-journey.ts';
import {
  MODEL_TABLES,
  TABLE_NAMES,
  type Dice,
  type ModelTable,
  type Rows,
  type SyncModel,
} from './sync-model.ts';
import { syncProcesses } from './sync-processes.ts';
import type { TestApi } from './test-api.ts';

/** Selects the model's tables of a connection, each with its way of keeping rows. */
export async function selectModelTables(api: TestApi, journey: SourceJourney, source: string): Promise<void> {
  const id = source.split('/').at(-1);
  await journey.select(source, ...TABLE_NAMES);
  for (const [table, { sync_mode, destination_sync_mode, cursor_column }] of Object.entries(MODEL_TABLES))
    await api.sql(
      `update stream_settings set sync_mode = $3, destination_sync_mode = $4, cursor_column = $5
       from streams where streams.stream_key = stream_settings.stream_key
         and streams.source_connection_id = stream_settings.source_connection_id
         and streams.source_connection_id = $1 and table_name = $2`,
      [id, table, sync_mode, destination_sync_mode, cursor_column],
    );
  // A small table may lose all its rows here.
  await api.sql('update source_connections set accepts_shrinking = true where id = $1', [id]);
}

/** Syncs the model's tables, again after whatever goes wrong, and reads them as people do. */
export class ModelJourney {
  readonly #roll: Dice;
  readonly #server: Pick<SourceServer, 'run'>;
  readonly #journey: SourceJourney;
  readonly #source: string;
  readonly #model: SyncModel;

  constructor(
    roll: Dice,
    server: Pick<SourceServer, 'run'>,
    journey: SourceJourney,
    source: string,
    model: SyncModel,
  ) {
    this.#roll = roll;
    this.#server = server;
    this.#journey = journey;
    this.#source = source;
    this.#model = model;
  }

  /** Syncs while the source changes and something may go wrong, until a run has succeeded. Then checks all tables. */
  async sync(): Promise<void> {
    let run = await this.#journey.begin(this.#source);
    const [changed] = await Promise.allSettled([this.#model.change(), this.#trouble(run)]);
    assert.equal(changed.status, 'fulfilled');
    for (;;) {
      const { state, failure } = await this.#journey.runIn(
        run,
        'succeeded',
        'incomplete',
        'cancelled',
        'failed',
      );
      assert.notEqual(state, 'failed', JSON.stringify(failure));
      if (state === 'succeeded') break;
      run = await this.#journey.begin(this.#source);
    }
    for (const name of TABLE_NAMES) this.#model.checkVersion(name, await this.#read(name));
  }

  /** Syncs once more without changes: now each table is as the source. */
  async settle(): Promise<void> {
    const run = await this.#journey.sync(this.#source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    for (const name of TABLE_NAMES) this.#model.checkCurrent(name, await this.#read(name));
  }

  async #trouble(run: string): Promise<void> {
    const kind = this.#roll(5);
    const [pid] = await startedProcesses();
    if (kind === 0 && pid !== undefined) process.kill(pid, 'SIGKILL');
    if (kind === 1)
      await this.#server.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`,
      );
    if (kind === 2) await this.#journey.client.post(`${run}/cancellations`, 'cancellations');
  }

  async #read(name: ModelTable): Promise<Rows> {
    const rows: Rows = [];
    for (let after: string | null = ''; after !== null;) {
      const cursor: string = after && `&page[after]=${after}`;
      const { body } = await this.#journey.client.get(
        `${this.#source}/tables/${name}/rows?page[size]=1000${cursor}`,
      );
      rows.push(...(body.data.attributes.rows as Rows));
      after = body.links.next as string | null;
    }
    return rows;
  }
}

/** Returns the sync processes that are running, or that start while a few turns of the event loop pass. */
async function startedProcesses(): Promise<number[]> {
  for (let turn = 0; turn < 200; turn += 1) {
    const found = syncProcesses();
    if (found.length > 0) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [];
}
