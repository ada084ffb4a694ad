import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

describe('a file', () => {
  test('becomes a table with every value as it is in the file', async () => {
    const text = 'id,name,price\n007,Müller,1.10\n008,"a ""b""\nc",20.00\n009,,3.50\n';
    const source = await journey.connectFiles({ 'Price list.csv': text });
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded');
    assert.equal(run.rowsLoaded, 3);
    assert.deepEqual(await journey.rows(source, 'price_list'), [
      ['007', 'Müller', '1.10'],
      ['008', 'a "b"\nc', '20.00'],
      ['009', null, '3.50'],
    ]);
    assert.equal((await journey.attributesOf(source)).status, 'synced');
  });

  test('can be paged to its end, pinned to the version of the first page', async () => {
    const source = await journey.connectFiles({
      'n.csv': `n\n${Array.from({ length: 25 }, (_, n) => n).join('\n')}\n`,
    });
    await journey.sync(source);
    const rows = `${source}/tables/n/rows`;
    const first = await client.get(`${rows}?page[size]=10`);
    await journey.sync(source);
    const second = await client.get(`${rows}?page[size]=10&page[after]=${first.body.links.next}`);
    assert.equal(second.body.data.attributes.version, 1);
    assert.deepEqual(second.body.data.attributes.rows[0], ['10']);
    const last = await client.get(`${rows}?page[size]=10&page[after]=${first.body.links.last}`);
    assert.deepEqual(last.body.data.attributes.rows.at(-1), ['24']);
    assert.equal(last.body.links.next, null);
    const fresh = await client.get(rows);
    assert.equal(fresh.body.data.attributes.version, 2);
  });

  test('can be paged from its end back to its start, also in pages of another size', async () => {
    const source = await journey.connectFiles({
      'n.csv': `n\n${Array.from({ length: 25 }, (_, n) => n).join('\n')}\n`,
    });
    await journey.sync(source);
    const page = async (size: number, after: string | null) => {
      const cursor = after === null ? '' : `&page[after]=${after}`;
      const { body } = await client.get(`${source}/tables/n/rows?page[size]=${size}${cursor}`);
      const { offset, rows } = body.data.attributes;
      return { numbers: [offset, ...rows.flat().map(Number)], ...body.links };
    };
    const first = await page(10, null);
    const last = await page(10, first.last);
    assert.deepEqual(last.numbers, [20, 20, 21, 22, 23, 24]);
    const second = await page(10, last.prev);
    assert.deepEqual(second.numbers, [10, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    assert.deepEqual(await page(10, second.prev), first);
    assert.deepEqual([first.prev, last.next, last.last], [null, null, null]);
    assert.deepEqual((await page(3, last.prev)).numbers, [17, 17, 18, 19]);
    assert.deepEqual((await page(50, second.prev)).numbers.length, 26);
    assert.deepEqual((await page(10, first.next)).numbers, second.numbers);
  });

  test('keeps three versions, and a page of an older one is reported as gone', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n2\n' });
    await journey.sync(source);
    const first = await client.get(`${source}/tables/n/rows?page[size]=1`);
    for (let round = 0; round < 3; round += 1) await journey.sync(source);
    const gone = await client.get(
      `${source}/tables/n/rows?page[size]=1&page[after]=${first.body.links.next}`,
    );
    assert.equal(gone.status, 410, gone.text);
  });

  test('may have a column with a name that the engine uses itself', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'rowid,Rowid_2,n\n900,a,1\n800,b,2\n' });
    await journey.sync(source);
    assert.deepEqual(await journey.rows(source, 'n'), [
      ['900', 'a', '1'],
      ['800', 'b', '2'],
    ]);
    const names = (await journey.attributesOf(`${source}/tables/n`)).columns.map(
      ({ name }: { name: string }) => name,
    );
    assert.deepEqual(names, ['rowid_3', 'Rowid_2', 'n']);
  });

  test('with invalid rows loads the others, and keeps the invalid ones with line and reason', async () => {
    const source = await journey.connectFiles({ 'bad.csv': 'a,b\n1,2\n3\n4,5\n' });
    const run = await journey.begin(source);
    const { state, rowsRead, rowsLoaded, rowsRejected } = await journey.runIn(run, 'succeeded', 'failed');
    assert.deepEqual(
      { state, rowsRead, rowsLoaded, rowsRejected },
      { state: 'succeeded', rowsRead: 3, rowsLoaded: 2, rowsRejected: 1 },
    );
    const rejected = await client.get(`${run}/rejected-rows`);
    assert.equal(rejected.body.meta.total, 1);
    const { line, code, reason, values, raw } = rejected.body.data[0].attributes;
    assert.deepEqual(
      { line, code, values, raw },
      { line: 3, code: 'fields_differ', values: { fields: 1, expected: 2 }, raw: '3' },
    );
    const file = await client.get(`${run}/rejected-row-file`);
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(file.text, `table,line,column,reason,row\r\nbad,3,,"${reason}",3\r\n`);
    await api.sql(`update rejected_rows set code = null, reason_values = '{}'`); // as if from before there were codes
    const old = (await client.get(`${run}/rejected-rows`)).body.data[0].attributes;
    assert.deepEqual([old.code, old.reason, old.values], [null, reason, {}]);
  });

  test('with too many invalid rows changes nothing', async () => {
    const source = await journey.connectFiles({ 'bad.csv': `a,b\n${'1\n'.repeat(101)}` });
    const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
    assert.equal(streams[0].problem.code, 'rejects_over_limit');
    await journey.select(source, 'bad');
    const run = await journey.sync(source);
    assert.equal(run.state, 'failed');
    assert.equal(run.failure.code, 'rejects_over_limit');
    assert.equal((await client.get(`${source}/tables/bad/rows`)).status, 404);
  });
});

