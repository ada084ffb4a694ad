import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { SourceServer } from '@headwater/connectors/server/postgres/testing/source-server';
import { settled } from '@headwater/base/testing/settled';
import type { SourceJourney } from './source-journey.ts';
import type { Dice } from '@headwater/base/testing/dice';
import {
  EXTRA_COLUMNS,
  MODEL_TABLES,
  TABLE_NAMES,
  type Extras,
  type ModelTable,
  type Rows,
  type SyncModel,
} from './sync-model.ts';
import { syncProcesses } from './sync-processes.ts';
import type { TestApi } from './test-api.ts';

/** Selects the tables of a connection's models, each with its way of keeping rows. */
export async function selectModelTables(
  api: TestApi,
  journey: SourceJourney,
  source: string,
  models: readonly SyncModel[],
): Promise<void> {
  const id = source.split('/').at(-1);
  const namesOf = (table: ModelTable) => models.map((model) => tableOf(model, table));
  await journey.select(source, ...TABLE_NAMES.flatMap(namesOf));
  for (const table of TABLE_NAMES) {
    const { sync_mode, destination_sync_mode, cursor_column } = MODEL_TABLES[table];
    await api.sql(
      `update stream_settings set sync_mode = $3, destination_sync_mode = $4, cursor_column = $5
       from streams where streams.stream_key = stream_settings.stream_key
         and streams.source_connection_id = stream_settings.source_connection_id
         and streams.source_connection_id = $1 and table_name = any ($2)`,
      [id, namesOf(table), sync_mode, destination_sync_mode, cursor_column],
    );
  }
  // A small table may lose all its rows here.
  await api.sql('update source_connections set accepts_shrinking = true where id = $1', [id]);
}

/** The name that a table of a model has in the workspace. */
const tableOf = ({ schema }: SyncModel, table: ModelTable) =>
  schema === 'public' ? table : `${schema}.${table}`;

/** How long a sync process lives, roughly: it's killed within this time. */
const processMs = (models: number) => 480 + 120 * models;

interface Ground {
  api: TestApi;
  /** Decides what goes wrong, and when. */
  roll: Dice;
  server: Pick<SourceServer, 'run'>;
  journey: SourceJourney;
  /** The connection's path. */
  source: string;
  /** Each has tables of its own, which are synced together. */
  models: readonly SyncModel[];
  /** Whether the source's tables change as well as their rows. */
  altersTables: boolean;
}

