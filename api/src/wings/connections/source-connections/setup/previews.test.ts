import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_STREAM_SETTINGS, type StreamPreview, type StreamSettings } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';
import { runPreview } from '@headwater/connectors/processes/connector/run-connector';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { FULL_REFRESH_OVERWRITE, NOTHING_SET } from '@headwater/protocol/protocol';
import { egressRules } from '../../../../platform/config/egress-rules.ts';
import type { StreamRow } from '../streams/streams.repository.ts';
import { FailureError } from '@headwater/base/failures/failure';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);

const request = (source: string, table: string, settings: Partial<StreamSettings> = {}) =>
  journey.client.post(`${source}/catalog/streams/${table}/previews`, 'stream_previews', {
    ...DEFAULT_STREAM_SETTINGS,
    ...settings,
  });

async function preview(source: string, table: string, settings: Partial<StreamSettings> = {}) {
  const response = await request(source, table, settings);
  assert.equal(response.status, 200, response.text);
  const { preview: found, failure } = response.body.data.attributes;
  assert.equal(failure, null);
  return { ...(found as StreamPreview), text: response.text };
}

describe('A preview of a PostgreSQL table', () => {
  let source: string;
  before(async () => {
    await server.run(`
      create table people (id integer primary key, email text, seen_at timestamptz not null, notes text);
      insert into people select n, 'person' || n || '@example.com', '2026-01-01'::timestamptz + n * interval '1 hour',
        case when n % 4 = 0 then repeat('long ', 100) end from generate_series(1, 3000) n;
      create index on people (seen_at);
      create view forever as select pg_sleep(60)::text as slept, id from people;
      grant select on people, forever to reader;`);
    source = await journey.connect('postgres', configurationFor(server.port));
  });

  test('shows the latest rows if an index finds them, and counts the values of more', async () => {
    const { columns, rows, newestBy, sampledRows, statistics } = await preview(source, 'people', {
      cursorColumn: 'seen_at',
    });
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['id', 'email', 'seen_at', 'notes'],
    );
    assert.equal(newestBy, 'seen_at');
    assert.equal(rows.length, 100);
    assert.deepEqual(rows[0]!.slice(0, 3), ['3000', 'person3000@example.com', '2026-05-06T00:00:00Z']);
    assert.equal(rows[0]![3], `${'long '.repeat(40)}…`);
    assert.equal(sampledRows, 1_000);
    assert.deepEqual(statistics[0], { values: 1_000, distinct: 1_000, min: '2001', max: '3000' });
    assert.equal(statistics[3]!.values, 250);
    assert.equal(statistics[3]!.distinct, 1);
  });

  test('sorts nothing that has no index, and applies conditions and masks before anything leaves the server', async () => {
    const found = await preview(source, 'people', {
      cursorColumn: 'id',
      startFrom: '2990',
      rowFilter: [{ column: 'email', operator: 'not_equals', values: ['person2995@example.com'] }],
      masks: { email: 'hash', notes: 'drop' },
    });
    assert.deepEqual(
      found.columns.map(({ name }) => name),
      ['id', 'email', 'seen_at'],
    );
    assert.equal(found.rows.length, 10);
    assert.match(found.rows[0]![1]!, /^[0-9a-f]{64}$/);
    assert.doesNotMatch(found.text, /example[.]com|long/);
    assert.equal(found.newestBy, 'id');
    const unsorted = await preview(source, 'people', { cursorColumn: null });
    assert.equal(unsorted.newestBy, null);
  });

  test('is refused with settings that can’t be used, and explains what is wrong at the source', async () => {
    const refused = await request(source, 'people', {
      rowFilter: [{ column: 'id', operator: 'equals', values: ['seven'] }],
    });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].source.pointer, '/data/attributes/rowFilter/0/values');
    await server.run('alter table people rename to persons');
    const { preview: none, failure } = (await request(source, 'people')).body.data.attributes;
    await server.run('alter table persons rename to people');
    assert.equal(none, null);
    assert.equal(failure.code, 'table_missing');
  });

  test('takes a limited time, and ends at the source as well', async () => {
    const [found] = await api.sql<Pick<StreamRow, 'columns' | 'source'>>(
      `select columns, source from streams where table_name = 'forever'`,
    );
    const stream = {
      namespace: 'public',
      name: 'forever',
      tableName: 'forever',
      suggestedTableName: 'forever',
      primaryKey: [],
      estimatedRows: null,
      estimatedBytes: null,
      problem: null,
      ...found!,
      ...FULL_REFRESH_OVERWRITE,
    };
    const job = {
      verb: 'preview',
      connector: 'postgres',
      configuration: configurationFor(server.port),
      uploads: new Map(),
      egress: egressRules(api.services.config),
      installation: NOTHING_SET,
      stream,
      maskKey: Buffer.alloc(32),
    } as const;
    await assert.rejects(
      runPreview(job, { timeoutMs: 3_000 }),
      (error) => error instanceof FailureError && error.failure.code === 'preview_timed_out',
    );
    await settled(
      () =>
        server.rows(`select 1 from pg_stat_activity where state = 'active' and query like 'copy%forever%'`),
      (rows) => rows.length === 0,
    );
  });
});

test('a preview of a file looks for the rows that match, and shows them as they would be stored', async () => {
  const lines = Array.from(
    { length: 120_000 },
    (_, n) => `${n + 1};${n},5;${n % 1_000 === 999 ? 'rare' : 'common'}`,
  );
  const source = await journey.connectFiles({ 'sales.csv': `id;amount;kind\n${lines.join('\n')}\n` });
  const all = await preview(source, 'sales');
  assert.deepEqual(all.rows[0], ['1', '0.5', 'common']);
  assert.equal(all.searchedRows, null);
  const rare = await preview(source, 'sales', {
    rowFilter: [{ column: 'kind', operator: 'equals', values: ['rare'] }],
    masks: { kind: 'drop' },
  });
  assert.equal(rare.searchedRows, 100_000);
  assert.equal(rare.rows.length, 100);
  assert.deepEqual(rare.rows[0], ['1000', '999.5']);
});

test('a preview of the sample shop can filter by a column that isn’t copied', async () => {
  const source = await journey.connect('sample_shop', {});
  const { columns, rows } = await preview(source, 'orders', {
    rowFilter: [{ column: 'status', operator: 'equals', values: ['paid'] }],
    masks: { status: 'drop' },
  });
  assert.ok(rows.length > 0);
  assert.ok(columns.every(({ name }) => name !== 'status'));
});
