import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());
const { client, base } = journey;
const source = await journey.connect('postgres', configurationFor(server.port));
const id = source.split('/').at(-1)!;

const shown = () => journey.attributesOf(source);
const needSomeone = async () =>
  (await client.get(`${base}/source-connections/attention`)).body.data.attributes.count;
const table = (name: string) => journey.attributesOf(`${source}/tables/${name}`);

async function given(...names: string[]): Promise<void> {
  for (const name of names)
    await server.run(`drop table if exists ${name}; create table ${name} (a int); insert into ${name} values (1);
      grant select on ${name} to reader`);
  await journey.discover(source);
  await journey.select(source, ...names);
}

async function saveConfiguration(): Promise<void> {
  const { configuration, version } = await shown();
  const response = await client.patch(
    source,
    'source_connections',
    { configuration },
    { 'if-match': `${version}` },
  );
  assert.equal(response.status, 200, response.text);
}

test('a successful run supersedes an earlier failed discovery', async () => {
  await given('small');
  await journey.sync(source);
  await server.run('alter role reader nologin');
  await journey.discover(source);
  const refused = await shown();
  assert.equal(refused.status, 'failed');
  assert.equal(refused.failure.code, 'user_refused');
  assert.equal(await needSomeone(), 1);
  await server.run('alter role reader login');
  await journey.sync(source);
  const { status, failure } = await shown();
  assert.deepEqual({ status, failure }, { status: 'synced', failure: null });
  assert.equal(await needSomeone(), 0);
});

test('a connection with a selected table that is not synced yet is pending', async () => {
  await given('small', 'late');
  const before = await shown();
  assert.deepEqual([before.status, before.missingTables], ['pending', 1]);
  await journey.sync(source);
  const after = await shown();
  assert.deepEqual([after.status, after.missingTables], ['synced', 0]);
});

test("the oldest selected table determines a connection's freshness, and the last run shows what it left behind", async () => {
  await given('first', 'second');
  await journey.sync(source);
  await server.run('revoke select on first from reader');
  assert.equal((await journey.sync(source)).state, 'partially_succeeded');
  const [{ freshAsOf: kept }, { freshAsOf: renewed }] = [await table('first'), await table('second')];
  assert.ok(kept < renewed);
  const { status, failure, freshAsOf, outdatedTables, lastRun } = await shown();
  assert.deepEqual([status, failure.code], ['failed', 'permission_denied']);
  assert.equal(freshAsOf, kept);
  assert.deepEqual(outdatedTables, { count: 1, oldest: kept, newest: kept });
  assert.deepEqual([lastRun.tables, lastRun.tablesFailed, lastRun.causes], [2, 1, 1]);

  await journey.select(source, 'second');
  assert.equal((await shown()).freshAsOf, renewed);
});

test('a saved change supersedes a failed run, and the next run determines the status', async () => {
  await given('small', 'passing');
  await journey.sync(source);
  await server.run('revoke select on passing from reader');
  await journey.sync(source);
  assert.equal((await shown()).status, 'failed');
  await saveConfiguration();
  const saved = await shown();
  assert.deepEqual([saved.status, saved.failure], ['pending', null]);
  assert.equal(saved.lastRun.failure.code, 'permission_denied');
  await given('small', 'passing');
  await journey.sync(source);
  assert.equal((await shown()).status, 'synced');
});

test('a failed check of the saved configuration is shown with its cause until one passes', async () => {
  await given('small');
  await journey.sync(source);
  const check = async () => {
    const { connector, configuration } = await shown();
    const attributes = { connector, configuration, sourceConnectionId: id };
    const started = await client.post(`${base}/connection-checks`, 'connection_checks', attributes);
    await settled(
      () => client.get(`${base}/connection-checks/${started.body.data.id}`),
      ({ body }) => body.data.attributes.state !== 'running',
    );
  };
  await server.run('alter role reader nologin');
  await check();
  const { status, failure } = await shown();
  assert.deepEqual([status, failure.code], ['failed', 'user_refused']);
  await server.run('alter role reader login');
  await check();
  assert.equal((await shown()).status, 'synced');
});
