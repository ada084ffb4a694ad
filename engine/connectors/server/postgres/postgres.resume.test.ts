import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { dice, type Dice } from '@headwater/base/testing/dice';
import { failure } from '@headwater/base/failures/failure';
import {
  FULL_REFRESH_OVERWRITE,
  NOTHING_SET,
  type ConfiguredStream,
  type ReadSettings,
} from '@headwater/protocol/protocol';
import type { Base, FromSyncProcess, StagedVersion, SyncJob } from '../../processes/sync/messages.ts';
import { Progress } from '../../processes/sync/progress.ts';
import { StreamLoads } from '../../processes/sync/stream-loads.ts';
import { postgres } from './postgres.connector.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, startSourceServer, type SourceServer } from './testing/source-server.ts';

const tableName = 'events';
let source: SourceServer;
let folder: string;

before(async () => {
  source = await startSourceServer('autovacuum=off');
  await source.run('alter default privileges grant select on tables to reader');
});
after(() => source.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-resume-'));
});
afterEach(async () => {
  await source.run('drop table if exists events cascade');
  await rm(folder, { recursive: true, force: true });
});

/** Creates a table with so many rows, a minute apart. The planner knows it. */
async function givenTable(
  rows: number,
  { key = 'id int primary key', index = '', ties = 1 } = {},
): Promise<void> {
  await source.run(`
    create table events (${key}, at timestamptz, note text);
    insert into events select i, timestamptz '2020-01-01Z' + i / ${ties} * interval '1 minute', 'row ' || i
      from generate_series(1, ${rows}) i;
    ${index && `create index on events (${index});`}
    analyze events`);
}

async function streamWith(settings: Partial<ConfiguredStream>): Promise<ConfiguredStream> {
  const [found] = await postgres.discover(configurationFor(source.port), contextFor(folder));
  const cursor = { syncMode: 'incremental', cursorColumn: 'at' } as const;
  return { ...FULL_REFRESH_OVERWRITE, ...cursor, ...found!, tableName, ...settings };
}

interface Outcome {
  /** Null if the read was cut. */
  version: StagedVersion | null;
  failure: string | null;
  /** The rows that were there already. */
  resumedAfter: number;
  checkpoints: number;
}

/** Makes an attempt as a sync process does. It loses its source after so many batches. */
async function attempt(
  stream: ConfiguredStream,
  base: Base | null = null,
  cutAfter = Infinity,
): Promise<Outcome> {
  const job: SyncJob = {
    runId: 'run_1',
    connector: 'postgres',
    configuration: configurationFor(source.port),
    streams: [
      {
        stream,
        stagePath: join(folder, 's-1.duckdb'),
        readPath: join(folder, 'r-1.duckdb'),
        wasInterrupted: existsSync(join(folder, 'r-1.duckdb')),
        columnsBefore: [],
        keptColumns: [],
        expectsSchema: true,
        base,
      },
    ],
    uploads: new Map(),
    egress: { loopbackOnly: true, allowedNetworks: [], ownPorts: [] },
    installation: NOTHING_SET,
    temporaryFolder: folder,
    idleTimeoutMs: 10_000,
    maskKey: Buffer.alloc(32),
    readAt: new Date(),
  };
  const sent: FromSyncProcess[] = [];
  const send = (message: FromSyncProcess) => void sent.push(message);
  const loads = await StreamLoads.open(job, send, new Progress(send), postgres.spec());
  let batches = 0;
  for await (const message of postgres.read(job.configuration, [stream], loads.states, contextFor(folder))) {
    await loads.take(message);
    if (message.type === 'RECORDS' && (batches += 1) >= cutAfter) break;
  }
  await loads.close(failure('source_disconnected', { host: 'the source' }));
  const staged = sent.find((message) => message.type === 'staged');
  const failed = sent.find((message) => message.type === 'incomplete');
  const resumed = sent.find((message) => message.type === 'resumed');
  return {
    version: staged?.version ?? null,
    failure: failed?.failure.code ?? null,
    resumedAfter: resumed?.rowsRead ?? 0,
    checkpoints: sent.filter(({ type }) => type === 'checkpoint').length,
  };
}

let versions = 0;

/** Makes what was staged the version to build on. */
async function committed({ file, state }: StagedVersion, before: Base | null): Promise<Base> {
  if (!file) return { ...before!, state };
  const path = join(folder, `v-${(versions += 1)}.duckdb`);
  await rename(join(folder, 's-1.duckdb'), path);
  return { path, sha256: file.sha256, columns: file.columns, state };
}

