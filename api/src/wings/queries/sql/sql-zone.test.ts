import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open({ withViews: true });
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client, base } = journey;

/** Six moments around the night in which New York's clocks go back, on November 1. */
const MOMENTS = `n,at
1,2026-10-31T13:00:00Z
2,2026-11-01T02:30:00Z
3,2026-11-01T05:30:00Z
4,2026-11-01T06:30:00Z
5,2026-11-02T04:59:59Z
6,2026-11-02T05:00:00Z
`;
let table: string;

const setZone = async (timeZone: string | null) => {
  const { status, text } = await client.patch(base, 'organizations', { timeZone });
  assert.equal(status, 200, text);
};
const run = async (sql: string) => {
  const { body, text } = await client.post(`${base}/sql-runs`, 'sql_runs', {
    sql,
    limit: 50,
    parameters: {},
  });
  assert.ok(body.data, text);
  return body.data.attributes as { rows: (string | null)[][]; zone: string };
};

before(async () => {
  const source = await journey.connectFiles({ 'moments.csv': MOMENTS });
  await journey.sync(source);
  table = `${source}/tables/moments`;
  await setZone('America/New_York');
});

describe('SQL of people', () => {
  const DAYS = [
    ['2026-10-31', '2'],
    ['2026-11-01', '3'],
    ['2026-11-02', '1'],
  ];

  test('has the days that a chart has, by each way to ask for one', async () => {
    const query = {
      breakouts: [{ as: 'd', column: 'at', grain: 'day' }],
      measures: [{ as: 'n', agg: 'count' }],
    };
    const chart = await client.post(`${table}/query-results`, 'query_results', { query });
    const [days, counts] = chart.body.data.attributes.values;
    assert.deepEqual(
      days.map((day: string, at: number) => [day, counts[at]]),
      DAYS,
    );
    for (const day of [
      `date_trunc('day', "at")::date`,
      `"at"::date`,
      `strftime("at", '%Y-%m-%d')`,
      `left("at"::varchar, 10)`,
      `make_date(year("at"), month("at"), day("at"))`,
    ]) {
      const { rows, zone } = await run(`select ${day}, count(*) from moments group by 1 order by 1`);
      assert.deepEqual([rows, zone], [DAYS, 'America/New_York'], day);
    }
  });

  test('gives the figures of a chart whose SQL it is, in hours and minutes, too', async () => {
    for (const [grain, values] of [
      [
        'hour',
        ['2026-10-31T13:00:00Z', '2026-11-01T02:00:00Z', '2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z'],
      ],
      [
        'minute',
        ['2026-10-31T13:00:00Z', '2026-11-01T02:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
      ],
    ] as const)
      for (const zone of ['America/New_York', 'Asia/Kolkata']) {
        const query = {
          zone,
          breakouts: [{ as: 'h', column: 'at', grain }],
          measures: [{ as: 'n', agg: 'count' }],
          filter: [[{ column: 'n', operator: 'less_or_equal', values: ['4'] }]],
          having: [{ measure: 'n', operator: 'greater', value: 0 }],
        };
        const { body } = await client.post(`${table}/query-results`, 'query_results', { query });
        const chart = body.data.attributes;
        const { rows } = await run(chart.sql);
        assert.deepEqual(
          rows,
          chart.values[0].map((hour: string, at: number) => [hour, chart.values[1][at]]),
          `${grain} in ${zone}`,
        );
        if (zone === 'America/New_York')
          assert.deepEqual(
            rows.map(([hour]) => hour),
            values,
          );
      }
  });

  test('has the hours, today, and times without an offset of the zone', async () => {
    const { rows } = await run(`select extract(hour from "at") from moments order by n`);
    assert.deepEqual(rows.flat(), ['9', '22', '1', '1', '23', '0']);
    const today = await run(`select current_date = (now() at time zone 'America/New_York')::date`);
    assert.deepEqual(today.rows, [['true']]);
    const later = await run(`select n from moments where "at" >= '2026-11-01 23:59:59' order by n`);
    assert.deepEqual(later.rows, [['5'], ['6']]);
    const instant = await run(`select '2026-11-01 00:00'::timestamptz`);
    assert.deepEqual(instant.rows, [['2026-11-01T04:00:00Z']]);
  });

  test('runs in a zone of its own that it begins with, and says where one is wrong', async () => {
    const { rows, zone } = await run(
      `set TimeZone = 'Asia/Tokyo';\nselect extract(hour from "at") from moments order by n`,
    );
    assert.deepEqual([rows.flat(), zone], [['22', '11', '14', '15', '13', '14'], 'Asia/Tokyo']);
    const wrong = await client.post(`${base}/sql-runs`, 'sql_runs', {
      ...{ sql: `set TimeZone = 'Moon';\nselect 1`, limit: 1, parameters: {} },
    });
    assert.deepEqual([wrong.body.errors[0].code, wrong.body.errors[0].meta.position], ['sql_failed', 15]);
    const { zone: own, zoneDiffersFrom } = (await client.get(`${base}/sql-catalog`)).body.data.attributes;
    assert.deepEqual([own, zoneDiffersFrom], ['America/New_York', null]);
  });

  test('is computed again for its view when the zone changes', async () => {
    const view = {
      name: 'Days',
      sql: 'select "at"::date as day, count(*) as n from moments group by 1 order by 1',
    };
    const own = {
      name: 'Own',
      sql: `set TimeZone = 'UTC'; select "at"::date as day from moments order by n`,
    };
    const made = await Promise.all(
      [view, own].map(async (one) => (await client.post(`${base}/sql-views`, 'sql_views', one)).body.data.id),
    );
    const rowsOf = async (id: string, zone: string) => {
      const { body } = await settled(
        () => client.get(`${base}/sql-views/${id}`),
        ({ body: { data } }) => data.attributes.state === 'current' && data.attributes.zone === zone,
      );
      const { sourceConnectionId, name } = body.data.attributes;
      const rows = await client.get(`${base}/source-connections/${sourceConnectionId}/tables/${name}/rows`);
      return rows.body.data.attributes.rows;
    };
    assert.deepEqual(await rowsOf(made[0], 'America/New_York'), DAYS);
    await setZone(null);
    assert.deepEqual(await rowsOf(made[0], 'UTC'), [
      ['2026-10-31', '1'],
      ['2026-11-01', '3'],
      ['2026-11-02', '2'],
    ]);
    assert.equal((await rowsOf(made[1], 'UTC')).length, 6);
    const { body } = await client.get(`${base}/sql-views/${made[0]}/refreshes`);
    assert.deepEqual(
      body.data.map(({ attributes }: { attributes: { zone: string } }) => attributes.zone),
      ['UTC', 'America/New_York'],
    );
  });
});
