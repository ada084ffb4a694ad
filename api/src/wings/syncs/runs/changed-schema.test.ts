import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { startDiscovery } from '../../connections/source-connections/index.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);

/** Connects a table of its own, and syncs it. */
async function given(table: string, columns: string, settings: Record<string, string | null> = {}) {
  await server.run(`create table ${table} (${columns}); grant select on ${table} to reader`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, table);
  const id = source.split('/').at(-1);
  const names = Object.keys(settings);
  if (names.length > 0)
    await api.sql(
      `update stream_settings set ${names.map((name, at) => `${name} = $${at + 2}`).join()}
       where source_connection_id = $1 and selected`,
      [id, ...Object.values(settings)],
    );
  const synced = async (statements: string) => {
    await server.run(statements);
    const started = await journey.begin(source);
    return journey.runIn(started, 'succeeded', 'partially_succeeded', 'failed');
  };
  const read = async () => {
    const { columns: found } = await journey.attributesOf(`${source}/tables/${table}`);
    return [
      found.map(({ name }: { name: string }) => name).join(),
      ...(await journey.rows(source, table)).map((row) => row.join()),
    ];
  };
  return { source, id, synced, read };
}

const policy = (id: string | undefined, to: string) =>
  api.sql('update source_connections set change_policy = $1 where id = $2', [to, id]);

async function pending(source: string): Promise<string> {
  const { body } = await journey.client.get(`${source}/schema-changes`);
  assert.equal(body.data.length, 1, body.data);
  return body.data[0].id as string;
}

const decide = (source: string, change: string, decision: string) =>
  journey.client.post(`${source}/schema-changes/decisions`, 'schema_change_decisions', {
    decision,
    changes: [change],
  });

test('new and lost columns are applied in the run that finds them, and are NULL where they are absent', async () => {
  const { source, synced, read } = await given('replaced', 'id int, phone text');
  await synced(`insert into replaced values (1, '0'), (2, '00')`);
  const run = await synced(`
    alter table replaced drop phone, add channel text; insert into replaced values (3, 'web')`);
  assert.deepEqual([run.state, run.attempt], ['succeeded', 2]);
  assert.deepEqual(await read(), ['id,channel,phone', '1,,', '2,,', '3,web,']);
  await synced(`alter table replaced add phone text default 'again'`);
  assert.deepEqual(await read(), ['id,channel,phone', '1,,again', '2,,again', '3,web,again']);
  const { body } = await journey.client.get(`${source}/schema-changes?filter[pending]=false`);
  const changes = body.data.map(
    ({ attributes }: { attributes: { state: string; fromVersion: number | null } }) => [
      attributes.state,
      attributes.fromVersion,
    ],
  );
  assert.deepEqual(changes, [
    ['applied', 3],
    ['applied', 2],
  ]);
});

test('a table that is read incrementally keeps the rows that it has', async () => {
  const { synced, read } = await given('logged', 'id int, phone text', {
    sync_mode: 'incremental',
    destination_sync_mode: 'append',
    cursor_column: 'id',
    overlap: '0',
  });
  await synced(`insert into logged values (1, '0')`);
  const run = await synced(
    `alter table logged drop phone, add channel text; insert into logged values (2, 'web')`,
  );
  assert.equal(run.state, 'succeeded');
  assert.deepEqual((await read())[0], 'id,phone,channel');
  assert.deepEqual((await read()).slice(1).sort(), ['1,0,', '2,,web']);
});

test('new columns stay out until they are approved, and while they are ignored', async () => {
  const { source, id, synced, read } = await given('careful', 'id int');
  await synced('insert into careful values (1)');
  await policy(id, 'approve');
  const run = await synced(`alter table careful add channel text default 'web'`);
  assert.equal(run.state, 'succeeded');
  assert.deepEqual(await read(), ['id', '1']);
  assert.equal((await decide(source, await pending(source), 'approve')).status, 204);
  assert.equal((await synced('select')).state, 'succeeded');
  assert.deepEqual(await read(), ['id,channel', '1,web']);
  await synced(`alter table careful add coupon text default 'ten'`);
  assert.equal((await decide(source, await pending(source), 'ignore')).status, 204);
  assert.equal((await synced('select')).state, 'succeeded');
  assert.deepEqual(await read(), ['id,channel', '1,web']);
  const generations = await api.sql(
    'select distinct generation from table_versions join tables on id = table_id where source_connection_id = $1',
    [id],
  );
  assert.equal(generations.length, 1, 'nothing was a reason to load the table from scratch');
});

