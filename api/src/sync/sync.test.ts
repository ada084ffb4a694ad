import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestApi, type Client } from '../../test-support/test-api.ts';
import { settled } from '../../test-support/settled.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const base = `/organizations/${workspace.id}`;
const { admin } = workspace;

async function upload(client: Client, fileName: string, text: string): Promise<string> {
  const answer = await client.upload(`${base}/uploads?fileName=${encodeURIComponent(fileName)}`, Buffer.from(text));
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

/** Connects files and answers the connection's address, its catalog ready. */
async function connect(files: Record<string, string>): Promise<string> {
  const ids = await Promise.all(Object.entries(files).map(([name, text]) => upload(admin, name, text)));
  const configuration = { files: ids.map((uploadId) => ({ uploadId })) };
  const made = await admin.post(`${base}/source-connections`, 'source_connections', {
    name: 'Files',
    connector: 'csv',
    configuration,
  });
  assert.equal(made.status, 201, made.text);
  const source = `${base}/source-connections/${made.body.data.id}`;
  await admin.post(`${source}/discoveries`, 'discoveries');
  await settled(
    () => admin.get(`${source}/catalog`),
    ({ body }) => body.data.attributes.state !== 'discovering',
  );
  return source;
}

async function syncNow(source: string) {
  const started = await admin.post(`${source}/sync-runs`, 'sync_runs');
  assert.equal(started.status, 202, started.text);
  return settled(
    () => admin.get(`${source}/sync-runs/${started.body.data.id}`),
    ({ body }) => body.data.attributes.endedAt !== null || body.data.attributes.state === 'incomplete',
  );
}

describe('a file', () => {
  const text = 'id,name,price\n007,Müller,1.10\n008,"a ""b""\nc",20.00\n009,,3.5\n';

  test('becomes a table with every value as it stands in the file', async () => {
    const source = await connect({ 'Price list.csv': text });
    const run = await syncNow(source);
    assert.equal(run.body.data.attributes.state, 'succeeded', run.text);
    assert.equal(run.body.data.attributes.rowsLoaded, 3);
    const rows = await admin.get(`${source}/tables/price_list/rows`);
    assert.equal(rows.status, 200, rows.text);
    assert.deepEqual(rows.body.data.attributes.rows, [
      ['007', 'Müller', '1.10'],
      ['008', 'a "b"\nc', '20.00'],
      ['009', null, '3.50'],
    ]);
    const connection = await admin.get(source);
    assert.equal(connection.body.data.attributes.status, 'synced');
  });

  test('pages to its end, pinned to the version that the first page was of', async () => {
    const source = await connect({ 'n.csv': `n\n${Array.from({ length: 25 }, (_, n) => n).join('\n')}\n` });
    await syncNow(source);
    const first = await admin.get(`${source}/tables/n/rows?page[size]=10`);
    await syncNow(source);
    const second = await admin.get(`${source}/tables/n/rows?page[size]=10&page[after]=${first.body.links.next}`);
    assert.equal(second.body.data.attributes.version, 1);
    assert.deepEqual(second.body.data.attributes.rows[0], ['10']);
    const last = await admin.get(`${source}/tables/n/rows?page[size]=10&page[after]=${first.body.links.last}`);
    assert.deepEqual(last.body.data.attributes.rows.at(-1), ['24']);
    assert.equal(last.body.links.next, null);
    const fresh = await admin.get(`${source}/tables/n/rows`);
    assert.equal(fresh.body.data.attributes.version, 2);
  });

  test('a run started twice with one Idempotency-Key is one run', async () => {
    const source = await connect({ 'n.csv': 'n\n1\n' });
    const key = { 'idempotency-key': 'once' };
    const one = await admin.post(`${source}/sync-runs`, 'sync_runs', {}, key);
    const other = await admin.post(`${source}/sync-runs`, 'sync_runs', {}, key);
    assert.equal(one.body.data.id, other.body.data.id);
  });
});

test('the sample shop is loaded as files are', async () => {
  const made = await admin.post(`${base}/sample-data`, 'sample_data');
  assert.equal(made.status, 202, made.text);
  const source = `${base}/source-connections/${made.body.data.id}`;
  const runs = await settled(
    () => admin.get(`${source}/sync-runs`),
    ({ body }) => body.data[0].attributes.endedAt !== null,
  );
  assert.equal(runs.body.data[0].attributes.state, 'succeeded', runs.text);
  const orders = await admin.get(`${source}/tables/orders`);
  assert.equal(orders.body.data.attributes.rows, 12_000);
});
