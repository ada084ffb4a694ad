import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { givenConnection } from '../../../../test-support/source-fixtures.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { checkStoredBytes } from '../../../../test-support/stored-bytes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { scheduleWith } from '../schedules/testing/schedules.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
afterEach(() => checkStoredBytes(api));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

const names = ['emptied', 'shrunk', 'kept', 'twice', 'allowed', 'steady', 'awaited', 'overtaken'] as const;
await server.run(
  names
    .map(
      (name) =>
        `create table ${name} as select id from generate_series(1, 1000) as id; grant select on ${name} to reader;`,
    )
    .join('\n'),
);

/** Creates a connection with this table and others that don't change, and syncs it once. */
async function synced(name: (typeof names)[number], ...more: string[]): Promise<string> {
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, name, ...more);
  assert.equal((await journey.sync(source)).state, 'succeeded');
  return source;
}

const shrinkTo = (name: string, rows: number) => server.run(`delete from ${name} where id > ${rows}`);

const decide = (source: string, name: string, decision: 'accept' | 'keep', version = 2) =>
  client.post(`${source}/tables/${name}/held-version-decisions`, 'held_version_decisions', {
    decision,
    version,
  });

async function countRows(source: string, name: string): Promise<number> {
  const page = await client.get(`${source}/tables/${name}/rows?page[size]=1`);
  return page.body.data.attributes.totalRows;
}

/** Returns the files of all versions of a table. */
async function filesOf(source: string, name: string): Promise<string[]> {
  const { body } = await client.get(`${source}/tables/${name}`);
  return readdir(join(api.dataDirectory, 'ws', workspace.id, source.split('/').at(-1)!, body.data.id));
}

for (const [name, left] of [
  ['emptied', 0],
  ['shrunk', 99],
] as const) {
  test(`a table that falls from 1,000 rows to ${left} keeps its version until someone accepts the new one`, async () => {
    const source = await synced(name, 'steady');
    await shrinkTo(name, left);
    const run = await journey.sync(source);
    assert.equal(run.state, 'partially_succeeded');
    assert.deepEqual(
      [run.failure.code, run.failure.values],
      ['rows_dropped', { table: name, before: 1000, after: left }],
    );
    assert.equal(run.retryAt, null);
    assert.equal(await countRows(source, name), 1000);
    const before = await journey.attributesOf(`${source}/tables/${name}`);
    const { version, stale, held } = before;
    assert.deepEqual([version, stale, held.version, held.rows], [1, true, 2, left]);
    const quality = await journey.attributesOf(`${source}/quality`);
    assert.deepEqual(
      quality.tables.find(({ tableName }: { tableName: string }) => tableName === name).source,
      {
        rows: left,
        isEstimate: false,
      },
    );
    const connection = await journey.attributesOf(source);
    assert.deepEqual([connection.status, connection.setup], ['failed', 'connected']);
    assert.equal(connection.freshAsOf, before.freshAsOf, 'the oldest table determines it');

    assert.equal((await client.post(`${journey.base}/run-facts`, 'run_facts')).status, 200);
    const changes = () => api.sql(`select from run_fact_changes where workspace_id = $1`, [workspace.id]);
    const noted = (await changes()).length;
    const accepted = await decide(source, name, 'accept');
    assert.equal(accepted.status, 200, accepted.text);
    assert.ok((await changes()).length > noted, 'the run ends differently in the table of runs, too');
    const after = accepted.body.data.attributes;
    assert.deepEqual([after.version, after.stale, after.rows, after.held], [2, false, left, null]);
    assert.equal(after.freshAsOf, held.since);
    assert.equal(await countRows(source, name), left);
    const { status, failure, lastRun } = await journey.attributesOf(source);
    assert.deepEqual([status, failure, lastRun.state], ['synced', null, 'succeeded']);
    assert.equal((await decide(source, name, 'accept')).status, 409);
    assert.equal((await journey.sync(source)).state, 'succeeded');
  });
}

