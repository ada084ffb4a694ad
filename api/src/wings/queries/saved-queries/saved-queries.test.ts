import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import { listUses } from '../../ground/dependencies/index.ts';

const api = await TestApi.open();
after(api.close);

let workspace: TestWorkspace;
let client: Client;
let reader: Client;
let queries: string;
let sourceConnectionId: string;
before(async () => {
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({
    'orders.csv': 'id,total,"a b"\n1,2.50,x\n2,,y\n',
    'items.csv': 'id,label\n1,one\n',
  });
  await journey.sync(source);
  client = journey.client;
  reader = await workspace.member('reader');
  queries = `${journey.base}/saved-queries`;
  sourceConnectionId = source.split('/').at(-1)!;
});

const save = (name: string, sql = 'from items', rest: object = {}) =>
  client.post(queries, 'saved_queries', { name, description: '', sql, parameters: {}, ...rest });
const change = (path: string, attributes: object, version: number) =>
  client.patch(path, 'saved_queries', attributes, { 'if-match': `"${version}"` });
const codesOf = ({ body }: Awaited<ReturnType<typeof save>>) =>
  body.errors.map(({ code }: { code: string }) => code);
const namesOf = async (search = '') => {
  const { body } = await reader.get(`${queries}?${new URLSearchParams({ search })}`);
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
};
const usesOf = async (id: string) => {
  const uses = await workspaceTransaction(api.database, workspace.id, (db) =>
    listUses(db, { type: 'saved_query', id }),
  );
  return uses.map(({ tableName, columns }) => [tableName, ...columns]);
};

