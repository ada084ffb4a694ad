import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { checkStoredBytes } from '../../../../../test-support/stored-bytes.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
afterEach(() => checkStoredBytes(api));
const journey = new SourceJourney(await api.workspace());
const { client } = journey;

interface Listed {
  version: number;
  state: string;
  restored: { from: number; by: string } | null;
  freshAsOf: string;
}
const versionsOf = async (source: string): Promise<Listed[]> => {
  const { status, text, body } = await client.get(`${source}/tables/orders/versions`);
  assert.equal(status, 200, text);
  return body.data.map(({ attributes }: { attributes: Listed }) => attributes);
};
const states = async (source: string) =>
  (await versionsOf(source)).map(({ version, state }) => [version, state]);
const restore = (source: string, version: number) =>
  client.post(`${source}/tables/orders/restorations`, 'restorations', { version });

test('an earlier version is brought back with its state, and the next sync continues from there', async () => {
  await server.run(`
    create table orders (id bigint primary key, total integer, updated_at timestamptz not null default now());
    insert into orders (id, total) values (1, 10), (2, 20);
    grant select on orders to reader;`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'orders');
  const path = `${source}/catalog/streams/orders/settings`;
  const {
    version,
    suggestion: _,
    supportedSyncModes: __,
    cursorColumns: ___,
    ...settings
  } = await journey.attributesOf(path);
  const mirror = {
    ...settings,
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    cursorColumn: 'updated_at',
  };
  const saved = await client.patch(path, 'stream_settings', mirror, { 'if-match': String(version) });
  assert.equal(saved.status, 200, saved.text);
  const totals = async () => (await journey.rows(source, 'orders')).map(([id, total]) => [id, total]).sort();

  await journey.sync(source);
  await server.run('update orders set total = 99, updated_at = clock_timestamp() where id = 1');
  await journey.sync(source);
  assert.deepEqual(await states(source), [
    [2, 'current'],
    [1, 'kept'],
  ]);
  const [, first] = await versionsOf(source);

  const restored = await restore(source, 1);
  assert.equal(restored.status, 200, restored.text);
  assert.equal(restored.body.data.attributes.version, 3);
  assert.equal(restored.body.data.attributes.freshAsOf, first!.freshAsOf, 'as old as its data');
  assert.deepEqual(await totals(), [
    ['1', '10'],
    ['2', '20'],
  ]);
  const [newest] = await versionsOf(source);
  assert.equal(newest?.restored?.from, 1);

  await journey.sync(source);
  assert.deepEqual(await totals(), [
    ['1', '99'],
    ['2', '20'],
  ]);
  assert.deepEqual(await states(source), [
    [4, 'current'],
    [3, 'kept'],
    [2, 'kept'],
  ]);

  // Version 3 still needs the file of version 1, which is no longer kept.
  assert.equal((await restore(source, 3)).status, 200);
  assert.deepEqual(await totals(), [
    ['1', '10'],
    ['2', '20'],
  ]);
});

test('only versions that are kept can be brought back, and the current one stays as it is', async () => {
  const source = await journey.connectFiles({ 'orders.csv': 'id\n1\n' });
  await journey.sync(source);
  assert.equal((await restore(source, 1)).status, 200);
  assert.deepEqual(await states(source), [[1, 'current']]);
  const refused = await restore(source, 7);
  assert.deepEqual([refused.status, refused.body.errors[0].code], [409, 'version_not_kept']);
});
