import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ColumnProfileAttributes, TableProfileAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { expireProfiles, keepAlive, takeDueProfile, type OpenProfile } from './open-profiles.ts';
import { sampleOf } from './profiler.ts';

const ORDERS = 'id,status,total\n1,paid,10.50\n2,open,\n3,paid,20.00\n';

/** Replaces the connection's file, and syncs it. */
async function replace(journey: SourceJourney, source: string, text: string): Promise<void> {
  const uploadId = await journey.upload('orders.csv', text);
  const { version } = await journey.attributesOf(source);
  const changed = await journey.client.patch(
    source,
    'source_connections',
    { configuration: { files: [{ uploadId }] } },
    { 'if-match': String(version) },
  );
  assert.equal(changed.status, 200, changed.text);
  await journey.discover(source);
  assert.equal((await journey.sync(source)).state, 'succeeded');
}

describe('with the worker', async () => {
  const api = await TestApi.open({ withProfiles: true });
  after(api.close);
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);

  const profiled = async (source: string, query = '') => {
    const { body } = await settled(
      () => journey.client.get(`${source}/tables/orders/profile${query}`),
      (response) => ['complete', 'failed'].includes(response.body.data?.attributes.state as string),
    );
    return body.data.attributes as TableProfileAttributes;
  };
  const columnOf = async (source: string, column: string, query = '') =>
    (await journey.attributesOf(
      `${source}/tables/orders/column-profile?column=${column}${query}`,
    )) as ColumnProfileAttributes;
  test('each version is profiled as soon as it is the current one, and compared with the one before it', async () => {
    const source = await journey.connectFiles({ 'orders.csv': ORDERS });
    await journey.sync(source);
    const first = await profiled(source);
    assert.deepEqual(
      [first.state, first.version, first.isCurrent, first.rows, first.sampledRows],
      ['complete', 1, true, 3, null],
    );
    const [id, status, total] = first.columns;
    assert.deepEqual(
      [id!.name, id!.facts!.unique, id!.facts!.least, id!.facts!.greatest],
      ['id', true, '1', '3'],
    );
    assert.deepEqual(status!.facts!.top, { value: 'paid', rows: 2 });
    assert.deepEqual(status!.facts!.shape, { of: 'top', rows: [2, 1] });
    assert.deepEqual([total!.facts!.nulls, total!.facts!.mean], [1, 15.25]);
    const found = await columnOf(source, 'status');
    assert.deepEqual(found.facts!.top, [
      { value: 'paid', cut: false, rows: 2 },
      { value: 'open', cut: false, rows: 1 },
    ]);
    assert.equal(found.before, null);

    await replace(journey, source, `${ORDERS}4,late,7.00\n`);
    await settled(
      () => profiled(source),
      ({ version }) => version === 2,
    );
    const { version, rows, before } = await columnOf(source, 'status');
    assert.deepEqual([version, rows, before!.version, before!.rows], [2, 4, 1, 3]);
    assert.equal(before!.facts.distinct.count, 2);
    assert.equal((await profiled(source, '?version=1')).isCurrent, false);
  });

  test('what failed is said, and is tried again on request', async () => {
    const source = await journey.connectFiles({ 'orders.csv': ORDERS });
    await journey.sync(source);
    await profiled(source);
    const tables = `workspace_id = '${workspace.id}' and table_id in (
      select id from tables where source_connection_id = '${source.split('/').at(-1)}')`;
    await api.sql(
      `update column_profiles set facts = null, fault = 'timed_out' where column_name = 'total' and ${tables}`,
    );
    assert.equal((await profiled(source)).columns[2]!.fault, 'timed_out');
    const asked = await journey.client.post(`${source}/tables/orders/profiles`, 'table_profiles', {
      version: 1,
    });
    assert.equal(asked.status, 202, asked.text);
    assert.equal((await profiled(source)).columns[2]!.facts!.mean, 15.25);
    const audited = await api.sql(`select details from audit_events where action = 'table.profile'`);
    assert.deepEqual(audited, [{ details: { version: 1 } }]);
    const none = await journey.client.post(`${source}/tables/orders/profiles`, 'table_profiles', {
      version: 7,
    });
    assert.equal(none.status, 410, none.text);
    const unknown = await journey.client.get(`${source}/tables/orders/column-profile?column=x`);
    assert.deepEqual(faultsIn(unknown), ['query_column_unknown column']);
  });

  test('an earlier version whose values are masked by now is neither shown nor compared', async () => {
    const source = await journey.connectFiles({ 'orders.csv': ORDERS });
    await journey.sync(source);
    await profiled(source);
    await replace(journey, source, ORDERS);
    await settled(
      () => profiled(source),
      ({ version }) => version === 2,
    );
    assert.equal((await columnOf(source, 'status')).before!.version, 1);
    await api.sql(`update stream_settings set masks = '{"status": "null"}' where source_connection_id = $1`, [
      source.split('/').at(-1),
    ]);
    assert.equal((await columnOf(source, 'status')).before, null);
    assert.equal((await columnOf(source, 'id')).before, null);
    const earlier = await journey.client.get(`${source}/tables/orders/profile?version=1`);
    assert.equal(earlier.status, 410, earlier.text);
  });
});

