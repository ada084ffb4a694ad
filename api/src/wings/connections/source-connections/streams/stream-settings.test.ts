import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

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
    systemCursor: 'xmin',
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

test('many tables are selected and changed at once, or not at all', async () => {
  await server.run(`
    create table items (id bigint primary key, changed_at timestamptz not null, note text);
    create table plain (a text, b text);
    grant select on items, plain to reader;`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  const { version } = await journey.attributesOf(`${source}/catalog`);
  const selection = (attributes: object) =>
    journey.client.patch(`${source}/selection`, 'selections', attributes, { 'if-match': String(version) });
  const modes = { syncMode: 'incremental', destinationSyncMode: 'append_dedup', cursorColumn: 'changed_at' };
  const refused = await selection({
    add: ['items', 'plain'],
    settings: [
      { tables: ['items'], change: modes },
      { tables: ['plain'], change: { ...modes, masks: { c: 'hash' } } },
    ],
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(
    refused.body.errors.map(({ source: at }: { source: { pointer: string } }) => at.pointer),
    ['primaryKey', 'cursorColumn', 'masks/c'].map((field) => `/data/attributes/settings/1/change/${field}`),
  );
  assert.ok(refused.body.errors.every(({ meta }: { meta: { table: string } }) => meta.table === 'plain'));
  const unknown = await selection({ settings: [{ tables: ['absent'], change: modes }] });
  assert.equal(unknown.body.errors[0].code, 'stream_unknown');

  await change(
    source,
    'items',
    { ...mirror, rowFilter: [], startFrom: null, cursorColumn: 'id', masks: { note: 'hash' } },
    version,
  );
  const saved = await journey.client.patch(
    `${source}/selection`,
    'selections',
    {
      add: ['items', 'plain'],
      settings: [
        { tables: ['items'], change: {}, usesSuggestedCursor: true },
        { tables: ['plain'], change: { rowCap: 7 } },
      ],
    },
    { 'if-match': String(version + 1) },
  );
  assert.equal(saved.status, 200, saved.text);
  const items = await journey.attributesOf(pathOf(source, 'items'));
  assert.deepEqual([items.cursorColumn, items.overlap, items.masks], ['changed_at', 60, { note: 'hash' }]);
  assert.equal((await journey.attributesOf(pathOf(source, 'plain'))).rowCap, 7);
  const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
  const found = (name: string) => streams.find(({ tableName }: { tableName: string }) => tableName === name);
  assert.deepEqual(
    [found('items').suggestedCursor, found('items').selected, found('items').isLoaded],
    ['changed_at', true, false],
  );
  assert.deepEqual([found('plain').suggestedCursor, found('plain').selected], [null, true]);
});

test('the catalog says how fast the source was read, once it was, and which tables have rows', async () => {
  const source = await journey.connect('sample_shop', {});
  assert.equal((await journey.attributesOf(`${source}/catalog`)).rowsPerSecond, null);
  await journey.select(source, 'orders', 'customers');
  assert.equal((await journey.sync(source)).state, 'succeeded');
  assert.ok((await journey.attributesOf(`${source}/catalog`)).rowsPerSecond > 0);
  const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
  const loaded = streams.filter(({ isLoaded }: { isLoaded: boolean }) => isLoaded);
  assert.deepEqual(
    loaded.map(({ tableName }: { tableName: string }) => tableName),
    ['customers', 'orders'],
  );
});
