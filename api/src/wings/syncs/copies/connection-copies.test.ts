import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

await server.run(`
  create table orders (id bigint primary key, total integer, at timestamptz not null default now());
  create table visits (id bigint primary key);
  insert into orders (id, total) values (1, 10);
  grant select on all tables in schema public to reader;`);

/** Chooses how `orders` is read. */
async function chooseSettings(source: string): Promise<void> {
  const path = `${source}/catalog/streams/orders/settings`;
  const { version } = await journey.attributesOf(path);
  const settings = {
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    cursorColumn: 'at',
    primaryKey: null,
    nullCursor: 'load',
    overlap: 60,
    rowFilter: [],
    startFrom: null,
    rowCap: null,
    masks: { total: 'null' },
  };
  const saved = await client.patch(path, 'stream_settings', settings, { 'if-match': String(version) });
  assert.equal(saved.status, 200, saved.text);
}

const DAILY = {
  kind: 'times',
  interval: null,
  times: { days: [1, 2, 3], times: ['06:30'] },
  cron: null,
  after: null,
  zone: 'Europe/Berlin',
  quietHours: null,
  overlap: 'queue',
  freshnessTargetMinutes: 120,
};

test('a copy reads the same tables in the same way with the same secrets, from its own beginning', async () => {
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'orders');
  await chooseSettings(source);
  const scheduled = await client.patch(`${source}/schedule`, 'schedules', DAILY, { 'if-match': '0' });
  assert.equal(scheduled.status, 200, scheduled.text);
  await journey.sync(source);

  const [state, ...others] = (await journey.attributesOf(`${source}/state`)).tables;
  assert.deepEqual([state.tableName, state.version, state.state.column], ['orders', 1, 'at']);
  assert.deepEqual(others, []);

  const made = await client.post(`${source}/copies`, 'connection_copies', { name: 'Shop again' });
  assert.equal(made.status, 201, made.text);
  assert.ok(!made.text.includes(configurationFor(server.port).password), 'no response has the password');
  const { name, selectedTables, missingTables, lastRun, version } = made.body.data.attributes;
  assert.deepEqual(
    { name, selectedTables, missingTables, lastRun, version },
    { name: 'Shop again', selectedTables: 1, missingTables: 1, lastRun: null, version: 1 },
  );
  const copy = `${journey.base}/source-connections/${made.body.data.id}`;
  const path = 'catalog/streams/orders/settings';
  const { version: _, ...settings } = await journey.attributesOf(`${source}/${path}`);
  assert.partialDeepStrictEqual(await journey.attributesOf(`${copy}/${path}`), settings);
  const schedule = await journey.attributesOf(`${copy}/schedule`);
  assert.partialDeepStrictEqual(schedule, DAILY);
  assert.ok(Date.parse(schedule.nextRunAt) > Date.now());
  assert.deepEqual((await journey.attributesOf(`${copy}/state`)).tables, []);

  assert.equal((await journey.sync(copy)).state, 'succeeded');
  assert.deepEqual(
    (await journey.rows(copy, 'orders')).map(([id, total]) => [id, total]),
    [['1', null]],
  );
  assert.equal((await client.delete(source)).status, 204);
  assert.equal((await journey.sync(copy)).state, 'succeeded', 'it doesn’t depend on the original');
});

test('a copy of uploaded files shares them, and keeps them when the original is deleted', async () => {
  const source = await journey.connectFiles({ 'a.csv': 'x\n1\n', 'b.csv': 'x\n2\n' });
  await journey.select(source, 'b');
  const made = await client.post(`${source}/copies`, 'connection_copies', { name: 'Files again' });
  assert.equal(made.status, 201, made.text);
  const copy = `${journey.base}/source-connections/${made.body.data.id}`;
  assert.equal((await client.delete(source)).status, 204);
  await journey.sync(copy);
  assert.deepEqual(await journey.rows(copy, 'b'), [['2']]);
  assert.equal((await client.get(`${copy}/tables/a`)).status, 404);
});