describe('without the worker', async () => {
  const api = await TestApi.open();
  after(api.close);

  const synced = async (files: Record<string, string>) => {
    const workspace = await api.workspace();
    const journey = new SourceJourney(workspace);
    const source = await journey.connectFiles(files);
    await journey.sync(source);
    return { workspace, journey, source };
  };
  const take = (served = '', awaited = '') => takeDueProfile(api.database, { served, awaited });
  const alive = (profile: OpenProfile) =>
    workspaceTransaction(api.database, profile.workspaceId, (db) => keepAlive(db, profile));

  test('profiles are taken in turns between workspaces, once, and those that people wait for first', async () => {
    const files = { 'a.csv': ORDERS, 'b.csv': ORDERS };
    const [one, other] = [await synced(files), await synced(files)];
    const looked = await one.journey.client.get(`${one.source}/tables/b`);
    const first = (await take('', looked.body.data.id))!;
    assert.deepEqual([first.workspaceId, first.tableName], [one.workspace.id, 'b']);
    const second = (await take(first.workspaceId))!;
    assert.equal(second.workspaceId, other.workspace.id);
    const waiting = second.tableName === 'a' ? 'b' : 'a';
    const asked = await other.journey.client.post(
      `${other.source}/tables/${waiting}/profiles`,
      'table_profiles',
      { version: 1 },
    );
    assert.equal(asked.body.data.attributes.state, 'queued', asked.text);
    const third = (await take(second.workspaceId))!;
    assert.deepEqual([third.workspaceId, third.tableName], [other.workspace.id, waiting]);
    assert.equal((await take(third.workspaceId))!.workspaceId, one.workspace.id);
    assert.equal(await take(), null);
    assert.ok(await alive(first));
    await expireProfiles(api.database);
    assert.equal((await take())!.tableId, third.tableId);
    await api.sql('delete from table_profiles');
    await api.sql('update tables set current_version = null');
  });

  test('a profile of a version that is replaced meanwhile is given up, unless people have asked for it', async () => {
    const { journey, source } = await synced({ 'orders.csv': ORDERS });
    const profile = (await take())!;
    assert.ok(await alive(profile));
    await replace(journey, source, `${ORDERS}4,late,7.00\n`);
    assert.equal(await alive(profile), false);
    assert.deepEqual(await api.sql('select from table_profiles where table_id = $1', [profile.tableId]), []);
    const asked = await journey.client.post(`${source}/tables/orders/profiles`, 'table_profiles', {
      version: 1,
    });
    assert.equal(asked.status, 202, asked.text);
    const again = (await take())!;
    assert.deepEqual([again.version, await alive(again)], [1, true]);
    assert.equal((await journey.client.delete(source)).status, 204);
    assert.equal(await alive(again), false);
    assert.deepEqual(await api.sql('select from table_profiles'), []);
  });
});

test('of more than 500 million cells, about 100 million are read', () => {
  const columns = (count: number) => Array.from({ length: count }, () => ({})) as never[];
  assert.equal(sampleOf({ rows: 10_000_000, columns: columns(50) }), null);
  assert.equal(sampleOf({ rows: 10_000_001, columns: columns(50) }), 20);
  assert.equal(sampleOf({ rows: 1_000_000_000, columns: columns(1_600) }), 1);
});
