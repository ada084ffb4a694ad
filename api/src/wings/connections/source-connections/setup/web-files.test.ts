import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startApiServer } from '@headwater/protocol/testing/api-server';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';

const server = await startApiServer();
const api = await TestApi.open();
after(async () => {
  await api.close();
  await server.stop();
});
const journey = new SourceJourney(await api.workspace('A file from the web'));
const { client, base } = journey;

const CSV = 'id,word\n1,one\n2,two\n';
const file = { text: CSV, etag: '"1"' };
server.routes.set('/orders.csv', ({ headers }) =>
  headers['if-none-match'] === file.etag
    ? { status: 304, body: '' }
    : { body: file.text, headers: { etag: file.etag } },
);
const url = `${server.url}/orders.csv?signature=secret`;
const downloads = () =>
  server.received.filter(({ headers }) => headers['if-none-match'] === undefined).length;

let source: string;
before(async () => {
  source = await journey.connect('web_file', { url });
  await journey.select(source, 'orders');
  assert.equal((await journey.sync(source)).state, 'succeeded');
});

describe('a file from the web', () => {
  test('is loaded, and known by where it is, without what lets people in', async () => {
    assert.deepEqual(await journey.rows(source, 'orders'), [
      ['1', 'one'],
      ['2', 'two'],
    ]);
    assert.equal((await journey.attributesOf(source)).address, `${server.url}/orders.csv`);
  });

  test('is neither sent nor loaded again while it is as it was, and its version stays', async () => {
    const versions = async () =>
      (await client.get(`${source}/tables/orders/versions`)).body.data as unknown as unknown[];
    const kept = (await versions()).length;
    const sent = downloads();
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    assert.equal(downloads(), sent);
    assert.equal((await versions()).length, kept);
    assert.equal((await journey.rows(source, 'orders')).length, 2);
  });

  test('is loaded again when it has changed, here with a row and a column more', async () => {
    Object.assign(file, { text: 'id,word,more\n1,one,1.5\n2,two,2.5\n3,three,\n', etag: '"2"' });
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    const rows = await journey.rows(source, 'orders');
    assert.deepEqual([rows.length, rows[0]], [3, ['1', 'one', '1.5']]);
  });

  test('is loaded again if someone wants all of it again', async () => {
    const sent = downloads();
    const started = await client.post(`${source}/sync-runs`, 'sync_runs', { refresh: true });
    assert.equal(started.status, 202, started.text);
    const run = await journey.runIn(`${source}/sync-runs/${started.body.data.id}`, 'succeeded', 'failed');
    assert.equal(run.state, 'succeeded');
    assert.ok(downloads() > sent);
  });

  test('must have a URL without credentials', async () => {
    for (const wrong of ['orders.csv', 'ftp://example.com/a.csv', 'https://me:pass@example.com/a.csv', '']) {
      const response = await client.post(`${base}/source-connections`, 'source_connections', {
        name: 'Wrong',
        connector: 'web_file',
        configuration: { url: wrong },
      });
      assert.deepEqual(faultsIn(response), ['field_invalid /data/attributes/configuration/url'], wrong);
    }
  });
});

describe('several files from the web', () => {
  const files = new Map([
    ['/parts/2026-01.csv', 'id,word\n1,one\n'],
    ['/parts/2026-02.csv', 'id,word\n2,two\n'],
  ]);
  server.routes.set('/parts/*', ({ path, headers }) => {
    const body = files.get(path);
    const etag = `"${body?.length}"`;
    if (body === undefined) return { status: 404, body: '' };
    return headers['if-none-match'] === etag ? { status: 304, body: '' } : { body, headers: { etag } };
  });
  let several: string;
  const months = (range: string) => ({ url: `${server.url}/parts/{${range}}.csv` });
  const rows = () => journey.rows(several, 'parts');

  before(async () => {
    several = await journey.connect('web_file', months('2026-01..2026-02'));
    const { tableName } = (await journey.attributesOf(`${several}/catalog/streams`)).streams[0];
    await journey.select(several, tableName);
    assert.equal((await journey.sync(several)).state, 'succeeded');
  });

  test('are one table, with the file of each row', async () => {
    assert.deepEqual(await rows(), [
      ['1', 'one', '2026-01.csv'],
      ['2', 'two', '2026-02.csv'],
    ]);
  });

  test('stay the same table when the range gets longer and a new file has a column more', async () => {
    files.set('/parts/2026-03.csv', 'id,word,more\n3,three,0.5\n');
    const { version } = await journey.attributesOf(several);
    const changed = await client.patch(
      several,
      'source_connections',
      { configuration: months('2026-01..2026-03') },
      { 'if-match': String(version) },
    );
    assert.equal(changed.status, 200, changed.text);
    const run = await journey.sync(several);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    assert.deepEqual(await rows(), [
      ['1', 'one', null, '2026-01.csv'],
      ['2', 'two', null, '2026-02.csv'],
      ['3', 'three', '0.5', '2026-03.csv'],
    ]);
  });

  test('keep the table as it was, and are named, if one is gone', async () => {
    files.delete('/parts/2026-02.csv');
    const run = await journey.sync(several);
    assert.equal(run.state, 'failed');
    assert.match(JSON.stringify(run), /web_file_refused/);
    assert.match(JSON.stringify(run), /2026-02\.csv/);
    assert.equal((await rows()).length, 3);
  });
});
