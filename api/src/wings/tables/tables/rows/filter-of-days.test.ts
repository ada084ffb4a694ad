import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

test('a filter compares days with moments, and moments with days, by the workspace’s clock', async () => {
  const journey = new SourceJourney(await api.workspace());
  const { client, base } = journey;
  // The same six times as moments, as New York's clocks show them, and as the days of these.
  const source = await journey.connectFiles({
    'moments.csv': `n,at,clock,day
1,2026-10-31T13:00:00Z,2026-10-31 09:00:00,2026-10-31
2,2026-11-01T02:30:00Z,2026-10-31 22:30:00,2026-10-31
3,2026-11-01T05:30:00Z,2026-11-01 01:30:00,2026-11-01
4,2026-11-01T06:30:00Z,2026-11-01 01:30:00,2026-11-01
5,2026-11-02T04:59:59Z,2026-11-01 23:59:59,2026-11-01
6,2026-11-02T05:00:00Z,2026-11-02 00:00:00,2026-11-02
7,,,
`,
  });
  await journey.sync(source);
  await client.patch(base, 'organizations', { timeZone: 'America/New_York' });
  const table = `${source}/tables/moments`;
  const found = async (filter: string) => {
    const { body, text } = await client.get(
      `${table}/rows?columns=n&sort=n&filter=${encodeURIComponent(filter)}`,
    );
    assert.ok(body.data, `${filter}: ${text}`);
    return body.data.attributes.rows.flat().join('');
  };
  const EXPECTED = {
    'equals:2026-11-01': '345',
    'not_equals:2026-11-01': '1267',
    'less:2026-11-01': '12',
    'less_or_equal:2026-11-01': '12345',
    'greater:2026-11-01': '6',
    'greater_or_equal:2026-11-01': '3456',
    'one_of:2026-10-31,2026-11-02': '126',
  };
  for (const column of ['at', 'clock', 'day'])
    for (const [condition, rows] of Object.entries(EXPECTED)) {
      assert.equal(await found(`${column}:${condition}`), rows, `${column}:${condition}`);
      assert.equal(await found(`${column}:${condition}|n:less:0`), rows, `${column}:${condition} or`);
    }
  const moment = encodeURIComponent('2026-11-02T04:59:59Z');
  for (const column of ['at', 'clock']) assert.equal(await found(`${column}:less:${moment}`), '1234', column);
  assert.equal(await found(`day:less:${moment}`), '12345');
  assert.equal(await found(`day:equals:${moment}`), '345');
  const { body } = await client.get(
    `${table}/row-counts?filter=${encodeURIComponent('at:less_or_equal:2026-11-01')}`,
  );
  assert.equal(body.data.attributes.rows, 5);
  const query = {
    breakouts: [],
    measures: [{ as: 'n', agg: 'count' }],
    filter: [[{ column: 'at', operator: 'equals', values: ['2026-11-01'] }]],
  };
  const counted = await client.post(`${table}/query-results`, 'query_results', { query });
  assert.deepEqual(counted.body.data.attributes.values, [['3']]);
});

test('a service account sees the days of the workspace’s zone, also the one of 25 hours, and its weeks', async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const today = Temporal.Now.plainDateISO('America/New_York');
  const sunday = today.subtract({ days: today.dayOfWeek % 7 });
  const source = await journey.connectFiles({
    'moments.csv': `n,at,clock,day
1,2026-11-01T03:59:59Z,2026-10-31 23:59:59,2026-10-31
2,2026-11-01T04:00:00Z,2026-11-01 00:00:00,2026-11-01
3,2026-11-02T04:59:59Z,2026-11-01 23:59:59,2026-11-01
4,2026-11-02T05:00:00Z,2026-11-02 00:00:00,2026-11-02
`,
    'days.csv': `n,day
1,${sunday.subtract({ days: 1 }).toString()}
2,${sunday.toString()}
`,
  });
  await journey.sync(source);
  const settings = { timeZone: 'America/New_York', weekStart: 'sunday' };
  await journey.client.patch(journey.base, 'organizations', settings);
  const sourceConnectionId = source.split('/').at(-1)!;
  const seen = async (tableName: string, condition: object) => {
    const tables = [{ tableName, columns: null, filter: [[condition]] }];
    const robot = await api.serviceAccount(workspace, {
      rights: ['data:read', 'sql:run'],
      scope: [{ sourceConnectionId, tables }],
    });
    const { body, text } = await robot.get(`${source}/tables/${tableName}/rows?columns=n&sort=n`);
    assert.ok(body.data, text);
    const sql = `select n from ${tableName} order by n`;
    const run = await robot.post(`${journey.base}/sql-runs`, 'sql_runs', { sql, limit: 10, parameters: {} });
    assert.deepEqual(run.body.data.attributes.rows, body.data.attributes.rows);
    return body.data.attributes.rows.flat().join('');
  };
  for (const column of ['at', 'clock', 'day']) {
    assert.equal(await seen('moments', { column, operator: 'equals', values: ['2026-11-01'] }), '23', column);
    assert.equal(await seen('moments', { column, operator: 'greater', values: ['2026-11-01'] }), '4', column);
  }
  const thisWeek = { column: 'day', operator: 'in_range', values: ['this.week', 'America/New_York'] };
  assert.equal(await seen('days', thisWeek), '2');
});
