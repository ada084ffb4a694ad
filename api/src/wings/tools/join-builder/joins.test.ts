import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JoinConfig, JoinResult, SuggestedKey, ToolRunAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open({ withViews: true });
after(api.close);

const ORDERS = 'id,customer_id,total,order\n1,7,10,a\n2,7,20,b\n3,8,30,c\n4,99,40,d\n5,,50,e\n';
const CUSTOMERS = 'id,name\n7,Ada\n8,Bo\n9,"Cy, Ltd"\n';
const NOTES = 'customer,text\n7,one\n7,two\nx,three\n';

let journey: SourceJourney;
const ids: Record<string, string> = {};
before(async () => {
  journey = new SourceJourney(await api.workspace());
  const source = await journey.connectFiles({
    'orders.csv': ORDERS,
    'customers.csv': CUSTOMERS,
    'notes.csv': NOTES,
  });
  await journey.sync(source);
  for (const table of ['orders', 'customers', 'notes'])
    ids[table] = (await journey.client.get(`${source}/tables/${table}`)).body.data.id;
});

type Step = [table: string, kind: 'inner' | 'left' | 'anti', left: [number, string], right: string];
const configOf = (first: string, steps: Step[], columns: JoinConfig['columns'] = null): JoinConfig => ({
  tableId: ids[first]!,
  joins: steps.map(([table, kind, [at, column], right]) => ({
    tableId: ids[table]!,
    kind,
    keys: [{ left: { table: at, column }, right }],
  })),
  columns,
});
const CUSTOMER: Step = ['customers', 'inner', [0, 'customer_id'], 'id'];

const build = (config: object) =>
  journey.client.post(`${journey.base}/tools/join-builder/built-queries`, 'built_queries', { config });
async function built(config: object) {
  const { status, text, body } = await build(config);
  assert.equal(status, 200, text);
  return body.data.attributes;
}
const sorted = (rows: (string | null)[][]) => rows.map((row) => row.join()).sort();

describe('tables are joined', () => {
  test('to rows with their partners, as readable SQL', async () => {
    const { sql, rows, columns, hasMore } = await built(configOf('orders', [CUSTOMER]));
    assert.equal(
      sql,
      `select
  orders.id,
  orders.customer_id,
  orders.total,
  orders."order",
  customers.id as customers_id,
  customers.name
from orders
join customers
  on orders.customer_id = customers.id`,
    );
    assert.deepEqual(
      columns.map(({ name }: { name: string }) => name),
      ['id', 'customer_id', 'total', 'order', 'customers_id', 'name'],
    );
    assert.deepEqual(sorted(rows), ['1,7,10,a,7,Ada', '2,7,20,b,7,Ada', '3,8,30,c,8,Bo']);
    assert.equal(hasMore, false);
  });

  test('with all rows of the first table, with those without a partner, and through each other', async () => {
    const columns = [
      { table: 0, column: 'id', as: 'Order' },
      { table: 1, column: 'name', as: 'name' },
    ];
    const left = await built(configOf('orders', [['customers', 'left', [0, 'customer_id'], 'id']], columns));
    assert.deepEqual(sorted(left.rows), ['1,Ada', '2,Ada', '3,Bo', '4,', '5,']);
    const anti = await built(configOf('orders', [['customers', 'anti', [0, 'customer_id'], 'id']]));
    assert.deepEqual(sorted(anti.rows), ['4,99,40,d', '5,,50,e']);
    // A number and a text are the same if they read the same.
    const through = await built(
      configOf(
        'orders',
        [CUSTOMER, ['notes', 'left', [1, 'id'], 'customer']],
        [...columns, { table: 2, column: 'text', as: 'text' }],
      ),
    );
    assert.deepEqual(sorted(through.rows), ['1,Ada,one', '1,Ada,two', '2,Ada,one', '2,Ada,two', '3,Bo,']);
    const self = await built(configOf('orders', [['orders', 'inner', [0, 'id'], 'id']]));
    assert.equal(self.rows.length, 5);
  });

  test('and are saved as a view', async () => {
    const { sql, rows } = await built(configOf('orders', [CUSTOMER]));
    const saved = await journey.client.post(`${journey.base}/sql-views`, 'sql_views', {
      name: 'Joined',
      sql,
    });
    assert.equal(saved.status, 201, saved.text);
    const { sourceConnectionId, inputs } = saved.body.data.attributes;
    assert.deepEqual(inputs.map(({ tableName }: { tableName: string }) => tableName).sort(), [
      'customers',
      'orders',
    ]);
    const table = `${journey.base}/source-connections/${sourceConnectionId}/tables/Joined`;
    const page = await settled(
      () => journey.client.get(`${table}/rows`),
      ({ status }) => status === 200,
    );
    assert.deepEqual(sorted(page.body.data.attributes.rows), sorted(rows));
  });
});

