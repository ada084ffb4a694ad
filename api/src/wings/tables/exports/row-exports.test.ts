import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { ROW_EXPORTS_MAX, type NewRowExport, type RowExportAttributes } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client, base } = journey;
const source = await journey.connectFiles({
  'orders.csv': `id,note\n${Array.from({ length: 500 }, (_, at) => `${at},=${at}\n`).join('')}`,
});
await journey.sync(source);
const table = `${source}/tables/orders`;

type Export = { id: string } & RowExportAttributes;
const listed = async (of: Client = client): Promise<Export[]> =>
  (await of.get(`${base}/row-exports`)).body.data.map((one: { id: string; attributes: object }) => ({
    id: one.id,
    ...one.attributes,
  }));
const ask = (asked: Partial<NewRowExport> = {}, of: Client = client) =>
  of.post(`${table}/row-exports`, 'row_exports', { format: 'parquet', version: 1, ...asked });
async function ended(id: string, of: Client = client): Promise<Export> {
  const found = await settled(
    () => listed(of),
    (all) => all.some((one) => one.id === id && (one.state === 'ready' || one.state === 'failed')),
  );
  return found.find((one) => one.id === id)!;
}
const fileOf = (id: string) => api.services.rowExportFiles.path(workspace.id, id);
const clear = async () => {
  for (const { id } of await listed())
    assert.equal((await client.delete(`${base}/row-exports/${id}`)).status, 204);
};

describe('an export', () => {
  test('is prepared in the background, and its file is for whoever asked for it', async () => {
    const asked = await ask({ format: 'xlsx', filter: 'id:less:10', sort: '-id', columns: 'id' });
    assert.equal(asked.status, 202, asked.text);
    const { id, attributes } = asked.body.data;
    assert.deepEqual([attributes.rows, attributes.leftOut, attributes.state], [10, 0, 'queued']);
    const ready = await ended(id);
    assert.deepEqual([ready.state, ready.error], ['ready', null]);
    assert.match(ready.fileName, /^orders .* UTC\.xlsx$/);
    const file = await client.get(`${base}/row-exports/${id}/file`);
    assert.deepEqual([file.status, file.text.slice(0, 2)], [200, 'PK']);
    assert.match(String(file.headers['content-disposition']), /^attachment; .*\.xlsx$/);
    const other = await workspace.member('admin');
    assert.deepEqual(await listed(other), []);
    assert.equal((await other.get(`${base}/row-exports/${id}/file`)).status, 404);
    assert.equal((await other.delete(`${base}/row-exports/${id}`)).status, 404);
    assert.equal((await client.delete(`${base}/row-exports/${id}`)).status, 204);
    assert.ok(!existsSync(fileOf(id)));
    assert.equal((await client.get(`${base}/row-exports/${id}/file`)).status, 404);
  });

  test('that can’t be made is refused at once', async () => {
    assert.deepEqual(faultsIn(await ask({ columns: 'nothing' })), ['query_column_unknown columns']);
    assert.deepEqual(faultsIn(await ask({ filter: 'id:contains:1' })), ['query_condition_unfit filter']);
    assert.deepEqual(faultsIn(await ask({ version: 9 })), ['version_gone version']);
    assert.equal((await ask({ format: 'csv' as 'xlsx' })).status, 422);
    assert.deepEqual(await listed(), []);
  });

  test('says how many rows don’t fit into a sheet', async () => {
    await api.sql('update table_versions set rows = 1048600');
    const { body } = await ask({ format: 'xlsx' });
    assert.deepEqual([body.data.attributes.rows, body.data.attributes.leftOut], [1_048_575, 25]);
    await api.sql('update table_versions set rows = 500');
    await ended(body.data.id);
    await clear();
  });

  test('is one of a few that someone can have', async () => {
    for (let count = 0; count < ROW_EXPORTS_MAX; count += 1) assert.equal((await ask()).status, 202);
    assert.deepEqual(faultsIn(await ask()), ['row_exports_reached']);
    await clear();
    assert.deepEqual(await listed(), []);
    assert.equal((await ask()).status, 202);
    await clear();
  });

  test('whose version isn’t kept anymore says so', async () => {
    const { body } = await ask();
    await ended(body.data.id);
    await api.sql(`update row_exports set state = 'queued', version = 7 where id = $1`, [body.data.id]);
    await api.services.rowExports.write(
      { workspaceId: workspace.id, id: body.data.id },
      new AbortController().signal,
    );
    const { state, error } = await ended(body.data.id);
    assert.deepEqual([state, error?.code], ['failed', 'version_gone']);
    assert.ok(!existsSync(fileOf(body.data.id)));
    await clear();
  });

  test('counts for the workspace’s storage, and fails beyond it', async () => {
    const { id } = (await ask()).body.data;
    await ended(id);
    const { quotas } = api.services.config;
    const before = quotas.storageBytes;
    (quotas as { storageBytes: number }).storageBytes = 1;
    const next = await ended((await ask()).body.data.id);
    (quotas as { storageBytes: number }).storageBytes = before;
    assert.deepEqual([next.state, next.error?.code], ['failed', 'storage_quota_reached']);
    assert.ok(!existsSync(fileOf(next.id)));
    await clear();
  });
});

describe('an export that was interrupted', () => {
  const begun = async () => {
    const { id } = (await ask()).body.data;
    await ended(id);
    await api.sql(`update row_exports set state = 'running', bytes = null where id = $1`, [id]);
    return id as string;
  };
  const write = (id: string) =>
    api.services.rowExports.write({ workspaceId: workspace.id, id }, new AbortController().signal);

  test('is written from the start by the next process', async () => {
    const id = await begun();
    await writeFile(`${fileOf(id)}.partial`, 'half of it');
    await write(id);
    const { state, bytes } = await ended(id);
    assert.equal(state, 'ready');
    assert.equal((await client.get(`${base}/row-exports/${id}/file`)).status, 200);
    assert.ok(bytes! > 0 && !existsSync(`${fileOf(id)}.partial`));
    await clear();
  });

  test('again and again is given up', async () => {
    const id = await begun();
    await api.sql('update row_exports set attempts = 3');
    await write(id);
    assert.deepEqual((await ended(id)).error?.code, 'internal_error');
    await clear();
  });
});

describe('the files of exports', () => {
  test('are deleted with their connection, and after a day', async () => {
    const other = await journey.connectFiles({ 'gone.csv': 'a\n1\n' });
    await journey.sync(other);
    const asked = await client.post(`${other}/tables/gone/row-exports`, 'row_exports', {
      format: 'parquet',
      version: 1,
    });
    const gone = asked.body.data.id;
    await ended(gone);
    const { id: old } = (await ask()).body.data;
    await ended(old);
    assert.equal((await client.delete(other)).status, 204);
    await settled(
      async () => existsSync(fileOf(gone)),
      (isThere) => !isThere,
    );
    assert.ok(existsSync(fileOf(old)));
    await api.sql(`update row_exports set expires_at = now() - interval '1 second' where id = $1`, [old]);
    assert.deepEqual(await listed(), []);
    assert.equal((await client.get(`${base}/row-exports/${old}/file`)).status, 404);
    await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
    assert.ok(!existsSync(fileOf(old)));
    assert.deepEqual(await api.sql('select from row_exports'), []);
  });
});