describe('a saved query', () => {
  test('is opened by everybody with the values of its parameters, and deleted', async () => {
    const { status, body } = await save('Revenue', 'select sum(total) from orders where id > $least', {
      description: 'Since a day',
      parameters: { least: '1' },
    });
    assert.equal(status, 201);
    const one = `${queries}/${body.data.id}`;
    const opened = await reader.get(one);
    const { savedAt, savedBy, ...rest } = opened.body.data.attributes;
    assert.ok(Date.parse(savedAt) > 0 && savedBy.length > 0);
    assert.deepEqual(rest, {
      name: 'Revenue',
      description: 'Since a day',
      sql: 'select sum(total) from orders where id > $least',
      parameters: { least: '1' },
      version: 1,
    });
    assert.deepEqual(await usesOf(body.data.id), [['orders', 'id', 'total']]);
    assert.equal((await reader.delete(one)).status, 403);
    assert.equal((await client.delete(one)).status, 204);
    assert.equal((await client.get(one)).status, 404);
    assert.deepEqual(await usesOf(body.data.id), []);
  });

  test('is found by a text in its name, description, or SQL', async () => {
    await save('100% of sales', 'select 1');
    await save('Others', 'select 2', { description: 'What Finch sells' });
    await save('Labels', 'select label from items');
    assert.deepEqual(await namesOf('% of'), ['100% of sales']);
    assert.deepEqual(await namesOf('finch'), ['Others']);
    assert.deepEqual(await namesOf('LABEL FROM'), ['Labels']);
    assert.deepEqual(await namesOf('100_'), []);
  });

  test('keeps all its versions, and goes back to one under its current name', async () => {
    const { body } = await save('First', 'select 1', { parameters: { a: 'x' } });
    const one = `${queries}/${body.data.id}`;
    await change(one, { sql: 'select 2', parameters: {} }, 1);
    await change(one, { name: 'Renamed' }, 2);
    const restored = await client.post(
      `${one}/restorations`,
      'query_restorations',
      { version: 1 },
      { 'if-match': '"3"' },
    );
    assert.equal(restored.status, 201, restored.text);
    const { name, sql, parameters, version } = restored.body.data.attributes;
    assert.deepEqual([name, sql, parameters, version], ['Renamed', 'select 1', { a: 'x' }, 4]);
    const listed = await reader.get(`${one}/versions`);
    type Version = { attributes: { version: number; sql: string; restoredVersion: number | null } };
    assert.deepEqual(
      listed.body.data.map(({ attributes: v }: Version) => [v.version, v.sql, v.restoredVersion]),
      [
        [4, 'select 1', 1],
        [3, 'select 2', null],
        [2, 'select 2', null],
        [1, 'select 1', null],
      ],
    );
    const missing = { version: 9 };
    assert.equal(
      (await client.post(`${one}/restorations`, 'query_restorations', missing, { 'if-match': '4' })).status,
      404,
    );
  });

  test('isn’t overwritten by someone who hasn’t seen the last save', async () => {
    const { body } = await save('Shared');
    const one = `${queries}/${body.data.id}`;
    const both = await Promise.all([
      change(one, { sql: 'select 1' }, 1),
      change(one, { sql: 'select 2' }, 1),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
    assert.equal((await client.patch(one, 'saved_queries', { sql: 'select 3' })).status, 428);
  });

  test('has a name of its own, whatever its case, also if two people choose it at once', async () => {
    const both = await Promise.all([save('Twice'), save('TWICE')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422]);
    const refused = both.find(({ status }) => status === 422)!;
    assert.deepEqual(codesOf(refused), ['saved_query_name_taken']);
    for (const name of ['', ' paid', 'two\nlines', 'x'.repeat(101)])
      assert.equal((await save(name)).status, 422);
  });
});

describe('what a saved query uses', () => {
  const indexed = async (name: string, sql: string) => usesOf((await save(name, sql)).body.data.id);

  test('is every column on which its result depends', async () => {
    assert.deepEqual(await indexed('All', 'from items'), [['items', 'id', 'label']]);
    assert.deepEqual(await indexed('Count', 'select count(*) from items'), [['items']]);
    assert.deepEqual(await indexed('Spaces', 'select "a b" from orders where total is null'), [
      ['orders', 'a b', 'total'],
    ]);
    assert.deepEqual(await indexed('Join', 'select label from orders join items using (id)'), [
      ['items', 'id', 'label'],
      ['orders', 'id'],
    ]);
    assert.deepEqual(await indexed('Own', 'with items as (select 1) from items'), []);
  });

  test('is its tables as a whole if it doesn’t run', async () => {
    assert.deepEqual(await indexed('Wrong column', 'select nope from items'), [['items']]);
    assert.deepEqual(await indexed('Wrong table', 'from nope'), []);
    assert.deepEqual(await indexed('No query', 'drop table items'), []);
  });

  test('shows what is wrong with it now', async () => {
    const { body } = await save('Columns', 'select id, $x as x from items');
    const found = await reader.get(`${queries}/${body.data.id}/columns`);
    assert.deepEqual(
      found.body.data.attributes.columns.map(({ name }: { name: string }) => name),
      ['id', 'x'],
    );
    const broken = await save('Broken', 'select\n  gone from items');
    const refused = await reader.get(`${queries}/${broken.body.data.id}/columns`);
    const [{ code, meta, detail }] = refused.body.errors;
    assert.deepEqual([refused.status, code, meta.line, meta.column], [422, 'sql_failed', 2, 3]);
    assert.match(detail, /"gone" not found/);
  });

  test('is what a change at the source hits', async () => {
    const { body } = await save('Hit', 'select label from items');
    const rows = await api.sql(
      `select table_name, column_name, dependent_name from dependencies
       where source_connection_id = $1 and dependent_id = $2`,
      [sourceConnectionId, body.data.id],
    );
    assert.deepEqual(rows, [{ table_name: 'items', column_name: 'label', dependent_name: 'Hit' }]);
  });
});

test('old versions are deleted, except for the last hundred', async () => {
  const { body } = await save('Often');
  await api.sql(
    `insert into saved_query_versions (workspace_id, saved_query_id, version, name, description, sql, parameters, saved_by, saved_at)
     select workspace_id, saved_query_id, number, name, description, sql, parameters, saved_by,
       now() - case when number = 3 then '89 days' else '91 days' end::interval
     from saved_query_versions, generate_series(2, 105) as numbers (number) where saved_query_id = $1`,
    [body.data.id],
  );
  await api.sql(`update saved_queries set version = 105 where id = $1`, [body.data.id]);
  await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
  const kept = await api.sql(
    `select version from saved_query_versions where saved_query_id = $1 and version < 8 order by version`,
    [body.data.id],
  );
  // The first one has just been saved.
  assert.deepEqual(
    kept.map(({ version }) => version),
    [1, 3, 6, 7],
  );
});