/** Syncs the models' tables, again after whatever goes wrong, and reads them as people do. */
export class ModelJourney {
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Syncs while the source changes and something may go wrong, until a run has succeeded. Then checks all tables. */
  async sync(): Promise<void> {
    const run = await this.#begin();
    const [changed] = await Promise.allSettled([
      this.#each((model) => this.#changeSource(model)),
      this.#trouble(run),
    ]);
    if (changed.status === 'rejected') throw changed.reason;
    await this.#finish(run);
    await this.#check((model, name, { rows, extras }) => {
      model.checkVersion(name, rows);
      model.checkExtras(name, rows, extras);
    });
  }

  /** Syncs once more without changes: now each table is as the source. */
  async settle(): Promise<void> {
    await this.#each((model) => model.bringBack());
    await this.#approve();
    await this.#finish(await this.#begin());
    await this.#check((model, name, { rows, extras }) => {
      model.checkCurrent(name, rows);
      model.checkCurrentExtras(name, rows, extras);
    });
  }

  #begin(): Promise<string> {
    return this.#ground.journey.begin(this.#ground.source);
  }

  async #each(work: (model: SyncModel) => Promise<void>): Promise<void> {
    await Promise.all(this.#ground.models.map(work));
  }

  async #check(
    compare: (model: SyncModel, name: ModelTable, found: { rows: Rows; extras: Extras }) => void,
  ): Promise<void> {
    for (const model of this.#ground.models)
      for (const name of TABLE_NAMES) {
        const found = await this.#read(tableOf(model, name));
        try {
          compare(model, name, found);
        } catch (cause) {
          throw new Error(`${tableOf(model, name)} isn't what its source had`, { cause });
        }
      }
  }

  /** Syncs again, after approving what waits for a decision, until a run has succeeded. */
  async #finish(first: string): Promise<void> {
    for (let run = first; ;) {
      await this.#ended(run);
      const { state, streams } = await this.#ground.journey.attributesOf(run);
      if (state === 'succeeded') return;
      for (const { failure } of streams as { failure: { code: string } | null }[])
        if (state === 'failed' || state === 'partially_succeeded')
          assert.ok(
            failure === null || (this.#ground.altersTables && ALTERED.has(failure.code)),
            JSON.stringify(failure),
          );
      await this.#each((model) => model.bringBack());
      await this.#approve();
      run = await this.#begin();
    }
  }

  /** Waits for the run's result by its row, because thousands of requests would cost more than the syncs. */
  async #ended(run: string): Promise<void> {
    await settled(
      () => this.#stateOf(run),
      (state) => ENDED.includes(state),
    );
  }

  async #stateOf(run: string): Promise<string> {
    const [found] = await this.#ground.api.sql<{ state: string }>(
      'select state from sync_runs where id = $1',
      [run.split('/').at(-1)],
    );
    return found!.state;
  }

  /** Once the source is looked at again, since a table that is back isn't to be deselected. */
  async #approve(): Promise<void> {
    if (!this.#ground.altersTables) return;
    await this.#ground.journey.discover(this.#ground.source);
    const { client } = this.#ground.journey;
    const { body } = await client.get(`${this.#ground.source}/schema-changes`);
    const changes = (body.data as { id: string }[]).map(({ id }) => id);
    if (changes.length === 0) return;
    const decision = { decision: 'approve', changes };
    const decided = await client.post(
      `${this.#ground.source}/schema-changes/decisions`,
      'schema_change_decisions',
      decision,
    );
    assert.equal(decided.status, 204, decided.text);
  }

  async #changeSource(model: SyncModel): Promise<void> {
    await model.change();
    if (this.#ground.altersTables) await model.alterSome();
  }

  async #trouble(run: string): Promise<void> {
    const kind = this.#ground.roll(5);
    const moment = this.#ground.roll(processMs(this.#ground.models.length));
    if (kind > 2) return;
    await settled(
      async () => syncProcesses().length > 0 || ENDED.includes(await this.#stateOf(run)),
      (hasStarted) => hasStarted,
    );
    await pause(moment);
    if (kind === 0) for (const pid of syncProcesses()) process.kill(pid, 'SIGKILL');
    if (kind === 1)
      await this.#ground.server.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader'`,
      );
    if (kind === 2) await this.#ground.journey.client.post(`${run}/cancellations`, 'cancellations');
  }

  async #read(name: string): Promise<{ rows: Rows; extras: Extras }> {
    const rows: Rows = [];
    let columns: { name: string }[] = [];
    for (let after: string | null = ''; after !== null;) {
      const cursor: string = after && `&page[after]=${after}`;
      const { body } = await this.#ground.journey.client.get(
        `${this.#ground.source}/tables/${name}/rows?page[size]=1000${cursor}`,
      );
      ({ columns } = body.data.attributes);
      rows.push(...(body.data.attributes.rows as Rows));
      after = body.links.next as string | null;
    }
    return apart(
      columns.map((column) => column.name),
      rows,
    );
  }
}

const ENDED = ['succeeded', 'partially_succeeded', 'incomplete', 'canceled', 'failed'];
/** What a table that is altered while it is read may fail with, until someone has decided or a later run reads it. */
const ALTERED: ReadonlySet<string> = new Set([
  'schema_change_undecided',
  'schema_changed',
  'schema_keeps_changing',
  'table_missing',
  'table_rewritten',
]);

/** Returns the rows without the columns that come and go, and those columns. */
function apart(columns: readonly string[], all: Rows): { rows: Rows; extras: Extras } {
  const isExtra = (at: number) => EXTRA_COLUMNS.some((name) => name === columns[at]);
  const rows = all.map((row) => row.filter((_, at) => !isExtra(at)));
  const present = EXTRA_COLUMNS.filter((name) => columns.includes(name));
  const extras = present.map((name) => [name, all.map((row) => row[columns.indexOf(name)] ?? null)] as const);
  return { rows, extras: new Map(extras) };
}
