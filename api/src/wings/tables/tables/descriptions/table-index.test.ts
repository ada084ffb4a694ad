import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TableFacets } from '@headwater/shared/contract';
import { givenConnection } from '../../../../../test-support/source-fixtures.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const TABLES = 10_000;
let workspace: Awaited<ReturnType<TestApi['workspace']>>;
before(async () => {
  workspace = await api.workspace();
  const sources = [await givenConnection(api, workspace.id), await givenConnection(api, workspace.id)];
  for (const [at, source] of sources.entries()) {
    await api.sql(
      `insert into tables (workspace_id, id, source_connection_id, table_name)
       select $1, 'tbl_' || $3::text || '_' || n, $2, 'table_' || n from generate_series(1, ${TABLES / 2}) n`,
      [workspace.id, source, at],
    );
  }
  await api.sql(
    `insert into table_versions (workspace_id, table_id, version, run_id, rows, bytes, columns, primary_key)
     select workspace_id, id, 1, 'run_x', 1, 1, jsonb_build_array(
       jsonb_build_object('name', 'id', 'kind', 'number', 'type', 'BIGINT', 'sourceType', 'bigint', 'nullable', false),
       jsonb_build_object('name', 'value_of_' || table_name, 'kind', 'text', 'type', 'VARCHAR', 'sourceType', 'text',
         'nullable', true)), '[]'
     from tables where workspace_id = $1`,
    [workspace.id],
  );
  await api.sql(`update tables set current_version = 1 where workspace_id = $1`, [workspace.id]);
  await api.sql(
    `insert into table_descriptions (workspace_id, table_id, description)
     select workspace_id, id, 'What ' || table_name || ' has.' from tables where workspace_id = $1`,
    [workspace.id],
  );
});

const search = async (text: string) => {
  const query = new URLSearchParams({ 'filter[text]': text });
  const {
    status,
    body,
    text: json,
  } = await workspace.admin.get(`/organizations/${workspace.id}/table-index?${query}`);
  assert.equal(status, 200);
  return { groups: body.data.attributes.groups, bytes: Buffer.byteLength(json) };
};

interface Found {
  groups: { total: number; schemas: { tables: { matches: unknown[] }[] }[] }[];
}

const figuresOf = ({ groups }: Found) =>
  groups.map(({ total, schemas }) => [total, ...schemas.map(({ tables }) => tables.length)]);

test('among 10,000 tables with 20,000 columns, one is found, and the whole index stays small', async (t) => {
  for (const text of ['', 'value_of_table_4999', 'what table']) {
    const start = performance.now();
    await search(text);
    t.diagnostic(`“${text}”: ${Math.round(performance.now() - start)} ms`);
  }
  const one = await search('value_of_table_4999');
  assert.deepEqual(figuresOf(one), [
    [1, 1],
    [1, 1],
  ]);
  assert.deepEqual(one.groups[0].schemas[0].tables[0].matches, [
    { in: 'column', column: 'value_of_table_4999', text: 'value_of_table_4999' },
  ]);
  const all = await search('what table');
  assert.deepEqual(figuresOf(all), [
    [TABLES / 2, 25],
    [TABLES / 2, 25],
  ]);
  assert.ok(all.bytes < 100_000, `${all.bytes} bytes`);
});

test('tables are narrowed to a connection and to a state, each with its number', async () => {
  const other = await api.workspace();
  const source = await givenConnection(api, other.id);
  const gone = await givenConnection(api, other.id);
  await api.sql(
    `insert into tables (workspace_id, id, source_connection_id, table_name)
     values ($1, 'tbl_a', $2, 'orders'), ($1, 'tbl_b', $3, 'orders'), ($1, 'tbl_c', $3, 'gone')`,
    [other.id, source, gone],
  );
  const index = async (query: Record<string, string>) => {
    const path = `/organizations/${other.id}/table-index?${new URLSearchParams(query)}`;
    const { groups, facets } = (await other.admin.get(path)).body.data.attributes;
    const names = (groups as Listed[]).flatMap(({ schemas }) =>
      schemas.flatMap(({ tables }) => tables.map(({ tableName }) => tableName)),
    );
    return { names, facets: facets as TableFacets };
  };
  const before = await index({});
  assert.equal(before.facets.all, 3);
  assert.deepEqual(statesOf(before), { tables: 3, never: 2, unsynced: 1 });
  assert.deepEqual(
    before.facets.connections.map(({ id, tables }) => [id, tables]).sort(),
    [
      [source, 1],
      [gone, 2],
    ].sort(),
  );
  assert.deepEqual((await index({ 'filter[state]': 'unsynced' })).names, ['gone']);
  assert.deepEqual((await index({ 'filter[connection]': source })).names, ['orders']);
  assert.deepEqual((await index({ 'filter[state]': 'views' })).names, []);

  // One of them has rows, which are older than was asked for.
  await api.sql(
    `insert into table_versions (workspace_id, table_id, version, run_id, rows, bytes, columns, primary_key, committed_at)
     values ($1, 'tbl_a', 1, 'run_x', 1, 1, '[]', '[]', now() - interval '3 hours')`,
    [other.id],
  );
  await api.sql(`update tables set current_version = 1 where workspace_id = $1 and id = 'tbl_a'`, [other.id]);
  assert.deepEqual((await index({ 'filter[state]': 'delayed' })).names, []);
  await api.sql(
    `insert into connection_schedules (workspace_id, source_connection_id, kind, rule, zone, freshness_target_minutes)
     values ($1, $2, 'manual', '{}', 'UTC', 60)`,
    [other.id, source],
  );
  const late = await index({ 'filter[state]': 'delayed', 'filter[text]': 'orders' });
  assert.deepEqual(late.names, ['orders']);
  assert.equal(late.facets.all, 3, 'in any state');
  assert.deepEqual(statesOf(late), { tables: 3, delayed: 1, never: 1, unsynced: 1 });
  await api.sql(`update tables set stale = true where workspace_id = $1 and id = 'tbl_c'`, [other.id]);
  assert.equal(statesOf(await index({})).delayed, 1, 'what is no longer synced is late for nobody');
});