test('a table with a breaking change keeps its rows and waits, while the others are synced', async () => {
  const { source, id, synced, read } = await given('retyped', 'id int, weight int');
  await server.run('create table other (id int); grant select on other to reader');
  await journey.discover(source);
  await journey.select(source, 'retyped', 'other');
  await synced('insert into retyped values (1, 785)');
  const run = await journey.begin(
    (await server.run(`alter table retyped alter weight type text using weight || ' g'`), source),
  );
  await journey.runIn(run, 'incomplete');
  // The next attempt doesn't come while the change waits, so that isn't what the run says.
  const said = await settled(
    () => journey.attributesOf(run),
    ({ failure }) => failure?.code !== 'schema_changed',
  );
  assert.deepEqual([said.state, said.failure?.code], ['incomplete', 'schema_change_undecided']);
  await api.sql(`update source_connections set lifecycle = 'active', pause = null where id = $1`, [id]);
  await journey.begin(source);
  const { streams } = await journey.runIn(run, 'partially_succeeded');
  assert.deepEqual(
    streams.map(({ tableName, failure }: { tableName: string; failure: { code: string } | null }) => [
      tableName,
      failure?.code,
    ]),
    [
      ['other', undefined],
      ['retyped', 'schema_change_undecided'],
    ],
  );
  assert.deepEqual(await read(), ['id,weight', '1,785']);
  assert.equal((await decide(source, await pending(source), 'approve')).status, 204);
  assert.equal((await synced('select')).state, 'succeeded');
  assert.deepEqual(await read(), ['id,weight', '1,785 g']);
});

describe('a run an hour after the last discovery', () => {
  const anHourLater = (id: string | undefined) =>
    api.sql(
      `update source_connections set discovery_started_at = now() - interval '61 minutes' where id = $1`,
      [id],
    );
  const discovered = (source: string, since: string) =>
    settled(
      () => journey.attributesOf(`${source}/catalog`),
      ({ state, discoveredAt }) => state === 'ready' && discoveredAt !== since,
    );
  const tablesOf = async (run: { streams: { tableName: string }[] }) =>
    run.streams.map(({ tableName }) => tableName).sort();

  for (const [changePolicy, then] of [
    ['propagate_all', ['early', 'late']],
    ['approve', ['early']],
  ] as const)
    test(`notices new tables, which the next one reads if the policy is ${changePolicy}`, async () => {
      const database = `tables_of_${changePolicy}`;
      await server.run(`create database ${database}`);
      const change = (statements: string) => server.run(statements, database);
      await change('alter default privileges grant select on tables to reader; create table early (id int)');
      const source = await journey.connect('postgres', configurationFor(server.port, { database }));
      const id = source.split('/').at(-1);
      await policy(id, changePolicy);
      await journey.select(source, 'early');
      const { discoveredAt } = await journey.attributesOf(`${source}/catalog`);
      await change('create table late (id int)');
      await journey.sync(source);
      assert.equal((await journey.attributesOf(`${source}/catalog`)).discoveredAt, discoveredAt, 'too early');
      await anHourLater(id);
      await journey.sync(source);
      await discovered(source, discoveredAt);
      assert.deepEqual(await tablesOf(await journey.sync(source)), then);
      const { pendingChanges } = await journey.attributesOf(source);
      assert.equal(pendingChanges, 2 - then.length);
    });

  test("that can't list the tables leaves them as they were", async () => {
    const { source, id, synced } = await given('unlisted', 'id int');
    const before = await journey.attributesOf(`${source}/catalog`);
    await synced('insert into unlisted values (1)');
    await server.run('alter role reader nologin');
    await workspaceTransaction(api.database, workspace.id, (db) =>
      startDiscovery(db, api.services, id!, { isRefresh: true }),
    );
    const after = await settled(
      () => journey.attributesOf(`${source}/catalog`),
      ({ state }) => state !== 'discovering',
    );
    await server.run('alter role reader login');
    assert.deepEqual(
      [after.state, after.discoveredAt, after.tables],
      ['ready', before.discoveredAt, before.tables],
    );
    assert.equal((await journey.attributesOf(source)).status, 'synced');
  });
});
