import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Query } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client, base } = journey;

const CSV = `id,status,total,placed at
1,paid,20.50,2023-10-28T22:30:00Z
2,open,,2023-10-29T22:30:00Z
3,paid,7.25,2023-10-29T23:30:00Z
4,it's,12.00,2023-11-30T23:30:00Z
`;
let table: string;
before(async () => {
  const source = await journey.connectFiles({ 'orders.csv': CSV });
  const { version } = await journey.attributesOf(source);
  await client.patch(source, 'source_connections', { name: 'My "shop"' }, { 'if-match': String(version) });
  await journey.sync(source);
  table = `${source}/tables/orders`;
});

const ROWS = { as: 'rows', agg: 'count' as const };
const CASES: Readonly<Record<string, Partial<Query>>> = {
  'one number': {},
  'a total by month in a time zone': {
    breakouts: [{ as: 'month', column: 'placed at', grain: 'month' }],
    measures: [ROWS, { as: 'sum', agg: 'sum', column: 'total' }],
    zone: 'Europe/Berlin',
  },
  'values of matching rows': {
    filter: [[{ column: 'status', operator: 'equals', values: ["it's"] }]],
    breakouts: [{ as: 'status', column: 'status' }],
  },
};

const QUERIES: Record<string, string>[] = [
  {},
  {
    filter: "status:one_of:paid,it's;total:greater:7|total:is_null",
    sort: '-total,status',
    columns: 'placed%20at,id',
  },
  { filter: 'placed%20at:in_range:last.9.year,Europe/Berlin' },
];

test('the SQL of rows runs in the SQL editor, and returns the same rows in their order', async () => {
  for (const query of QUERIES) {
    const parameters = new URLSearchParams(query);
    const page = await client.get(`${table}/rows?${parameters}`);
    assert.equal(page.status, 200, page.text);
    const shown = await client.get(`${table}/row-sql?${parameters}`);
    assert.equal(shown.status, 200, shown.text);
    const { sql } = shown.body.data.attributes;
    const run = await client.post(`${base}/sql-runs`, 'sql_runs', { sql, limit: 100, parameters: {} });
    assert.equal(run.status, 200, `${run.text}\n${sql}`);
    assert.deepEqual(run.body.data.attributes.rows, page.body.data.attributes.rows);
  }
});

describe('the SQL that a chart shows runs in the SQL editor, and has as many rows', () => {
  for (const [name, query] of Object.entries(CASES))
    test(name, async () => {
      const computed = await client.post(`${table}/query-results`, 'query_results', {
        query: { breakouts: [], measures: [ROWS], ...query },
      });
      assert.equal(computed.status, 200, computed.text);
      const { sql, rows } = computed.body.data.attributes;
      const run = await client.post(`${base}/sql-runs`, 'sql_runs', { sql, limit: 100, parameters: {} });
      assert.equal(run.status, 200, `${run.text}\n${sql}`);
      assert.equal(run.body.data.attributes.rows.length, rows);
      assert.ok(rows > 0);
    });
});
