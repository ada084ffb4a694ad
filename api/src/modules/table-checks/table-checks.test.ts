import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Check, ChecksResult, CheckResult } from '@headwater/shared/contract';
import { settled } from '../../../test-support/settled.ts';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client, base } = journey;
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
const runs = `${base}/tools/profiler/runs`;

const start = (checks: readonly Check[]) =>
  client.post(runs, 'tool_runs', { config: { tableId, checks }, isSample: false });
async function check(checks: readonly Check[]): Promise<ChecksResult> {
  const { body, text, status } = await start(checks);
  assert.equal(status, 202, text);
  const ended = await settled(
    () => client.get(`${runs}/${body.data.id}`),
    (one) => one.body.data.attributes.endedAt !== null,
  );
  const { state, error, result } = ended.body.data.attributes;
  assert.equal(state, 'done', JSON.stringify(error));
  return result;
}
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
