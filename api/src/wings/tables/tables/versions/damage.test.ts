import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { QueryTooLarge } from '@headwater/warehouse';
import { workspaceTransaction } from '../../../../platform/database/workspace-db.ts';
import type { Refusal } from '@headwater/base/refusals/refusal';
import { readVersions } from './read-versions.ts';
import { verifyFiles } from './expire-and-verify-versions.ts';
import { selectReadableVersion, type ReadableVersion } from './versions.repository.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

const rowsOf = (source: string, table = 'n') => client.get(`${source}/tables/${table}/rows`);
const restore = (source: string, version: number) =>
  client.post(`${source}/tables/n/restorations`, 'restorations', { version });
const verify = () =>
  verifyFiles(api.services, { signal: new AbortController().signal, rate: Number.POSITIVE_INFINITY });

/** A connection with a table, synced twice. */
async function synced(): Promise<string> {
  const source = await journey.connectFiles({ 'n.csv': `n,text\n${'1,a\n2,b\n'.repeat(5_000)}` });
  for (const _ of [1, 2]) await journey.sync(source);
  return source;
}

/** Returns the path of the file of the table's newest version. */
async function newestFile(source: string, table = 'n'): Promise<string> {
  const { body } = await client.get(`${source}/tables/${table}`);
  const folder = join(api.dataDirectory, 'ws', workspace.id, source.split('/').at(-1)!, body.data.id);
  const byAge = readdirSync(folder).sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));
  return join(folder, byAge.at(-1)!);
}

async function flip(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
  await file.write(Buffer.from([buffer[0]! ^ 0xff]), 0, 1, position);
  await file.close();
}

describe('a version file that was', () => {
  for (const [what, damage] of [
    ['deleted', (path: string) => rm(path)],
    ['cut off', (path: string) => truncate(path, statSync(path).size - 1)],
    ['overwritten', (path: string) => writeFile(path, Buffer.alloc(statSync(path).size, 7))],
  ] as const)
    test(`${what} is named damaged by the first who reads it, and an earlier version is brought back`, async () => {
      const source = await synced();
      await damage(await newestFile(source));
      for (const _ of ['found', 'known']) {
        const refused = await rowsOf(source);
        assert.deepEqual([refused.status, faultsIn(refused)], [409, ['version_damaged']], refused.text);
      }
      const { damagedAt } = await journey.attributesOf(`${source}/tables/n`);
      assert.ok(Date.parse(damagedAt) > 0);
      const { body } = await client.get(`${source}/tables/n/versions`);
      assert.deepEqual(
        body.data.map(({ attributes }: { attributes: { damagedAt: string | null } }) => attributes.damagedAt),
        [damagedAt, null],
      );
      const restored = await restore(source, 1);
      assert.equal(restored.status, 200, restored.text);
      assert.equal(restored.body.data.attributes.damagedAt, null);
      assert.equal((await rowsOf(source)).body.data.attributes.rows.length, 100);
      assert.equal((await restore(source, 2)).body.errors[0].code, 'version_not_kept');
    });

  test('altered in a single bit where no one reads is found by its hash, and forgiven once it is back', async () => {
    const source = await synced();
    const path = await newestFile(source);
    const written = await readFile(path);
    await flip(path, Math.floor(statSync(path).size / 2));
    await verify();
    assert.deepEqual(faultsIn(await rowsOf(source)), ['version_damaged']);
    await writeFile(path, written);
    await verify();
    assert.equal((await rowsOf(source)).status, 200);
  });
});

test('a query that is too large says so, and doesn’t read the whole file for its hash', async () => {
  const source = await synced();
  const { id } = (await client.get(`${source}/tables/n`)).body.data;
  const [version] = await workspaceTransaction(api.database, workspace.id, async (db) => {
    const selected = selectReadableVersion(workspace.id, source.split('/').at(-1)!, 'n', null);
    return (await sql<ReadableVersion>`${selected}`.execute(db)).rows;
  });
  const large = () => Promise.reject(new QueryTooLarge('too large'));
  // Another hash than the file's: if it were read, the version would be marked as damaged.
  const read = readVersions(api.services, workspace.id, [{ ...version!, sha256: '00' }], large);
  await assert.rejects(read, (error: Refusal) => error.faults[0]!.code === 'query_too_large');
  const marked = await api.sql(`select from table_versions where table_id = $1 and damaged_at is not null`, [
    id,
  ]);
  assert.deepEqual(marked, []);
});

test('a version that can’t be read for another reason is not marked as damaged', async () => {
  const source = await synced();
  const state = { isOver: false };
  const reading = rowsOf(source).finally(() => (state.isOver = true));
  while (!state.isOver) {
    for (const pid of api.services.queries.pids) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(faultsIn(await reading), ['installation_busy']);
  assert.equal((await rowsOf(source)).status, 200);
});

describe('an incremental sync', () => {
  const keyed = { syncMode: 'incremental', destinationSyncMode: 'append_dedup', cursorColumn: 'updated_at' };

  async function incremental(table: string): Promise<string> {
    await server.run(`
      create table ${table} (id bigint primary key, note text, updated_at timestamptz not null default now());
      insert into ${table} select n, repeat(md5(n::text), 40) from generate_series(1, 5000) n;
      grant select on ${table} to reader;`);
    const source = await journey.connect('postgres', configurationFor(server.port));
    await journey.select(source, table);
    const path = `${source}/catalog/streams/${table}/settings`;
    const {
      version,
      suggestion: _,
      supportedSyncModes: __,
      cursorColumns: ___,
      ...settings
    } = await journey.attributesOf(path);
    const change = { ...settings, ...keyed };
    const saved = await client.patch(path, 'stream_settings', change, { 'if-match': String(version) });
    assert.equal(saved.status, 200, saved.text);
    await journey.sync(source);
    await server.run(`update ${table} set note = 'new', updated_at = clock_timestamp() where id = 4000`);
    return source;
  }

  for (const [what, damage] of [
    ['missing', (path: string) => rm(path)],
    ['altered', (path: string) => flip(path, Math.floor(statSync(path).size / 2))],
  ] as const)
    test(`does not build on a file that is ${what}, but loads the table from scratch`, async () => {
      const table = `base_${what}`;
      const source = await incremental(table);
      await damage(await newestFile(source, table));
      const run = await journey.begin(source);
      const { state, failure } = await journey.runIn(run, 'succeeded', 'incomplete', 'failed');
      if (what === 'altered') {
        assert.equal(failure.code, 'base_damaged');
        assert.equal(state, 'incomplete');
        await journey.begin(source); // continues the run
        await journey.runIn(run, 'succeeded');
      } else assert.equal(state, 'succeeded');
      const rows = await api.sql(
        `select rows, generation from table_versions join tables on id = table_id and version = current_version
         where table_name = $1`,
        [table],
      );
      assert.deepEqual(rows, [{ rows: '5000', generation: 2 }]);
      assert.equal((await rowsOf(source, table)).status, 200);
    });
});
