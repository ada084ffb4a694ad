import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TableFacets } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../../test-support/test-api.ts';
import { workspaceTransaction } from '../../../../platform/database/workspace-db.ts';
import { indexUses } from '../../../ground/dependencies/index.ts';

const api = await TestApi.open();
after(api.close);

type Workspace = Awaited<ReturnType<TestApi['workspace']>>;
let workspace: Workspace;
let journey: SourceJourney;
let source: string;
let client: Client;
let reader: Client;
before(async () => {
  workspace = await api.workspace();
  journey = new SourceJourney(workspace);
  source = await journey.connectFiles({
    'orders.csv': 'id,status\n1,paid\n2,open\n',
    'visits.csv': 'page,client\n/,3\n',
  });
  await journey.sync(source);
  client = journey.client;
  reader = await workspace.member('reader');
});

const describeTable = (name: string, version: number, attributes: object, by = client) =>
  by.patch(`${source}/tables/${name}/description`, 'table_descriptions', attributes, {
    'if-match': `"${version}"`,
  });
const aboutOf = async (name: string) =>
  (await reader.get(`${source}/tables/${name}`)).body.data.attributes.about;
const codesOf = ({ body }: Awaited<ReturnType<typeof describeTable>>) =>
  body.errors.map(({ code }: { code: string }) => code);

