import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { settled } from '../../../test-support/settled.ts';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../test-support/test-api.ts';

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

test("a connection's tables are listed apart from those of others, page by page", async () => {
  const [source, other] = [await synced(), await synced()];
  const first = await client.get(`${source}/tables?page[size]=1`);
  assert.equal(first.status, 200, first.text);
  const second = await client.get(`${source}/tables?page[size]=1&page[after]=${first.body.links.next}`);
  const namesOf = (answer: typeof first) =>
    answer.body.data.map(({ attributes }: { attributes: { tableName: string } }) => attributes.tableName);
  assert.deepEqual([namesOf(first), namesOf(second)], [['a'], ['b']]);
  assert.equal(second.body.links.next, null);
  assert.equal(first.body.meta.total, 2);
  assert.deepEqual(namesOf(await client.get(`${other}/tables`)), ['a', 'b']);
  assert.equal((await client.get(`${source.slice(0, -3)}000/tables`)).status, 404);
});

describe('a table that is no longer synced', () => {
  test('says whether it was deselected or is gone', async () => {
    const source = await synced();
    const selectionOf = async () => (await journey.attributesOf(`${source}/tables/b`)).selection;
    assert.equal(await selectionOf(), 'selected');
    await journey.select(source, 'a');
    assert.equal(await selectionOf(), 'deselected');
    const { version, configuration } = await journey.attributesOf(source);
    const onlyA = { configuration: { files: configuration.files.slice(0, 1) } };
    await client.patch(source, 'source_connections', onlyA, { 'if-match': String(version) });
    await settled(selectionOf, (selection) => selection === 'gone');
    const { changes } = await journey.attributesOf(`${source}/catalog`);
    assert.deepEqual(changes.removedTables, [{ tableName: 'b', wasSelected: false }]);
    assert.equal((await client.delete(`${source}/catalog/changes`)).status, 204);
    assert.equal((await journey.attributesOf(`${source}/catalog`)).changes, null);
  });

  test('can be deleted with its rows and files, and one that is synced can’t', async () => {
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
