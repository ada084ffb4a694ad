import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Check, ChecksResult, CheckResult, ToolRunAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client } = journey;
const orders = [
  '1,paid,10.5,2020-01-01 10:00:00',
  '2,open,-3,2020-01-02 10:00:00',
  '2,odd,99,2020-01-03 10:00:00',
  '3,,0,2020-01-04 10:00:00',
];
const source = await journey.connectFiles({
  'orders.csv': `id,status,total,placed_at\n${orders.join('\n')}\n`,
});
await journey.sync(source);
const table = `${source}/tables/orders`;
const { id: tableId } = (await client.get(table)).body.data;
const start = (checks: readonly Check[], { of = tableId, isSample = false, by = journey } = {}) =>
  by.client.post(`${by.base}/tools/profiler/runs`, 'tool_runs', {
    config: { tableId: of, checks },
    isSample,
  });
async function ended(...asked: Parameters<typeof start>): Promise<ToolRunAttributes> {
  const { body, text, status } = await start(...asked);
  assert.equal(status, 202, text);
  const { client: requester, base: place } = asked[1]?.by ?? journey;
  const run = await settled(
    () => requester.get(`${place}/tools/profiler/runs/${body.data.id}`),
    (one) => one.body.data.attributes.endedAt !== null,
  );
  const { attributes } = run.body.data;
  assert.equal(attributes.state, 'done', JSON.stringify(attributes.error));
  return attributes;
}
const check = async (...asked: Parameters<typeof start>) => (await ended(...asked)).result as ChecksResult;
const rowsOf = async ({ filter }: CheckResult) =>
  (await client.get(`${table}/rows?filter=${encodeURIComponent(filter!)}`)).body.data.attributes.rows.length;

describe('checks', () => {
  test('say how many rows fail, and lead to exactly these', async () => {
    const { version, rows, checks } = await check([
      { kind: 'not_null', column: 'status' },
      { kind: 'range', column: 'total', least: '0', greatest: '50' },
      { kind: 'accepted_values', column: 'status', values: ['paid', 'open'] },
      { kind: 'unique', column: 'id' },
    ]);
    assert.deepEqual([version, rows], [1, 4]);
    assert.deepEqual(
      checks.map(({ state, failing }) => [state, failing]),
      [
        ['failed', 1],
        ['failed', 2],
        ['failed', 1],
        ['failed', 2],
      ],
    );
    for (const one of checks) assert.equal(await rowsOf(one), one.failing, one.check.kind);
  });

  test('pass if they hold for all rows', async () => {
    const { checks } = await check([
      { kind: 'not_null', column: 'id' },
      { kind: 'range', column: 'total', least: '-3', greatest: null },
      { kind: 'accepted_values', column: 'status', values: ['paid', 'open', 'odd'] },
      { kind: 'unique', column: 'total' },
      { kind: 'row_count', least: 4, greatest: 4 },
    ]);
    assert.deepEqual(
      checks.map(({ state, failing }) => [state, failing]),
      [
        ['passed', 0],
        ['passed', 0],
        ['passed', 0],
        ['passed', 0],
        ['passed', null],
      ],
    );
  });

  test('about time and growth say what they compared, and are unknown with nothing to compare', async () => {
    const asked: Check[] = [
      { kind: 'fresh', column: 'placed_at', hours: 24 },
      { kind: 'row_count', least: 5, greatest: null },
      { kind: 'row_change', percent: 10 },
    ];
    const { checks } = await check(asked);
    assert.deepEqual(
      checks.map(({ state }) => state),
      ['failed', 'failed', 'unknown'],
    );
    assert.match(checks[0]!.found!, /^2020-01-04/);
  });

  test('about time read what has no zone on the clocks of the workspace', async () => {
    const far = new SourceJourney(await api.workspace());
    // Fourteen hours ahead of UTC.
    const zoned = await far.client.patch(far.base, 'organizations', { timeZone: 'Pacific/Kiritimati' });
    assert.equal(zoned.status, 200, zoned.text);
    const path = await far.connectFiles({
      'moments.csv': 'wall,instant,day\n2026-11-20 23:00:00,2026-11-20T09:00:00Z,2026-11-20\n',
    });
    await far.sync(path);
    const { id } = (await far.client.get(`${path}/tables/moments`)).body.data;
    await api.sql(
      `update table_versions set checked_at = null, committed_at = '2026-11-20T11:30:00Z' where table_id = $1`,
      [id],
    );
    const states = async (hours: number) => {
      const checks: Check[] = ['wall', 'instant', 'day'].map((column) => ({ kind: 'fresh', column, hours }));
      const run = await ended(checks, { of: id, by: far });
      return (run.result as ChecksResult).checks.map(({ state }) => state);
    };
    assert.deepEqual(await states(1), ['failed', 'failed', 'failed']);
    assert.deepEqual(await states(3), ['passed', 'passed', 'passed']);
  });

  test('that don’t fit the table’s columns are refused', async () => {
    const unfit: Check[] = [
      { kind: 'not_null', column: 'nothing' },
      { kind: 'range', column: 'status', least: '0', greatest: null },
      { kind: 'range', column: 'total', least: 'many', greatest: null },
      { kind: 'range', column: 'total', least: null, greatest: null },
      { kind: 'fresh', column: 'total', hours: 1 },
    ];
    assert.deepEqual(faultsIn(await start(unfit)), [
      'query_column_unknown /data/attributes/config/checks/0/column',
      'query_condition_unfit /data/attributes/config/checks/1/column',
      'query_condition_unfit /data/attributes/config/checks/2/column',
      'field_required /data/attributes/config/checks/3/least',
      'query_condition_unfit /data/attributes/config/checks/4/column',
    ]);
  });
});

