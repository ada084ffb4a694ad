import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Query } from '@headwater/shared/contract';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { TestApi } from '../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client } = journey;

const CSV = `id,status,total,placed at
1,paid,20.50,2023-10-28T22:30:00Z
2,open,,2023-10-29T22:30:00Z
3,paid,7.25,2023-10-29T23:30:00Z
4,,99999999999999999999999999999999999.00,2023-10-31T23:30:00Z
`;
let table: string;
before(async () => {
  const source = await journey.connectFiles({ 'orders.csv': CSV });
  await journey.sync(source);
  table = `${source}/tables/orders`;
});

const ROWS = { as: 'rows', agg: 'count' as const };
const ask = (query: Partial<Query>, version?: number) =>
  client.post(`${table}/query-results`, 'query_results', {
    query: { breakouts: [], measures: [ROWS], ...query },
    ...(version !== undefined && { version }),
  });
const faults = async (query: Partial<Query>) => {
  const { status, body } = await ask(query);
  assert.equal(status, 422);
  return body.errors.map(({ code, source }: { code: string; source: { pointer: string } }) => [
    code,
    source.pointer.replace('/data/attributes/query', ''),
  ]);
};

describe('the result of a query', () => {
  test('has groups and measures of the rows that match, with days of a time zone', async () => {
    const { status, text, body } = await ask({
      filter: [[{ column: 'id', operator: 'less', values: ['4'] }]],
      breakouts: [{ as: 'day', column: 'placed at', grain: 'day' }],
      measures: [ROWS, { as: 'total', agg: 'sum', column: 'total' }],
      zone: 'Europe/Berlin',
    });
    assert.equal(status, 200, text);
    const { attributes } = body.data;
    assert.deepEqual(attributes.values, [
      ['2023-10-29', '2023-10-30'],
      ['2', '1'],
      ['20.50', '7.25'],
    ]);
    assert.deepEqual([attributes.version, attributes.rows, attributes.cut], [1, 2, null]);
    assert.match(attributes.sql, /from "A source"."orders"\nwhere/);
  });

  test('is refused with all that doesn’t fit, and where', async () => {
    assert.deepEqual(
      await faults({
        filter: [[{ column: 'id', operator: 'less', values: ['many'] }]],
        breakouts: [
          { as: 'a', column: 'statsu' },
          { as: 'b', column: 'status', grain: 'day' },
          { as: 'c', column: 'total', top: { n: 3, by: 'nothing' } },
        ],
        measures: [
          { as: 'A', agg: 'sum', column: 'status' },
          { as: 'd', agg: 'sum' },
          { as: 'e', calc: 'running', of: 'd' },
        ],
        sort: [{ by: 'z', descending: true }],
        zone: 'Europe/Atlantis',
      }),
      [
        ['query_column_misspelled', '/breakouts/0/column'],
        ['query_breakout_unfit', '/breakouts/1'],
        ['query_name_unknown', '/breakouts/2/top/by'],
        ['query_aggregate_unfit', '/measures/0'],
        ['query_aggregate_unfit', '/measures/1'],
        ['query_calculation_unfit', '/measures/2'],
        ['query_name_taken', '/measures/0/as'],
        ['query_name_unknown', '/sort/0/by'],
        ['time_zone_unknown', '/zone'],
        ['query_condition_unfit', '/filter/0/0'],
      ],
    );
    const { body } = await ask({ breakouts: [{ as: 'a', column: 'statsu' }] });
    assert.deepEqual(body.errors[0].meta, { column: 'statsu', nearest: 'status' });
  });

  test('of a version that isn’t kept is refused', async () => {
    const { status, body } = await ask({}, 99);
    assert.deepEqual([status, body.errors[0].code], [410, 'version_gone']);
  });
});
