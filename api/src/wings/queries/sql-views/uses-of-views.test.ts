import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { NamedVersion } from '../sql/index.ts';
import { replaceInputs } from './view-inputs.ts';

const [api, server] = await Promise.all([TestApi.open({ withViews: true }), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client, base } = journey;
const views = `${base}/sql-views`;
let source: string;
let doubled: string;
let large: string;
let report: string;

const refreshed = (id: string) =>
  settled(
    () => client.get(`${views}/${id}`),
    ({ body: { data } }) => ['current', 'failed'].includes(data.attributes.state),
  );
async function made(path: string, type: string, attributes: object): Promise<string> {
  const { status, body, text } = await client.post(`${base}/${path}`, type, attributes);
  assert.equal(status, 201, text);
  return body.data.id;
}
async function madeView(name: string, sql: string): Promise<string> {
  const id = await made('sql-views', 'sql_views', { name, sql });
  await refreshed(id);
  return id;
}
const usesOf = (id: string) =>
  api.sql(
    `select table_name || '.' || column_name as used from dependencies
     where dependent_type = 'view' and dependent_id = $1 order by 1`,
    [id],
  );
const impact = async () => {
  const { body } = await client.get(`${source}/schema-changes`);
  return body.data[0].attributes;
};

before(async () => {
  await server.run(`
    alter default privileges grant select on tables to reader;
    create table orders (id int primary key, total int, phone text, note text);
    insert into orders values (1, 2, '3', '4')`);
  source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'orders');
  await journey.sync(source);
  doubled = await madeView('doubled', 'select id, total * 2 as twice from orders where phone is not null');
  large = await madeView('large', 'select twice from doubled where twice > 1');
  const table = { id: large, name: 'large' };
  const layout = { x: 0, y: 0, w: 6, h: 6 };
  const query = { breakouts: [], measures: [{ as: 'most', agg: 'max', column: 'twice' }] };
  const card = { kind: 'query', id: 'most', title: 'Most', layout, table, mark: 'number', query };
  report = await made('reports', 'reports', { name: 'Weekly', content: { cards: [card], filters: [] } });
});

describe('a view', () => {
  test('uses the columns on which its rows depend', async () => {
    const columns = (...names: string[]) => names.map((name) => ({ used: name }));
    assert.deepEqual(await usesOf(doubled), columns('orders.id', 'orders.phone', 'orders.total'));
    assert.deepEqual(await usesOf(large), columns('doubled.twice'));
  });

  test('from before its uses were known is made again, and then has them', async () => {
    await api.sql(`update dependencies set column_name = '' where dependent_id = $1 and column_name = 'id'`, [
      doubled,
    ]);
    await api.sql(`delete from dependencies where dependent_id = $1 and column_name <> ''`, [doubled]);
    await api.sql(`update sql_views set attempted = null where id = $1`, [doubled]);
    api.services.viewRefresher.wake();
    await refreshed(doubled);
    assert.equal((await usesOf(doubled)).length, 3);
  });

  test('is named where a column is lost that it uses, and so is what reads it, also after it is renamed', async () => {
    const { version } = await journey.attributesOf(`${views}/${doubled}`);
    const headers = { 'if-match': String(version) };
    const renamed = await client.patch(`${views}/${doubled}`, 'sql_views', { name: 'twofold' }, headers);
    assert.equal(renamed.status, 200, renamed.text);
    // Another view that reads it was being made when its name changed.
    const { sourceConnectionId } = await journey.attributesOf(`${views}/${doubled}`);
    const called = { sourceConnectionId, tableName: 'doubled' };
    const named = (tableName: string) => ({
      version: { ...called, tableName, tableId: doubled } as NamedVersion['version'],
      names: [{ catalog: '', schema: '', name: 'doubled' }],
    });
    const uses = [{ ...called, columns: ['twice'] }];
    await workspaceTransaction(api.database, workspace.id, (db) =>
      replaceInputs(db, large, [named('twofold')], uses, [named('doubled')]),
    );
    await server.run('alter table orders drop note, drop total');
    await journey.discover(source);
    const change = await impact();
    assert.equal(change.breaking, true);
    const lost = { columns: ['total'] };
    assert.deepEqual(change.impact, [
      {
        ...{ type: 'report', id: report, name: 'Weekly', ...lost, through: ['large'] },
        parts: [{ kind: 'card', name: 'Most' }],
      },
      { type: 'view', id: large, name: 'large', ...lost, through: ['twofold'] },
      { type: 'view', id: doubled, name: 'twofold', ...lost },
    ]);
  });

  test('that is deleted is named no more', async () => {
    assert.equal((await client.delete(`${views}/${doubled}`)).status, 204);
    assert.deepEqual((await impact()).impact, []);
  });
});

test('the lineage counts all that use a column, and says which views do', async () => {
  const note = await madeView('notes', 'select note from orders');
  const sourceConnectionId = source.split('/').at(-1);
  await api.sql(
    `insert into dependencies
       (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id, dependent_name)
     select $1, $2, 'orders', 'phone', 'saved_query', 'qry_' || n, 'Query ' || n from generate_series(1, 130) n`,
    [workspace.id, sourceConnectionId],
  );
  const {
    documents,
    columnUses,
    views: reading,
  } = await journey.attributesOf(`${source}/tables/orders/lineage`);
  assert.equal(documents.length, 100);
  assert.deepEqual(columnUses, [{ name: 'phone', documents: 130 }]);
  assert.deepEqual(reading, [{ id: note, columns: ['note'] }]);
});