async function rowsIn(path: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  const query = `select concat_ws('|', id, epoch_ms("at"), note) from data`;
  const rows = (await connection.runAndReadAll(query)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows.map(([row]) => String(row));
}

async function rowsAtSource(): Promise<string[]> {
  const rows = await source.rows<{ row: string }>(
    `select concat_ws('|', id, (extract(epoch from at) * 1000)::bigint, note) as row from events`,
  );
  return rows.map(({ row }) => row);
}

const momentOf = (hour: number) => `timestamptz '2021-01-01Z' + interval '${hour} hours'`;

/** Changes the table as a source may that is read by its cursor: rows come, change with their moment, and come late. */
async function change(roll: Dice, hour: number, changesRows: boolean): Promise<void> {
  const now = momentOf(hour);
  await source.run(`
    insert into events select ${1_000_000 + hour * 100} + i, ${now} - i * interval '1 minute', 'late' from generate_series(0, 8) i;
    ${changesRows ? `update events set at = ${now}, note = 'changed' where id % 97 = ${roll(97)}` : ''}`);
}

/** Returns the rows that only one of two lists has, or that one has more often. */
function differences(here: readonly string[], there: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const row of here) counts.set(row, (counts.get(row) ?? 0) + 1);
  for (const row of there) counts.set(row, (counts.get(row) ?? 0) - 1);
  return [...counts].filter(([, count]) => count !== 0).map(([row, count]) => `${count} × ${row}`);
}

const ROWS = 20_000;
interface Setting {
  table?: Parameters<typeof givenTable>[1];
  mode: ReadSettings['destinationSyncMode'];
  cursor?: string;
  /** How many batches arrive before a cut, at least. */
  batches?: number;
}

const SETTINGS: [title: string, setting: Setting][] = [
  ['by its key, into a new table', { mode: 'append_dedup' }],
  ['by its cursor, into a new table', { table: { key: 'id int', index: 'at' }, mode: 'append' }],
  [
    'by its cursor, with ties where batches end',
    { table: { key: 'id int', index: 'at', ties: 3 }, mode: 'append', batches: 5 },
  ],
  ['by its key, appended', { mode: 'append' }],
  ['by its key, of what was written since', { mode: 'append_dedup', cursor: 'xmin' }],
  ['by its key, of what was written since, appended', { mode: 'append', cursor: 'xmin' }],
];

describe('a read that is cut again and again', () => {
  for (const [seed, [title, { table, mode, cursor = 'at', batches = 2 }]] of SETTINGS.entries())
    test(`loses and doubles nothing: ${title}`, async () => {
      const roll = dice(seed + 1);
      await givenTable(ROWS, table);
      const stream = await streamWith({
        destinationSyncMode: mode,
        primaryKey: ['id'],
        cursorColumn: cursor,
      });
      const changesRows = mode === 'append_dedup';
      let [base, hour]: [Base | null, number] = [null, 0];
      // The first load, and a large part to catch up with.
      for (const cuts of [batches > 2 ? 2 : 3, 1]) {
        let resumedAfter = 0;
        let version: StagedVersion | null = null;
        for (let left = cuts; !version; left -= 1) {
          const made = await attempt(stream, base, left > 0 ? batches + roll(2) : Infinity);
          assert.ok(left === cuts || made.resumedAfter > resumedAfter, 'it continues where it was cut');
          assert.equal(made.failure, left > 0 ? 'source_disconnected' : null);
          ({ resumedAfter, version } = made);
          await change(roll, (hour += 1), changesRows);
        }
        base = await committed(version, base);
        await source.run(`
          insert into events select i + ${hour} * 1000000, ${momentOf(hour)} + i * interval '1 ms', 'more'
            from generate_series(1, 12000) i;
          analyze events`);
      }
      const { version } = await attempt(stream, base);
      base = await committed(version!, base);
      assert.deepEqual(differences(await rowsIn(base.path), await rowsAtSource()), []);
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.startsWith('r-')),
        [],
      );
    });
});

test('a read of all rows, because the table was emptied, continues as well, and rows that are gone are gone', async () => {
  await givenTable(ROWS);
  const stream = await streamWith({
    destinationSyncMode: 'append_dedup',
    primaryKey: ['id'],
    cursorColumn: 'xmin',
  });
  const base = await committed((await attempt(stream)).version!, null);
  await source.run(`
    create temp table before as table events;
    truncate events;
    insert into events select id + 5, at, note from before;
    analyze events`);
  await attempt(stream, base, 3);
  const { version, resumedAfter } = await attempt(stream, base);
  assert.ok(resumedAfter > 0);
  const { path } = await committed(version!, base);
  assert.deepEqual(differences(await rowsIn(path), await rowsAtSource()), []);
});
