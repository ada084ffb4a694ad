import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

async function synced() {
  const source = await journey.connectFiles({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' });
  await journey.sync(source);
  return source;
}

test("a connection's tables are listed separately from those of others, page by page", async () => {
  const [source, other] = [await synced(), await synced()];
  const first = await client.get(`${source}/tables?page[size]=1`);
  assert.equal(first.status, 200, first.text);
  const second = await client.get(`${source}/tables?page[size]=1&page[after]=${first.body.links.next}`);
  const namesOf = (response: typeof first) =>
    response.body.data.map(({ attributes }: { attributes: { tableName: string } }) => attributes.tableName);
  assert.deepEqual([namesOf(first), namesOf(second)], [['a'], ['b']]);
  assert.equal(second.body.links.next, null);
  assert.equal(first.body.meta.total, 2);
  assert.deepEqual(namesOf(await client.get(`${other}/tables`)), ['a', 'b']);
  assert.equal((await client.get(`${source.slice(0, -3)}000/tables`)).status, 404);
});

test('a page has fewer tables if they have very many columns, and the next one continues from there', async () => {
  const source = await synced();
  const id = source.split('/').at(-1)!;
  const wide = Array.from({ length: 1_600 }, (_, at) => ({
    ...{ name: `${'n'.repeat(50)}_${at}`, type: 'DECIMAL(18,2)', kind: 'number' },
    ...{ encoding: 'value', sourceType: 'numeric(18,2)', nullable: true },
  }));
  await api.sql(
    `with made as (
       insert into tables (workspace_id, id, source_connection_id, table_name, current_version)
       select $1, 'tbl_wide_' || n, $2, 'wide ' || lpad(n::text, 2, '0'), 1 from generate_series(1, 40) n
       returning workspace_id, id
     )
     insert into table_versions (workspace_id, table_id, version, run_id, rows, bytes, columns, primary_key)
     select workspace_id, id, 1, (select id from sync_runs where source_connection_id = $2), 0, 0, $3, '[]' from made`,
    [workspace.id, id, JSON.stringify(wide)],
  );
  for (const path of [`${source}/tables`, `/organizations/${workspace.id}/tables`]) {
    const names = new Set<string>();
    let pages = 0;
    for (let next: string | null = ''; next !== null; pages += 1) {
      const after: string = next && `&page[after]=${next}`;
      const { text, body } = await client.get(`${path}?page[size]=100${after}`);
      assert.ok(text.length < 3 * 1024 ** 2, `${text.length} bytes`);
      for (const { attributes } of body.data)
        if (attributes.tableName.startsWith('wide')) names.add(attributes.tableName);
      next = body.links.next;
    }
    assert.equal(names.size, 40);
    assert.ok(pages > 3, `${pages} pages`);
  }
});

describe('a table that is no longer synced', () => {
  test('shows whether it was deselected or is gone', async () => {
    const source = await synced();
    const selectionOf = async () => (await journey.attributesOf(`${source}/tables/b`)).selection;
    assert.equal(await selectionOf(), 'selected');
    await journey.select(source, 'a');
    assert.equal(await selectionOf(), 'deselected');
    const { version, configuration } = await journey.attributesOf(source);
    const onlyA = { configuration: { files: configuration.files.slice(0, 1) } };
    await client.patch(source, 'source_connections', onlyA, { 'if-match': String(version) });
    await settled(selectionOf, (selection) => selection === 'gone');
  });

  test('can be deleted with its rows and files, unlike one that is synced', async () => {
    const source = await synced();
    const refused = await client.delete(`${source}/tables/b`);
    assert.equal(refused.status, 409);
    assert.deepEqual(faultsIn(refused), ['table_in_use']);
    await journey.select(source, 'a');
    const { body } = await client.get(`${source}/tables/b`);
    const folder = join(api.dataDirectory, 'ws', workspace.id, source.split('/').at(-1)!, body.data.id);
    assert.ok(existsSync(folder) && readdirSync(folder).length > 0, folder);
    assert.equal((await client.delete(`${source}/tables/b`)).status, 204);
    assert.equal((await client.get(`${source}/tables/b`)).status, 404);
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(await journey.rows(source, 'a'), [['1']]);
  });
});