test('how rows find partners is counted, at once and as a run', async () => {
  const config = configOf('orders', [['customers', 'left', [0, 'customer_id'], 'id']]);
  const expected = [{ rowsBefore: 5, rowsAfter: 5, matched: 3, several: 0, empty: 1, mostPartners: 1 }];
  const { body } = await journey.client.post(`${journey.base}/join-matches`, 'join_matches', { config });
  assert.deepEqual(body.data.attributes.matches, expected);
  const started = await journey.client.post(`${journey.base}/tools/join-builder/runs`, 'tool_runs', {
    config,
    isSample: false,
  });
  const run = await settled(
    async () =>
      (await journey.attributesOf(
        `${journey.base}/tools/join-builder/runs/${started.body.data.id}`,
      )) as ToolRunAttributes,
    ({ endedAt }) => endedAt !== null,
  );
  assert.deepEqual([run.outcome, run.figures], ['found', { rows: 5, rowsBefore: 5, matched: 3 }]);
  assert.deepEqual((run.result as unknown as JoinResult).matches, expected);
});

test('keys are suggested by names and values', async () => {
  const suggested = async (tables: string[], table: string): Promise<SuggestedKey[]> => {
    const asked = { tables: tables.map((name) => ids[name]!), tableId: ids[table]! };
    const { status, text, body } = await journey.client.post(`${journey.base}/join-keys`, 'join_keys', asked);
    assert.equal(status, 200, text);
    return body.data.attributes.keys;
  };
  assert.deepEqual((await suggested(['orders'], 'customers'))[0], {
    left: { table: 0, column: 'customer_id' },
    ...{ right: 'id', reason: 'names_table', values: 3, found: 2, mostRows: 1 },
  });
  assert.deepEqual((await suggested(['customers'], 'orders'))[0], {
    left: { table: 0, column: 'id' },
    ...{ right: 'customer_id', reason: 'names_table', values: 3, found: 2, mostRows: 2 },
  });
});

test('what does not fit is named', async () => {
  const config = configOf(
    'orders',
    [
      ['customers', 'anti', [0, 'nope'], 'none'],
      ['notes', 'inner', [1, 'id'], 'customer'],
    ],
    [
      { table: 0, column: 'id', as: 'a' },
      { table: 1, column: 'id', as: 'A' },
    ],
  );
  const at = '/data/attributes/config';
  assert.deepEqual(faultsIn(await build(config)), [
    `query_column_unknown ${at}/joins/0/keys/0/left/column`,
    `query_column_unknown ${at}/joins/0/keys/0/right`,
    `join_table_unusable ${at}/joins/1/keys/0/left/table`,
    `join_table_unusable ${at}/columns/1/table`,
    `built_name_twice ${at}/columns/1/as`,
  ]);
  const other = await journey.client.post(`${journey.base}/tools/profiler/built-queries`, 'built_queries', {
    config: { tableId: ids.orders, checks: [{ kind: 'row_change', percent: 20 }] },
  });
  assert.equal(other.status, 404);
});
