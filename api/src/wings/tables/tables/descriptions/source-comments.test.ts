import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { admin } = workspace;
const reader = await workspace.member('reader');
let source: string;

before(async () => {
  await server.run(`
    alter default privileges grant select on tables to reader;
    create table orders (id int primary key, status text, pin text);
    comment on table orders is 'One row per order.';
    comment on column orders.status is 'Paid or not.';
    comment on column orders.pin is 'The drawer’s code.';
    create table plain (id int primary key);
    insert into orders values (1, 'paid', '0000')`);
  source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'orders', 'plain');
  const path = `${source}/catalog/streams/orders/settings`;
  const {
    suggestion: _s,
    supportedSyncModes: _m,
    cursorColumns: _c,
    version,
    ...now
  } = await journey.attributesOf(path);
  const changed = { ...now, masks: { pin: 'drop' } };
  const saved = await admin.patch(path, 'stream_settings', changed, { 'if-match': String(version) });
  assert.equal(saved.status, 200, saved.text);
  await journey.sync(source);
});

const tableSeen = async (by: Client = reader, table = 'orders') =>
  (await by.get(`${source}/tables/${table}`)).body.data.attributes;
const found = async (text: string) => {
  const query = new URLSearchParams({ 'filter[text]': text });
  const { body } = await reader.get(`/organizations/${workspace.id}/table-index?${query}`);
  return body.data.attributes.groups.flatMap(({ schemas }: { schemas: { tables: object[] }[] }) =>
    schemas.flatMap(({ tables }) => tables),
  ) as { tableName: string; description: string; describedBy: string; matches: object[] }[];
};

describe('what a source says about its tables', () => {
  test('is seen where tables are chosen', async () => {
    const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
    assert.deepEqual(
      streams.map(({ tableName, comment }: { tableName: string; comment: string | null }) => [
        tableName,
        comment,
      ]),
      [
        ['orders', 'One row per order.'],
        ['plain', null],
      ],
    );
    const { columns } = await journey.attributesOf(`${source}/catalog/streams/orders/columns`);
    assert.deepEqual(
      columns.map(({ comment }: { comment: string | null }) => comment),
      [null, 'Paid or not.', 'The drawer’s code.'],
    );
  });

  test('is seen with the table, without columns that weren’t copied', async () => {
    assert.deepEqual((await tableSeen()).about.source, {
      description: 'One row per order.',
      columns: [{ name: 'status', description: 'Paid or not.' }],
    });
    assert.deepEqual((await tableSeen(reader, 'plain')).about.source, { description: '', columns: [] });
    const { body } = await reader.get(`/organizations/${workspace.id}/tables`);
    assert.equal(body.data[0].attributes.about.source.description, 'One row per order.');
  });

  test('is found, unless it’s about a column that wasn’t copied', async () => {
    const [[table], [column]] = [await found('row per'), await found('PAID not')];
    assert.deepEqual(
      [table!.tableName, table!.description, table!.describedBy],
      ['orders', 'One row per order.', 'source'],
    );
    assert.deepEqual(table!.matches, [{ in: 'comment', column: null, text: 'One row per order.' }]);
    assert.deepEqual(column!.matches, [{ in: 'column_comment', column: 'status', text: 'Paid or not.' }]);
    assert.deepEqual(await found('drawer'), []);
  });

  test('helps to write SQL', async () => {
    const { tables } = await journey.attributesOf(`/organizations/${workspace.id}/sql-catalog`);
    const orders = tables.find(({ name }: { name: string }) => name === 'orders');
    assert.equal(orders.description, 'One row per order.');
    assert.deepEqual(orders.columns, [
      { name: 'id', kind: 'number', type: 'INTEGER' },
      { name: 'status', kind: 'text', type: 'VARCHAR', description: 'Paid or not.' },
    ]);
  });

  test('is as narrow for a service account as its columns', async () => {
    const sourceConnectionId = source.split('/').at(-1)!;
    const tables = [{ tableName: 'orders', columns: ['id'] }];
    const robot = await api.serviceAccount(workspace, {
      rights: ['data:read', 'sql:run'],
      scope: [{ sourceConnectionId, tables }],
    });
    const { about } = await tableSeen(robot);
    assert.deepEqual(about.source, { description: 'One row per order.', columns: [] });
    const catalog = await robot.get(`/organizations/${workspace.id}/sql-catalog`);
    assert.doesNotMatch(catalog.text, /Paid or not|drawer/);
  });
});

test('what people write counts, until they take it back', async () => {
  const describeTable = (version: number, attributes: object) =>
    admin.patch(`${source}/tables/orders/description`, 'table_descriptions', attributes, {
      'if-match': `"${version}"`,
    });
  const ours = { description: 'Ours.', columns: [{ name: 'status', description: 'How far it is.' }] };
  assert.equal((await describeTable(0, ours)).status, 200);
  assert.deepEqual([await found('row per'), await found('paid not')], [[], []]);
  const [table] = await found('ours.');
  assert.deepEqual([table!.description, table!.describedBy], ['Ours.', 'people']);
  const { tables } = await journey.attributesOf(`/organizations/${workspace.id}/sql-catalog`);
  assert.match(JSON.stringify(tables), /Ours\..*How far it is\./);
  assert.equal((await tableSeen()).about.source.description, 'One row per order.');
  const nothing = { description: '', columns: [{ name: 'status', description: '' }] };
  assert.equal((await describeTable(1, nothing)).status, 200);
  assert.equal((await found('paid not')).length, 1);
});

test('what the source says later is taken up when it’s listed again, and nobody has to decide', async () => {
  const before = await tableSeen();
  await server.run(`
    comment on table orders is 'An order a row.';
    comment on column orders.status is null;
    comment on column orders.id is 'Its number.'`);
  await journey.discover(source);
  const { about, version } = await tableSeen();
  assert.deepEqual(about.source, {
    description: 'An order a row.',
    columns: [{ name: 'id', description: 'Its number.' }],
  });
  assert.equal(version, before.version);
  for (const isPending of [true, false]) {
    const { body } = await admin.get(`${source}/schema-changes?filter[pending]=${isPending}`);
    assert.deepEqual(body.data, []);
  }
  await server.run('drop table orders');
  await journey.discover(source);
  assert.equal((await tableSeen()).about.source.description, 'An order a row.');
});