test('each choice counts what all others leave, and none of them is lost', async () => {
  const other = await api.workspace();
  const [one, two] = [await givenConnection(api, other.id), await givenConnection(api, other.id)];
  await api.sql(
    `insert into tables (workspace_id, id, source_connection_id, table_name)
     values ($1, 'tbl_a', $2, 'orders'), ($1, 'tbl_b', $3, 'orders'), ($1, 'tbl_c', $3, 'gone'), ($1, 'tbl_d', $2, 'items')`,
    [other.id, one, two],
  );
  const me = other.admin.userId;
  await api.sql(
    `insert into table_descriptions (workspace_id, table_id, description, tags, owner_id)
     values ($1, 'tbl_a', '', '{money,web}', $2), ($1, 'tbl_b', '', '{money}', null), ($1, 'tbl_d', '', '{web}', $2)`,
    [other.id, me],
  );
  const facetsOf = async (query: Record<string, string>) => {
    const path = `/organizations/${other.id}/table-index?${new URLSearchParams(query)}`;
    const facets = (await other.admin.get(path)).body.data.attributes.facets as TableFacets;
    const byName = (many: readonly { name: string; tables: number }[]) =>
      many.map(({ name, tables }) => `${name} ${tables}`).join();
    return {
      all: facets.all,
      ...statesOf({ facets }),
      connections: [one, two].map((id) => facets.connections.find((each) => each.id === id)!.tables),
      tags: byName(facets.tags),
      owners: facets.owners.map(({ tables }) => tables),
    };
  };
  const everything = {
    all: 4,
    tables: 4,
    never: 2,
    unsynced: 2,
    connections: [2, 2],
    tags: 'money 2,web 2',
    owners: [2],
  };
  assert.deepEqual(await facetsOf({}), everything);
  assert.deepEqual(await facetsOf({ 'filter[tag]': 'money' }), {
    ...{ all: 2, tables: 2, never: 2, unsynced: 0 },
    ...{ connections: [1, 1], tags: 'money 2,web 2', owners: [1] },
  });
  assert.deepEqual(await facetsOf({ 'filter[tag]': 'money', 'filter[connection]': two }), {
    ...{ all: 1, tables: 1, never: 1, unsynced: 0 },
    ...{ connections: [1, 1], tags: 'money 1,web 0', owners: [0] },
  });
  assert.deepEqual(await facetsOf({ 'filter[state]': 'unsynced', 'filter[owner]': me }), {
    ...{ all: 2, tables: 2, never: 1, unsynced: 1 },
    ...{ connections: [1, 0], tags: 'money 0,web 1', owners: [1] },
  });
  assert.deepEqual(await facetsOf({ 'filter[text]': 'items' }), {
    ...{ all: 1, tables: 1, never: 0, unsynced: 1 },
    ...{ connections: [1, 0], tags: 'money 0,web 1', owners: [1] },
  });
  const page = `/organizations/${other.id}/table-index?filter[source]=${one}`;
  assert.equal((await other.admin.get(page)).body.data.attributes.facets, null);
});

const statesOf = ({ facets: { states } }: { facets: TableFacets }) =>
  Object.fromEntries(states.map(({ state, tables }) => [state, tables]));

interface Listed {
  schemas: { tables: { tableName: string }[] }[];
}