test('an accepted version starts what is scheduled after a success, but nothing that has started already', async () => {
  const source = await synced('awaited', 'steady');
  const [afterSuccess, afterEnd] = await Promise.all(
    (['succeeded', 'ended'] as const).map(async (when) => {
      const id = await givenConnection(api, workspace.id);
      const after = { sourceConnectionId: source.split('/').at(-1)!, when, waitMinutes: 60 };
      const path = `${journey.base}/source-connections/${id}/schedule`;
      const choices = scheduleWith({ kind: 'after', after });
      assert.equal((await client.patch(path, 'schedules', choices, { 'if-match': '0' })).status, 200);
      return path;
    }),
  );
  const plannedAt = async (path: string) => (await journey.attributesOf(path)).nextRunAt;
  await shrinkTo('awaited', 5);
  await journey.sync(source);
  const planned = await plannedAt(afterEnd!);
  assert.notEqual(planned, null);
  assert.equal(await plannedAt(afterSuccess!), null);
  await api.sql('update connection_schedules set next_run_at = null');
  await decide(source, 'awaited', 'accept');
  assert.notEqual(await plannedAt(afterSuccess!), null);
  assert.equal(await plannedAt(afterEnd!), null);
});

test('the old version is kept if someone decides so, and the new one is deleted', async () => {
  const source = await synced('kept', 'steady');
  await shrinkTo('kept', 5);
  await journey.sync(source);
  assert.equal((await filesOf(source, 'kept')).length, 2);
  assert.equal((await decide(source, 'kept', 'keep', 3)).status, 409);
  const response = await decide(source, 'kept', 'keep');
  assert.equal(response.status, 200, response.text);
  const { version, stale, rows, held } = response.body.data.attributes;
  assert.deepEqual([version, stale, rows, held], [1, false, 1000, null]);
  assert.equal((await filesOf(source, 'kept')).length, 1);
  const { status, failure, lastRun } = await journey.attributesOf(source);
  assert.deepEqual([status, failure, lastRun.state], ['synced', null, 'partially_succeeded']);
  const { streams } = await journey.attributesOf(`${source}/sync-runs/${lastRun.id}`);
  assert.equal(streams[0].failure.code, 'old_version_kept');
  const audited = await api.sql(`select action, details from audit_events where action like 'table.keep%'`);
  assert.deepEqual(audited, [{ action: 'table.keep_version', details: { version: 2 } }]);
  assert.equal(
    (await journey.sync(source)).failure.code,
    'rows_dropped',
    'the next run requires a decision again',
  );
});

test('the next sync replaces the version on hold, and three versions are kept in addition to it', async () => {
  const source = await synced('twice');
  for (let round = 0; round < 3; round += 1) await journey.sync(source);
  await shrinkTo('twice', 7);
  await journey.sync(source);
  await shrinkTo('twice', 6);
  assert.equal((await journey.sync(source)).state, 'failed');
  const { version, held } = await journey.attributesOf(`${source}/tables/twice`);
  assert.deepEqual([version, held.rows], [4, 6]);
  assert.equal((await filesOf(source, 'twice')).length, 4);
  await server.run('insert into twice select id from generate_series(100, 1000) as id');
  assert.equal((await journey.sync(source)).state, 'succeeded');
  const now = await journey.attributesOf(`${source}/tables/twice`);
  assert.deepEqual([now.held, now.stale, now.rows], [null, false, 907]);
  assert.equal((await filesOf(source, 'twice')).length, 3);
});

test('a version that was left on hold by a later, failed run can be accepted, but counts as stale', async () => {
  const source = await synced('overtaken', 'steady');
  await shrinkTo('overtaken', 1);
  await journey.sync(source);
  await server.run('revoke select on overtaken from reader');
  assert.equal((await journey.sync(source)).failure.code, 'permission_denied');
  const { body } = await decide(source, 'overtaken', 'accept');
  assert.deepEqual([body.data.attributes.rows, body.data.attributes.stale], [1, true]);
  assert.equal((await journey.attributesOf(source)).failure.code, 'permission_denied');
});

describe('a connection that accepts shrinking tables', () => {
  test('requires no decision', async () => {
    const source = await synced('allowed');
    const { version } = await journey.attributesOf(source);
    const changed = await client.patch(
      source,
      'source_connections',
      { acceptsShrinking: true },
      { 'if-match': String(version) },
    );
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.data.attributes.acceptsShrinking, true);
    await shrinkTo('allowed', 0);
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.equal(await countRows(source, 'allowed'), 0);
  });
});