describe('a dry run', () => {
  const asked: Check[] = [
    { kind: 'not_null', column: 'status' },
    { kind: 'range', column: 'total', least: '0', greatest: null },
    { kind: 'accepted_values', column: 'status', values: ['paid'] },
    { kind: 'unique', column: 'total' },
    { kind: 'row_count', least: 1, greatest: null },
    { kind: 'row_change', percent: 50 },
    { kind: 'fresh', column: 'placed_at', hours: 24 },
  ];

  test('of a long table tries what single rows tell, of so many rows, and nothing else', async () => {
    const total = 12_000;
    const rows = Array.from(
      { length: total },
      (_, at) => `paid,${at % 2 === 0 ? -1 : 1},2020-01-01 10:00:00`,
    );
    const long = await journey.connectFiles({
      'long.csv': `status,total,placed_at\n${rows.join('\n')}\n`,
    });
    await journey.sync(long);
    const { id } = (await client.get(`${long}/tables/long`)).body.data;
    const dry = await ended(asked, { of: id, isSample: true });
    const { checks, sampledRows, rows: all } = dry.result as ChecksResult;
    assert.deepEqual([sampledRows, all], [10_000, total]);
    assert.deepEqual(
      checks.map(({ state }) => state),
      ['passed', 'failed', 'passed', 'not_tried', 'not_tried', 'not_tried', 'not_tried'],
    );
    // Each second row fails. Of 10,000 rows, that can be neither fewer than 4,000 nor all 6,000, but by a wonder.
    const { failing } = checks[1]!;
    assert.ok(failing! >= 4_000 && failing! < 6_000, String(failing));
    assert.deepEqual(dry.figures, { passed: 2, failed: 1, unknown: 0, notTried: 4 });
    assert.equal(dry.outcome, 'found');
    const same = (await check(asked, { of: id, isSample: true })).checks[1]!;
    assert.equal(same.failing, failing);
    const whole = await check(asked, { of: id });
    assert.deepEqual([whole.sampledRows, whole.checks[1]!.failing], [undefined, 6_000]);
  });

  test('of a short table reads all of it, and says as much as a run', async () => {
    assert.deepEqual(await check(asked, { isSample: true }), await check(asked));
  });
});
