import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ComparisonResult, ToolRunAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

const ORDERS = 'id,status,total\n1,paid,10\n2,open,20\n3,open,30\n';
const BILLS = 'no,order_id,amount\n7,1,10\n8,2,25\n9,4,40\n';

let journey: SourceJourney;
let source: string;
let orders: string;
let bills: string;
before(async () => {
  journey = new SourceJourney(await api.workspace());
  source = await journey.connectFiles({ 'orders.csv': ORDERS, 'bills.csv': BILLS });
  await journey.sync(source);
  const idOf = async (table: string) =>
    (await journey.client.get(`${source}/tables/${table}`)).body.data.id as string;
  [orders, bills] = [await idOf('orders'), await idOf('bills')];
});

const pair = (left: string, right = left) => ({ left, right });
const sides = (left: string, right: string) => ({
  left: { tableId: left, version: null },
  right: { tableId: right, version: null },
});
const start = (config: object, isSample = false) =>
  journey.client.post(`${journey.base}/tools/compare/runs`, 'tool_runs', { config, isSample });

async function compare(config: object, isSample = false) {
  const started = await start(config, isSample);
  assert.equal(started.status, 202, started.text);
  const run = await settled(
    async () =>
      (await journey.attributesOf(
        `${journey.base}/tools/compare/runs/${started.body.data.id}`,
      )) as ToolRunAttributes,
    ({ endedAt }) => endedAt !== null,
  );
  assert.equal(run.error, null);
  return { ...run, result: run.result as unknown as ComparisonResult };
}

describe('two tables', () => {
  test('are compared by columns with other names', async () => {
    const { outcome, figures, result } = await compare({
      ...sides(orders, bills),
      key: [pair('id', 'order_id')],
      columns: [pair('total', 'amount')],
    });
    assert.equal(outcome, 'found');
    assert.deepEqual(figures, { onlyLeft: 1, onlyRight: 1, changed: 1, same: 1 });
    assert.deepEqual(result.renamed, { id: 'order_id', total: 'amount' });
    assert.deepEqual(result.diff.examples, {
      added: [['4', '40']],
      removed: [['3', '30']],
      changed: [{ before: ['2', '20'], after: ['2', '25'], columns: [1] }],
    });
    assert.deepEqual(
      result.diff.columns.map(({ name, changedRows }) => [name, changedRows]),
      [
        ['id', 0],
        ['total', 1],
      ],
    );
  });

  test('without a key are compared as sets of rows', async () => {
    const { figures, result } = await compare({
      ...sides(orders, bills),
      key: [],
      columns: [pair('id', 'order_id')],
    });
    assert.deepEqual(figures, { onlyLeft: 1, onlyRight: 1, changed: 0, same: 2 });
    assert.deepEqual([result.diff.key, result.isKeyUseless], [[], false]);
  });

  test('that are small are compared whole in a dry run', async () => {
    const config = { ...sides(orders, bills), key: [pair('id', 'order_id')], columns: [] };
    const { isSample, result } = await compare(config, true);
    assert.deepEqual([isSample, result.oneOf, result.diff.rowsBefore], [true, 1, 3]);
  });
});

test('two versions of a table are compared', async () => {
  const file = await journey.upload('orders.csv', ORDERS.replace('open,20', 'paid,20'));
  const other = await journey.connectFiles({ 'orders.csv': ORDERS });
  await journey.sync(other);
  const { version } = await journey.attributesOf(other);
  const changed = await journey.client.patch(
    other,
    'source_connections',
    { configuration: { files: [{ uploadId: file }] } },
    { 'if-match': String(version) },
  );
  assert.equal(changed.status, 200, changed.text);
  await journey.sync(other);
  const table = (await journey.client.get(`${other}/tables/orders`)).body.data;
  assert.equal(table.attributes.version, 2);
  const { figures, outcome } = await compare({
    left: { tableId: table.id, version: 1 },
    right: { tableId: table.id, version: null },
    key: [pair('id')],
    columns: [pair('status'), pair('total')],
  });
  assert.deepEqual([outcome, figures], ['found', { onlyLeft: 0, onlyRight: 0, changed: 1, same: 2 }]);
});

test('two versions are compared in the columns that both have, and the others are named', async () => {
  const other = await journey.connectFiles({ 'orders.csv': 'id,status,old\n1,paid,x\n2,open,y\n' });
  await journey.sync(other);
  const { version } = await journey.attributesOf(other);
  const file = await journey.upload('orders.csv', 'id,status,total\n1,paid,10\n2,paid,20\n');
  const configuration = { files: [{ uploadId: file }] };
  await journey.client.patch(other, 'source_connections', { configuration }, { 'if-match': String(version) });
  await journey.sync(other);
  const { id: tableId } = (await journey.client.get(`${other}/tables/orders`)).body.data;
  const versions = { left: { tableId, version: 1 }, right: { tableId, version: null } };
  const columns = [pair('status'), pair('total')];
  const { figures, result } = await compare({ ...versions, key: [pair('id')], columns });
  assert.deepEqual(figures, { onlyLeft: 0, onlyRight: 0, changed: 1, same: 1 });
  assert.deepEqual([result.onlyLeft, result.onlyRight], [['old'], ['total']]);
  assert.deepEqual(
    result.diff.columns.map(({ name }) => name),
    ['id', 'status'],
  );
  const byNew = await compare({ ...versions, key: [pair('total')], columns: [pair('id'), pair('status')] });
  assert.deepEqual(byNew.figures, { onlyLeft: 1, onlyRight: 1, changed: 0, same: 1 });
  assert.equal(byNew.result.isKeyUseless, false);
  const none = await start({ ...versions, key: [], columns: [pair('total')] });
  assert.deepEqual(faultsIn(none), ['field_required /data/attributes/config/columns']);
});

test('what does not fit is named', async () => {
  const config = { ...sides(orders, bills), key: [pair('id', 'nope')], columns: [pair('id', 'amount')] };
  assert.deepEqual(faultsIn(await start(config)), [
    'query_column_unknown /data/attributes/config/key/0/right',
    'compare_column_twice /data/attributes/config/columns/0/left',
  ]);
  const same = { ...sides(orders, orders), key: [], columns: [pair('id')] };
  assert.deepEqual(faultsIn(await start(same)), ['compare_same_version /data/attributes/config/right']);
  const nothing = { ...sides(orders, bills), key: [], columns: [] };
  assert.deepEqual(faultsIn(await start(nothing)), ['field_required /data/attributes/config/columns']);
});