describe('the description of a table', () => {
  test('is written by editors, read by all, and outlives a sync', async () => {
    assert.deepEqual(await aboutOf('orders'), {
      ...{ description: '', owner: null, tags: [], columns: [], version: 0 },
      source: { description: '', columns: [] },
    });
    const { status, body } = await describeTable('orders', 0, {
      description: ' One row per order. ',
      ownerId: workspace.admin.userId,
      tags: ['Shop', 'money', 'shop'],
      columns: [{ name: 'status', description: 'Where it is.' }],
    });
    assert.equal(status, 200);
    const expected = {
      description: 'One row per order.',
      owner: body.data.attributes.about.owner,
      tags: ['Shop', 'money'],
      columns: [{ name: 'status', description: 'Where it is.' }],
      source: { description: '', columns: [] },
      version: 1,
    };
    assert.equal(expected.owner.id, workspace.admin.userId);
    assert.deepEqual(body.data.attributes.about, expected);
    await journey.sync(source);
    assert.deepEqual(await aboutOf('orders'), expected);
    assert.equal((await describeTable('orders', 1, { tags: [] }, reader)).status, 403);
  });

  test('isn’t overwritten by someone who hasn’t seen the last change', async () => {
    const { version } = await aboutOf('visits');
    const both = await Promise.all(
      ['mine', 'yours'].map((description) => describeTable('visits', version, { description })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
  });

  test('leaves out what wasn’t changed, and forgets what was emptied', async () => {
    const { version } = await aboutOf('orders');
    await describeTable('orders', version, { columns: [{ name: 'id', description: 'Its number.' }] });
    await describeTable('orders', version + 1, { columns: [{ name: 'status', description: '' }] });
    const about = await aboutOf('orders');
    assert.deepEqual(about.columns, [{ name: 'id', description: 'Its number.' }]);
    assert.equal(about.description, 'One row per order.');
  });

  test('names only members as owners and only columns that exist', async () => {
    const stranger = await api.workspace();
    const { version } = await aboutOf('orders');
    assert.deepEqual(codesOf(await describeTable('orders', version, { ownerId: stranger.admin.userId })), [
      'owner_unknown',
    ]);
    const columns = [{ name: 'nope', description: 'x' }];
    assert.deepEqual(codesOf(await describeTable('orders', version, { columns })), ['query_column_unknown']);
    for (const tag of ['', ' shop', 'a,b', 'x'.repeat(41)])
      assert.equal((await describeTable('orders', version, { tags: [tag] })).status, 422, tag);
  });

  test('loses an owner who leaves, and nothing else', async () => {
    const editor = await workspace.member('editor');
    const { version } = await aboutOf('visits');
    await describeTable('visits', version, { ownerId: editor.userId, tags: ['web'] });
    assert.equal((await aboutOf('visits')).owner.id, editor.userId);
    await api.sql('delete from memberships where user_id = $1', [editor.userId]);
    const about = await aboutOf('visits');
    assert.deepEqual([about.owner, about.tags], [null, ['web']]);
  });
});

interface FoundSchema {
  name: string | null;
  total: number;
  next: string | null;
  tables: {
    tableName: string;
    reports: number;
    matches: { in: string; column: string | null; text: string }[];
  }[];
}
interface Found {
  sourceConnectionName: string;
  total: number;
  schemas: FoundSchema[];
}

const indexOf = async (query: Record<string, string>, by: Client = reader, of = workspace.id) => {
  const { status, body } = await by.get(`/organizations/${of}/table-index?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.attributes as { groups: Found[]; facets: TableFacets };
};
const matchesOf = ({ groups }: { groups: Found[] }) =>
  groups
    .flatMap(({ schemas }) => schemas)
    .flatMap(({ tables }) => tables.map(({ tableName, matches }) => ({ tableName, matches })));

describe('the index of tables', () => {
  test('finds tables by names, descriptions, tags, and columns, and says where', async () => {
    const { version } = await aboutOf('orders');
    await describeTable('orders', version, {
      tags: ['money'],
      columns: [{ name: 'id', description: 'Counts up by 100% of one.' }],
    });
    assert.deepEqual(matchesOf(await indexOf({ 'filter[text]': 'ORDERS' })), [
      { tableName: 'orders', matches: [] },
    ]);
    assert.deepEqual(matchesOf(await indexOf({ 'filter[text]': 'row 100%' })), [
      {
        tableName: 'orders',
        matches: [
          { in: 'description', column: null, text: 'One row per order.' },
          { in: 'column_description', column: 'id', text: 'Counts up by 100% of one.' },
        ],
      },
    ]);
    assert.deepEqual(matchesOf(await indexOf({ 'filter[text]': 'money stat' })), [
      {
        tableName: 'orders',
        matches: [
          { in: 'tag', column: null, text: 'money' },
          { in: 'column', column: 'status', text: 'status' },
        ],
      },
    ]);
    assert.deepEqual(matchesOf(await indexOf({ 'filter[text]': '100%' })).length, 1);
    assert.deepEqual(matchesOf(await indexOf({ 'filter[text]': '1_0%' })), []);
  });

  test('is filtered by tag and owner, which it names', async () => {
    const all = await indexOf({});
    assert.deepEqual(all.facets.tags, [
      { name: 'money', tables: 1 },
      { name: 'web', tables: 1 },
    ]);
    assert.deepEqual(
      all.facets.owners.map(({ id }) => id),
      [workspace.admin.userId],
    );
    assert.equal(all.groups[0]?.total, 2);
    const names = async (query: Record<string, string>) =>
      matchesOf(await indexOf(query)).map(({ tableName }) => tableName);
    assert.deepEqual(await names({ 'filter[tag]': 'web' }), ['visits']);
    assert.deepEqual(await names({ 'filter[owner]': workspace.admin.userId }), ['orders']);
    assert.deepEqual(await names({ 'filter[tag]': 'web', 'filter[text]': 'orders' }), []);
  });

  test('pages through the tables of a connection, and shows other workspaces nothing', async () => {
    const other = await api.workspace();
    const own = new SourceJourney(other);
    const connection = await own.connectFiles({ 'one.csv': 'a\n1\n' });
    const id = connection.split('/').at(-1)!;
    await api.sql(
      `insert into tables (workspace_id, id, source_connection_id, table_name)
       select $1, 'tbl_' || n, $2, 'many_' || lpad(n::text, 3, '0') from generate_series(1, 230) n`,
      [other.id, id],
    );
    const schemaIn = async (query: Record<string, string>) => {
      const [group] = (await indexOf(query, other.admin, other.id)).groups;
      assert.equal(group?.total, 230);
      assert.deepEqual(
        group.schemas.map(({ name, total }) => ({ name, total })),
        [{ name: null, total: 230 }],
      );
      return group.schemas[0]!;
    };
    const first = await schemaIn({});
    assert.equal(first.tables.length, 25);
    const names = first.tables.map(({ tableName }) => tableName);
    for (let next = first.next; next !== null;) {
      const page = await schemaIn({ 'filter[source]': id, 'page[after]': next });
      names.push(...page.tables.map(({ tableName }) => tableName));
      next = page.next;
    }
    assert.deepEqual(
      names,
      Array.from({ length: 230 }, (_, at) => `many_${String(at + 1).padStart(3, '0')}`),
    );
    assert.deepEqual((await indexOf({ 'filter[source]': id })).groups, []);
    assert.equal((await other.admin.get(`/organizations/${workspace.id}/table-index`)).status, 404);
  });

  test('has the schemas of a connection, the usual one first, each with its own pages', async () => {
    const other = await api.workspace();
    const own = new SourceJourney(other);
    const id = (await own.connectFiles({ 'one.csv': 'a\n1\n' })).split('/').at(-1)!;
    const fill = (schema: string, prefix: string, count: number) =>
      api.sql(
        `with listed as (
           insert into streams (workspace_id, source_connection_id, table_name, namespace, name, columns, primary_key,
             source, stream_key)
           select $1, $2, $4 || n, $3, n, '[]', '[]', '{}', $4 || n from generate_series(1, $5::int) n
           returning table_name
         )
         insert into tables (workspace_id, id, source_connection_id, table_name, stream_key)
         select $1, 'tbl_' || table_name, $2, table_name, table_name from listed`,
        [other.id, id, schema, prefix, count],
      );
    await fill('sales', 'sales.', 130);
    await fill('public', 'p', 2);
    await fill('CRM', 'CRM.', 1);
    const schemasOf = async (query: Record<string, string>) =>
      (await indexOf(query, other.admin, other.id)).groups.flatMap(({ schemas }) => schemas);
    const all = await schemasOf({});
    assert.deepEqual(
      all.map(({ name, total, tables }) => [name, total, tables.length]),
      [
        ['public', 2, 2],
        ['CRM', 1, 1],
        ['sales', 130, 25],
      ],
    );
    const next = { 'filter[source]': id, 'filter[schema]': 'sales', 'page[after]': all[2]!.next! };
    const [page, ...none] = await schemasOf(next);
    assert.deepEqual([page?.total, page?.tables.length, none.length], [130, 100, 0]);
    assert.deepEqual(await schemasOf({ 'filter[source]': id, 'filter[schema]': 'SALES' }), []);
  });

  test('counts the reports that show a table, also by a view of it', async () => {
    const usersOf = async (name: string) => {
      const { groups } = await indexOf({ 'filter[text]': name });
      return groups
        .flatMap(({ schemas }) => schemas.flatMap(({ tables }) => tables))
        .find(({ tableName }) => tableName === name)?.reports;
    };
    assert.equal(await usersOf('orders'), 0);
    const base = `/organizations/${workspace.id}`;
    const made = { name: 'Order IDs', sql: 'select id from orders' };
    const view = (await workspace.admin.post(`${base}/sql-views`, 'sql_views', made)).body.data.id;
    const { data } = (await workspace.admin.get(`${base}/sql-views/${view}`)).body;
    const orders = { sourceConnectionId: source.split('/').at(-1)!, tableName: 'orders', columns: ['id'] };
    const ids = { ...data.attributes, tableName: 'Order IDs', columns: ['id'] };
    await workspaceTransaction(api.database, workspace.id, async (db) => {
      await indexUses(db, { type: 'report', id: 'rep_both', name: 'Both' }, [orders, ids]);
      await indexUses(db, { type: 'report', id: 'rep_view', name: 'By the view' }, [ids]);
      await indexUses(db, { type: 'saved_query', id: 'qry_one', name: 'No report' }, [ids]);
    });
    assert.deepEqual([await usersOf('orders'), await usersOf('Order IDs')], [2, 2]);
  });
});
