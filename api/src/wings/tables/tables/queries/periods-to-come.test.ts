import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Grain, Query } from '@headwater/shared/contract';
import { resultOf } from '@headwater/warehouse/processes/query/result-of';
import { periodsToCome, spansPeriods } from './periods-to-come.ts';

const instance = await DuckDBInstance.create();
const connection = await instance.connect();
after(() => connection.closeSync());
await connection.run(`
  attach ':memory:' as spanned;
  create table spanned.main.data as
  select moment::timestamptz as moment, moment::timestamp as wall, moment::date as day, n
  from (values (timestamp '2026-11-05 10:00:00', 1), (timestamp '2026-11-07 23:30:00', 2)) rows (moment, n)`);

const COLUMNS = [
  { name: 'moment', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'wall', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'n', type: 'INTEGER' },
].map((one) => ({ ...one, kind: 'text' as const, sourceType: '', nullable: true }));

interface Asked {
  column?: string;
  grain?: Grain;
  zone?: string;
  from?: string;
  to?: string;
  until?: string;
  /** Whether all rows up to then were read. */
  isWhole?: boolean;
}

/** Of Nov 3 to 12, of which rows are known until the 9th. */
async function spanned({ column = 'day', grain = 'day', zone = 'UTC', ...rest }: Asked = {}) {
  const { from = '2026-11-03', to = '2026-11-13', until = '2026-11-09T20:00:00Z', isWhole = true } = rest;
  const limit = (day: string) => [column === 'day' ? day : `${day}T00:00:00${column === 'wall' ? '' : 'Z'}`];
  const query: Query = {
    filter: [
      [{ column, operator: 'greater_or_equal', values: limit(from) }],
      [{ column, operator: 'less', values: limit(to) }],
    ],
    breakouts: [{ as: 'time', column, grain }],
    measures: [
      { as: 'rows', agg: 'count' },
      { as: 'mean', agg: 'avg', column: 'n' },
    ],
    zone,
  };
  assert.ok(spansPeriods(query));
  const result = await resultOf(connection, {
    ...{ schema: 'spanned', extents: new Map(), columns: COLUMNS, query, shownAs: 't' },
    ...{ readAt: until, knownUntil: isWhole ? until : undefined },
  });
  const later = periodsToCome(query, COLUMNS, result, new Date(until), new Date('2026-11-11T12:00:00Z'));
  const [times, counts, means] = result.values;
  return { times: times!, counts: counts!.join(' '), means: means!, later };
}

describe('periods of a range', () => {
  test('without rows have none up to the last read, and aren’t known after it', async () => {
    for (const column of ['day', 'wall', 'moment']) {
      const { times, counts, means, later } = await spanned({ column });
      assert.deepEqual(
        [times[0], times.at(-1), counts],
        ['2026-11-03', '2026-11-09', '0 0 1 0 1 0 0'],
        column,
      );
      assert.equal(means[0], null);
      assert.deepEqual(later, {
        keys: ['2026-11-10', '2026-11-11', '2026-11-12'],
        since: '2026-11-09T20:00:00.000Z',
      });
    }
  });

  test('begin in the zone in which the table was read', async () => {
    const zone = 'Asia/Tokyo'; // It's the 10th there.
    assert.equal((await spanned({ column: 'wall', zone })).times.at(-1), '2026-11-10');
    const { times, later } = await spanned({ column: 'moment', zone, from: '2026-11-05', to: '2026-11-12' });
    assert.deepEqual([times[0], times.at(-1)], ['2026-11-05', '2026-11-10']);
    assert.deepEqual(later?.keys, ['2026-11-11', '2026-11-12']);
  });

  test('can be hours, weeks, and months', async () => {
    const hours = await spanned({ column: 'wall', grain: 'hour', from: '2026-11-05', to: '2026-11-06' });
    assert.deepEqual([hours.times.length, hours.later], [24, null]);
    const { times, later } = await spanned({ grain: 'week', from: '2026-10-26', to: '2026-11-23' });
    assert.deepEqual(times, ['2026-10-26', '2026-11-02', '2026-11-09']);
    // The week of the last read has begun, and no whole one since.
    assert.deepEqual(later, { keys: ['2026-11-16'], since: null });
    const months = await spanned({ grain: 'month', from: '2026-01-01', to: '2027-01-01' });
    assert.deepEqual([months.times.length, months.later?.keys], [11, ['2026-12-01']]);
  });

  test('are zeros if no row is in the range', async () => {
    for (const column of ['day', 'wall', 'moment'])
      for (const grain of ['hour', 'day', 'month'] as const) {
        if (column === 'day' && grain === 'hour') continue;
        const asked = { column, grain, from: '2026-11-08', to: '2026-11-09' };
        const { times, counts } = await spanned({ ...asked, until: '2026-11-20T00:00:00Z' });
        const found = { hour: 24, day: 1, month: 1 }[grain];
        assert.deepEqual(
          [times.length, counts],
          [found, times.map(() => '0').join(' ')],
          `${column} ${grain}`,
        );
      }
    const { times, later } = await spanned({ from: '2026-11-08', to: '2026-11-12' });
    assert.deepEqual(
      [times, later?.keys],
      [
        ['2026-11-08', '2026-11-09'],
        ['2026-11-10', '2026-11-11'],
      ],
    );
  });

  test('of rows that may not be all are those between them, or zeros if there are none', async () => {
    for (const column of ['day', 'wall', 'moment']) {
      const some = await spanned({ column, isWhole: false });
      assert.deepEqual(
        [some.times, some.counts],
        [['2026-11-05', '2026-11-06', '2026-11-07'], '1 0 1'],
        column,
      );
      const none = await spanned({ column, isWhole: false, from: '2020-01-01', to: '2020-01-04' });
      assert.deepEqual([none.times.length, none.counts], [3, '0 0 0'], column);
    }
  });

  test('end as the range does if all of it is known', async () => {
    const { times, later } = await spanned({ until: '2026-11-20T00:00:00Z' });
    assert.deepEqual([times.at(-1), later], ['2026-11-12', null]);
  });
});