describe('a run', () => {
  test('is the same if it is started twice with one Idempotency-Key', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
    const key = { 'idempotency-key': 'once' };
    const one = await client.post(`${source}/sync-runs`, 'sync_runs', {}, key);
    await journey.runIn(`${source}/sync-runs/${one.body.data.id}`, 'succeeded');
    const other = await client.post(`${source}/sync-runs`, 'sync_runs', {}, key);
    assert.equal(one.body.data.id, other.body.data.id);
  });

  test('is listed with the totals of its tables, but without the tables, of which it may have a thousand', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n2\n', 'm.csv': 'm\n1\n' });
    const { streams, position: _, attempts: __, ...facts } = await journey.sync(source);
    assert.deepEqual([streams.length, facts.rowsRead, facts.rowsLoaded], [2, 3, 3]);
    const { body } = await client.get(`${source}/sync-runs`);
    assert.deepEqual(body.data[0].attributes, facts);
    const total = async (filter: string) =>
      (await client.get(`${source}/sync-runs?${filter}`)).body.meta.total;
    assert.equal(await total('filter[state]=succeeded&filter[trigger]=manual'), 1);
    assert.equal(await total('filter[state]=failed'), 0);
    assert.equal(await total('filter[trigger]=schedule'), 0);
  });

  test('of chosen tables reads only these, and says nothing about the others', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n', 'm.csv': 'm\n1\n' });
    const start = (attributes: object) => client.post(`${source}/sync-runs`, 'sync_runs', attributes);
    const started = await start({ tables: ['m'], refresh: true });
    assert.equal(started.status, 202, started.text);
    const run = await journey.runIn(`${source}/sync-runs/${started.body.data.id}`, 'succeeded');
    assert.deepEqual(
      run.streams.map(({ tableName }: { tableName: string }) => tableName),
      ['m'],
    );
    assert.deepEqual([run.scope, run.fromScratch], [['m'], true]);
    assert.equal((await journey.attributesOf(source)).status, 'pending');
    const refused = await start({ tables: ['m', 'unknown'] });
    assert.deepEqual(
      [refused.status, ...faultsIn(refused)],
      [422, 'table_not_selected /data/attributes/tables/1'],
    );
    assert.equal((await start({ tables: [] })).status, 422);
    await journey.sync(source);
    assert.equal((await journey.attributesOf(source)).status, 'synced');
    // The other table was read with an older configuration, whatever has been read since.
    await api.sql(`update source_connections set configured_at = now() where id = $1`, [
      source.split('/').at(-1),
    ]);
    await journey.runIn(`${source}/sync-runs/${(await start({ tables: ['m'] })).body.data.id}`, 'succeeded');
    assert.equal((await journey.attributesOf(source)).status, 'pending');
  });

  test('that reads something else than the active one is refused, and otherwise joins it', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n', 'm.csv': 'm\n1\n' });
    const active = await journey.sync(source);
    await api.sql(
      `update sync_runs set state = 'incomplete', ended_at = null, retry_at = now() + interval '1 hour', scope = '["m"]'
       where source_connection_id = $1 and number = $2`,
      [source.split('/').at(-1), active.number],
    );
    const start = (attributes: object) => client.post(`${source}/sync-runs`, 'sync_runs', attributes);
    for (const attributes of [{}, { tables: ['n'] }, { tables: ['m'], refresh: true }]) {
      const refused = await start(attributes);
      assert.deepEqual([refused.status, ...faultsIn(refused)], [409, 'other_run_active']);
    }
    assert.equal((await start({ tables: ['m'] })).body.data.attributes.number, active.number);
  });

  test('without tables is refused', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
    await journey.select(source);
    const refused = await client.post(`${source}/sync-runs`, 'sync_runs');
    assert.equal(refused.status, 422);
    assert.equal(refused.body.errors[0].code, 'no_tables_selected');
  });
});

test('the sample shop is connected and loaded by one request', async () => {
  const made = await client.post(`${journey.base}/sample-data`, 'sample_data');
  assert.equal(made.status, 202, made.text);
  const source = `${journey.base}/source-connections/${made.body.data.id}`;
  const runs = await settled(
    () => client.get(`${source}/sync-runs`),
    ({ body }) => body.data[0].attributes.endedAt !== null,
  );
  assert.equal(runs.body.data[0].attributes.state, 'succeeded', runs.text);
  // It grows with the calendar.
  const { rows } = await journey.attributesOf(`${source}/tables/orders`);
  assert.ok(rows > 10_000, `${rows} orders`);
});

test("a deleted connection's tables and files are deleted", async () => {
  const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
  await journey.sync(source);
  assert.equal((await client.delete(source)).status, 204);
  assert.equal((await client.get(`${source}/tables/n/rows`)).status, 404);
  const id = source.split('/').at(-1)!;
  const files = () => api.services.versions.list(workspace.id, id);
  await settled(files, ({ versions }) => versions.length === 0);
  // Files that another server still writes are deleted later.
  const jobs = await api.sql(
    `select start_after > created_on + interval '1 minute' as later from pgboss.job
     where name = 'clear-connection' and data ->> 'sourceConnectionId' = $1 order by start_after`,
    [id],
  );
  assert.deepEqual(jobs, [{ later: false }, { later: true }]);
});
