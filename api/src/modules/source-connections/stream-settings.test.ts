import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { TestApi } from '../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '../../engine/connectors/postgres/testing/source-server.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

const CREATE = `
  create table orders (id bigint primary key, email text, updated_at timestamptz not null);
  grant select on orders to reader;`;
const mirror = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'updated_at',
  primaryKey: null,
  nullCursor: 'load',
  overlap: 60,
  rowFilter: [{ column: 'id', operator: 'greater', values: ['7'] }],
  startFrom: '2026-01-01',
  rowCap: 1_000,
  masks: { email: 'drop' },
};

const pathOf = (source: string, tableName: string) => `${source}/catalog/streams/${tableName}/settings`;
const change = async (source: string, tableName: string, settings: object, version: number) =>
  journey.client.patch(pathOf(source, tableName), 'stream_settings', settings, {
    'if-match': String(version),
  });

test('settings of a stream are suggested, changed, listed, and outlive its table', async () => {
  await server.run(`${CREATE} create table shops (id bigint); grant select on shops to reader;`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'orders');
  const before = await journey.attributesOf(pathOf(source, 'orders'));
  assert.equal(before.syncMode, 'full_refresh');
  assert.deepEqual(before.suggestion, {
    primaryKey: ['id'],
    cursor: { column: 'updated_at', reason: 'time_of_change', misses: [] },
  });
  assert.deepEqual(before.cursorColumns, ['id', 'updated_at']);

  const changed = await change(source, 'orders', mirror, before.version);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(changed.body.data.attributes, { ...before, ...mirror, version: before.version + 1 });
  const outdated = await change(source, 'orders', mirror, before.version);
  assert.equal(outdated.status, 412);

  const listed = async () =>
    (await journey.attributesOf(`${source}/catalog/streams`)).streams.find(
      ({ tableName }: { tableName: string }) => tableName === 'orders',
    );
  const { selected, syncMode, destinationSyncMode, cursorColumn, droppedColumns } = await listed();
  assert.deepEqual(
    [selected, syncMode, destinationSyncMode, cursorColumn, droppedColumns],
    [true, 'incremental', 'append_dedup', 'updated_at', 1],
  );

  await server.run('drop table orders');
  await journey.discover(source);
  assert.equal(await listed(), undefined);
  await server.run(CREATE);
  await journey.discover(source);
  const returned = await journey.attributesOf(pathOf(source, 'orders'));
  assert.deepEqual(returned, { ...returned, ...mirror });
  assert.equal((await listed()).selected, true);
});

test('settings that can’t work are refused with their fields, and change nothing', async () => {
  const source = await journey.connectFiles({ 'orders.csv': 'id,at\n1,2026-01-01\n' });
  const before = await journey.attributesOf(pathOf(source, 'orders'));
  assert.deepEqual(before.supportedSyncModes, ['full_refresh']);
  assert.equal(before.suggestion.cursor, null);
  const refused = await change(source, 'orders', { ...mirror, masks: { gone: 'hash' } }, before.version);
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map(({ code }: { code: string }) => code),
    ['sync_mode_unsupported', 'key_needed', 'column_unknown', 'column_unknown'],
  );
  assert.deepEqual(await journey.attributesOf(pathOf(source, 'orders')), before);
});
