import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(() => api.close());
const journey = new SourceJourney(await api.workspace());

const QUIET = { startDate: '2026-01-01', ordersPerDay: 0 };

async function connected(configuration: object, ...tables: string[]): Promise<string> {
  const source = await journey.connect('sample_shop', { ...QUIET, ...configuration });
  await journey.select(source, ...tables);
  return source;
}

const streamOf = (run: { streams: { tableName: string }[] }, name: string) =>
  run.streams.find(({ tableName }) => tableName === name) as Stream;

interface Stream {
  tableName: string;
  state: string;
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
  failure: { code: string; message: string; field: string | null; retryable: boolean } | null;
}

describe('a sync of the sample shop', () => {
  test('loads all of its tables', async () => {
    const source = await journey.connect('sample_shop', QUIET);
    const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
    const names = streams.map(({ tableName }: Stream) => tableName);
    assert.deepEqual(names, [
      'customers',
      'order_lines',
      'orders',
      'payments',
      'products',
      'refunds',
      'stores',
      'visits',
    ]);
    await journey.select(source, ...names);
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run));
    assert.equal(streamOf(run, 'orders').rowsLoaded, 12_000);
  });

  test('that fails temporarily is retried, and says what to turn off', async () => {
    const source = await connected({ failTable: 'orders', failAfterRows: 500 }, 'orders', 'stores');
    const run = await journey.sync(source);
    assert.equal(run.state, 'incomplete');
    const { failure } = streamOf(run, 'orders');
    assert.deepEqual([failure!.code, failure!.retryable], ['sample_outage', true]);
    assert.match(failure!.message, /after 500 rows of orders/);
    assert.equal(streamOf(run, 'stores').state, 'complete');
  });

  test('that fails permanently isn’t retried, and blames the field', async () => {
    const source = await connected({ failTable: 'orders', failKind: 'permanent' }, 'orders');
    const run = await journey.sync(source);
    assert.equal(run.state, 'failed');
    const { failure } = streamOf(run, 'orders');
    assert.deepEqual([failure!.code, failure!.field], ['sample_refused', 'failTable']);
  });

  test('shows that it is rate limited, can be canceled then, and keeps what was committed', async () => {
    const source = await connected({ rateLimitRows: 5_000, rateLimitSeconds: 600 }, 'orders', 'customers');
    const path = await journey.begin(source);
    const limited = await settled(
      () => journey.attributesOf(path),
      (run) => streamOf(run, 'orders')?.state === 'rate_limited',
    );
    assert.equal(streamOf(limited, 'customers').state, 'complete');
    assert.equal(streamOf(limited, 'orders').rowsRead, 5_000);
    const { limitedUntil } = (await journey.attributesOf(source)).lastRun;
    const left = Date.parse(limitedUntil) - Date.now();
    assert.ok(left > 0 && left <= 600_000, limitedUntil);
    const canceled = await journey.client.post(`${path}/cancellations`, 'sync_run_cancellations');
    assert.equal(canceled.status, 202, canceled.text);
    const run = await journey.runIn(path, 'canceled');
    assert.equal(streamOf(run, 'customers').rowsLoaded, 2_000);
  });

  test('continues by itself after a rate limit', async () => {
    const source = await connected({ rateLimitRows: 8_000, rateLimitSeconds: 1 }, 'orders');
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run));
    assert.equal(streamOf(run, 'orders').rowsLoaded, 12_000);
  });

  test('counts and keeps damaged rows, and refuses a table with too many of them', async () => {
    const source = await connected({ rejectTable: 'orders', rejectEvery: 1_000 }, 'orders');
    const path = await journey.begin(source);
    const run = await journey.runIn(path, 'succeeded');
    const { rowsRead, rowsLoaded, rowsRejected } = streamOf(run, 'orders');
    assert.deepEqual([rowsRead, rowsLoaded, rowsRejected], [12_000, 11_988, 12]);
    const { body } = await journey.client.get(`${path}/rejected-rows`);
    assert.equal(body.data.length, 12);
    assert.match(body.data[0].attributes.raw, /^1000,/);
    const damaged = await connected({ rejectTable: 'orders', rejectEvery: 2 }, 'orders');
    const refused = await journey.sync(damaged);
    assert.equal(streamOf(refused, 'orders').failure!.code, 'rejects_over_limit');
  });

  test('finds another schema after a drift', async () => {
    const drift = {
      removeTable: true,
      renameTable: true,
      addColumn: true,
      removeColumn: true,
      changeType: true,
    };
    const source = await journey.connect('sample_shop', { ...QUIET, ...drift });
    const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
    const names = streams.map(({ tableName }: Stream) => tableName);
    assert.ok(names.includes('page_views') && !names.includes('visits') && !names.includes('refunds'));
    const columnsOf = async (table: string) => {
      const { columns } = await journey.attributesOf(`${source}/catalog/streams/${table}/columns`);
      return new Map<string, string>(
        columns.map(({ name, type }: { name: string; type: string }) => [name, type]),
      );
    };
    assert.ok((await columnsOf('orders')).has('campaign'));
    assert.ok(!(await columnsOf('customers')).has('phone'));
    assert.equal((await columnsOf('products')).get('weight_grams'), 'VARCHAR');
  });
});

describe('a configuration', () => {
  const refused: [string, unknown][] = [
    ['size', 'gigantic'],
    ['seed', -1],
    ['seed', 1.5],
    ['seed', 2 ** 31],
    ['startDate', '2026-02-30'],
    ['startDate', 'tomorrow'],
    ['startDate', '9999-01-01'],
    ['ordersPerDay', 1e12],
    ['failTable', 'pg_class'],
    ['failKind', 'crash'],
    ['rateLimitRows', 0],
    ['rateLimitSeconds', 1e9],
    ['latePercent', 101],
    ['rejectEvery', '2'],
    ['addColumn', 'yes'],
    ['url', 'http://169.254.169.254/'],
  ];
  for (const [field, value] of refused) {
    test(`with ${field} ${JSON.stringify(value)} is refused`, async () => {
      const attributes = { name: 'x', connector: 'sample_shop', configuration: { [field]: value } };
      const response = await journey.client.post(
        `${journey.base}/source-connections`,
        'source_connections',
        attributes,
      );
      assert.equal(response.status, 422, response.text);
      assert.deepEqual(faultsIn(response), [`field_invalid /data/attributes/configuration/${field}`]);
    });
  }
});
