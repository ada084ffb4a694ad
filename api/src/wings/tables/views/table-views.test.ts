import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

let client: Client;
let reader: Client;
let views: string;
before(async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'orders.csv': 'id,status\n1,paid\n2,open\n' });
  await journey.sync(source);
  client = journey.client;
  reader = await workspace.member('reader');
  views = `${source}/tables/orders/views`;
});

const save = (name: string, query = 'filter=status%3Aequals%3Apaid&sort=-id') =>
  client.post(views, 'table_views', { name, query });
const listed = async () => {
  const { body } = await reader.get(views);
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
};
const codesOf = ({ body }: Awaited<ReturnType<typeof save>>) =>
  body.errors.map(({ code }: { code: string }) => code);

describe('a view of a table', () => {
  test('is saved for everybody who reads the table, renamed, replaced, and deleted', async () => {
    const { status, body } = await save('Paid orders');
    assert.equal(status, 201);
    const view = `${views}/${body.data.id}`;
    await save('early ones', 'sort=id&density=compact');
    assert.deepEqual(await listed(), ['early ones', 'Paid orders']);
    const renamed = await client.patch(view, 'table_views', { name: 'Paid' }, { 'if-match': '"1"' });
    assert.deepEqual(renamed.body.data.attributes, {
      ...{ name: 'Paid', version: 2 },
      query: 'filter=status%3Aequals%3Apaid&sort=-id',
    });
    assert.equal((await reader.delete(view)).status, 403);
    assert.equal((await client.delete(view)).status, 204);
    assert.deepEqual(await listed(), ['early ones']);
    assert.equal((await client.delete(view)).status, 404);
  });

  test('isn’t overwritten by someone who hasn’t seen the last change', async () => {
    const { body } = await save('Shared');
    const view = `${views}/${body.data.id}`;
    const change = (name: string) => client.patch(view, 'table_views', { name }, { 'if-match': '"1"' });
    const [one, other] = await Promise.all([change('Mine'), change('Yours')]);
    assert.deepEqual([one.status, other.status].sort(), [200, 412]);
  });

  test('has a name of its own, whatever its case, also if two people choose it at once', async () => {
    const both = await Promise.all([save('Twice'), save('TWICE')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422]);
    assert.deepEqual(codesOf(both.find(({ status }) => status === 422)!), ['view_name_taken']);
    for (const name of ['', ' paid', 'two\nlines', 'x'.repeat(61)])
      assert.equal((await save(name)).status, 422);
  });

  test('holds only what the tab can read', async () => {
    const unreadable = [
      'filter=%25',
      'sort=a%2Ca',
      'after=xyz',
      'sort=id&filter=id%3Aless%3A7',
      '?sort=id',
      'density=huge',
    ];
    for (const query of unreadable)
      assert.deepEqual(codesOf(await save('Odd', query)), ['query_unreadable'], query);
    assert.equal((await save('All rows', '')).status, 201);
  });

  test('is one of a hundred at most', async () => {
    const { length: known } = await listed();
    for (let at = known; at < 100; at += 1) assert.equal((await save(`View ${at}`)).status, 201);
    assert.deepEqual(codesOf(await save('One more')), ['too_many_views']);
  });
});
