import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '10' } });
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;
const robot = await api.serviceAccount(workspace);

const PLACES = ['zoo', 'Zebra', 'Österreich', 'apple', 'Ostsee', 'Apfel'];
const BY_CODE_POINT = ['Apfel', 'Ostsee', 'Zebra', 'apple', 'zoo', 'Österreich'];
const ALPHABETICAL = ['Apfel', 'apple', 'Österreich', 'Ostsee', 'Zebra', 'zoo'];

let table: string;
before(async () => {
  const source = await journey.connectFiles({ 'places.csv': `place\n${PLACES.join('\n')}\n` });
  await journey.sync(source);
  table = `${source}/tables/places`;
});

type Reader = typeof client;

/** What each of the doors to texts answers, in its order. */
const DOORS: Readonly<Record<string, (reader: Reader) => Promise<(string | null)[]>>> = {
  'pages of rows': async (reader) => {
    const found: string[] = [];
    let after = '';
    do {
      const { body, text } = await reader.get(`${table}/rows?sort=place&page[size]=1${after}`);
      assert.ok(body.data, text);
      found.push(...body.data.attributes.rows.map(([place]: string[]) => place));
      after = body.links.next && `&page[after]=${encodeURIComponent(body.links.next)}`;
    } while (after);
    return found;
  },
  files: async (reader) => (await reader.get(`${table}/rows.csv?sort=place`)).text.split('\r\n').slice(1, -1),
  'values to choose from': async (reader) =>
    (await reader.get(`${table}/column-values?column=place`)).body.data.attributes.values.map(
      ({ value }: { value: string }) => value,
    ),
  'groups of a figure': async (reader) => {
    const query = {
      ...{ breakouts: [{ as: 'place', column: 'place' }], measures: [{ as: 'rows', agg: 'count' }] },
    };
    const { body, text } = await reader.post(`${table}/query-results`, 'query_results', { query });
    assert.ok(body.data, text);
    return body.data.attributes.values[0];
  },
};

for (const [what, read] of Object.entries(DOORS))
  describe(what, () => {
    test('are in alphabetical order for people', async () => {
      assert.deepEqual(await read(client), ALPHABETICAL);
    });
    test('are in the order of code points for machines', async () => {
      assert.deepEqual(await read(robot), BY_CODE_POINT);
    });
  });

test('rows as SQL say so, and the editor runs them as they are', async () => {
  const { body } = await client.get(`${table}/row-sql?sort=place`);
  const { sql } = body.data.attributes;
  assert.match(sql, /order by place collate en nulls last/);
  const run = await client.post(`/organizations/${workspace.id}/sql-runs`, 'sql_runs', {
    ...{ sql, limit: 10, parameters: {} },
  });
  assert.ok(run.text.includes('"Zebra"'), run.text);
  assert.ok(run.text.indexOf('Österreich') < run.text.indexOf('Zebra'), run.text);
});
