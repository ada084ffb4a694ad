import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { VersionDiff } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

const compare = (source: string, table: string, before: number, after: number) =>
  client.get(`${source}/tables/${table}/version-diffs?before=${before}&after=${after}`);

async function diffOf(...versions: Parameters<typeof compare>): Promise<VersionDiff> {
  const { status, text, body } = await compare(...versions);
  assert.equal(status, 200, text);
  return body.data.attributes.diff;
}

test('rows and columns of two versions are compared by their key', async () => {
  await server.run(`
    create table orders (id bigint primary key, status text, total integer, note text);
    insert into orders values (1, 'open', 10, 'a'), (2, 'open', 20, 'b'), (3, 'open', 30, 'c');
    grant select on orders to reader;`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'orders');
  await journey.sync(source);
  await server.run(`
    update orders set status = 'paid' where id = 2;
    delete from orders where id = 1;
    insert into orders values (4, 'open', 40, null);
    alter table orders add column channel text default 'web';
    alter table orders alter total type bigint;`);
  await journey.sync(source);

  const { columns, examples, ...counts } = await diffOf(source, 'orders', 1, 2);
  assert.deepEqual(counts, {
    rowsBefore: 3,
    rowsAfter: 3,
    added: 1,
    removed: 1,
    changed: 1,
    key: ['id'],
    counted: 1,
  });
  assert.deepEqual(
    columns.map(({ name, change, typeBefore, changedRows }) => [name, change, typeBefore, changedRows]),
    [
      ['id', null, null, 0],
      ['status', null, null, 1],
      ['total', 'retyped', 'INTEGER', 0],
      ['note', null, null, 0],
      ['channel', 'added', null, 0],
    ],
  );
  assert.deepEqual(examples, {
    added: [['4', 'open', '40', null, 'web']],
    removed: [['1', 'open', '10', 'a', null]],
    changed: [
      { before: ['2', 'open', '20', 'b', null], after: ['2', 'paid', '20', 'b', 'web'], columns: [1] },
    ],
  });
  const back = await diffOf(source, 'orders', 2, 1);
  assert.deepEqual(
    back.columns.map(({ name, change }) => [name, change]),
    [
      ['id', null],
      ['status', null],
      ['total', 'retyped'],
      ['note', null],
      ['channel', 'removed'],
    ],
  );
  assert.deepEqual(back.examples.removed, [['4', 'open', '40', null, 'web']]);
  const same = await diffOf(source, 'orders', 2, 2);
  assert.deepEqual([same.added, same.removed, same.changed], [0, 0, 0]);
});

test('a table without a key has only added and removed rows', async () => {
  const source = await journey.connectFiles({ 'n.csv': 'n,text\n1,a\n2,b\n2,b\n' });
  await journey.sync(source);
  await journey.sync(source);
  const { key, added, removed, changed, rowsAfter } = await diffOf(source, 'n', 1, 2);
  assert.deepEqual(
    { key, added, removed, changed, rowsAfter },
    {
      key: [],
      added: 0,
      removed: 0,
      changed: 0,
      rowsAfter: 3,
    },
  );
});

test('a version that is not kept, damaged, or shows masked values is refused by name', async () => {
  const source = await journey.connectFiles({ 'n.csv': 'n,email\n1,a@example.com\n' });
  await journey.sync(source);
  await journey.sync(source);
  assert.deepEqual(faultsIn(await compare(source, 'n', 1, 9)), ['version_not_kept after']);

  const path = `${source}/catalog/streams/n/settings`;
  const { version, suggestion, supportedSyncModes, cursorColumns, ...settings } =
    await journey.attributesOf(path);
  assert.ok([suggestion, supportedSyncModes, cursorColumns]);
  const masked = await client.patch(
    path,
    'stream_settings',
    { ...settings, masks: { email: 'hash' } },
    { 'if-match': String(version) },
  );
  assert.equal(masked.status, 200, masked.text);
  const refused = await compare(source, 'n', 1, 2);
  assert.deepEqual([refused.status, faultsIn(refused)], [409, ['version_unmasked before']]);
});

test('a file that is damaged is noticed, and its version named', async () => {
  const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
  await journey.sync(source);
  await journey.sync(source);
  const { body } = await client.get(`${source}/tables/n`);
  const folder = join(api.dataDirectory, 'ws', workspace.id, source.split('/').at(-1)!, body.data.id);
  const [oldest] = readdirSync(folder).sort((a, b) => Number(/\d+/.exec(a)) - Number(/\d+/.exec(b)));
  await truncate(join(folder, oldest!), statSync(join(folder, oldest!)).size - 1);
  for (const _ of ['found', 'known']) {
    const refused = await compare(source, 'n', 1, 2);
    assert.deepEqual([refused.status, refused.body.errors[0].code], [409, 'version_damaged'], refused.text);
    assert.equal(refused.body.errors[0].meta.version, 1);
  }
});
