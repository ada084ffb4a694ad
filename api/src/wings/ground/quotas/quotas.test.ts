import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, describe, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

/** 1,024 bytes. */
const KILOBYTE_IN_GB = '0.000000954';
const withQuotas = async (environment: Record<string, string>) => {
  const api = await TestApi.open({ environment });
  after(api.close);
  const workspace = await api.workspace();
  return { api, workspace, journey: new SourceJourney(workspace) };
};

describe('the storage of a workspace', () => {
  test('accepts no upload beyond its quota, with or without a declared length, and keeps no file of it', async () => {
    const { api, workspace, journey } = await withQuotas({ QUOTA_STORAGE_GB: KILOBYTE_IN_GB });
    const upload = (bytes: number, headers = {}) =>
      workspace.admin.upload(`${journey.base}/uploads?fileName=a.csv`, Buffer.alloc(bytes, 'a'), headers);
    assert.equal((await upload(700)).status, 201);
    const declared = await upload(700);
    assert.deepEqual([declared.status, faultsIn(declared)], [413, ['storage_quota_reached']]);
    const undeclared = await upload(700, { 'content-length': undefined, 'transfer-encoding': 'chunked' });
    assert.deepEqual([undeclared.status, faultsIn(undeclared)], [413, ['storage_quota_reached']]);
    const both = await Promise.all([upload(300), upload(300)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 413]);
    assert.equal((await readdir(dirname(api.services.uploadFiles.path(workspace.id, '-')))).length, 2);
  });

  test('accepts no version beyond its quota, and the table fails with that error', async () => {
    const { api, workspace, journey } = await withQuotas({ QUOTA_STORAGE_GB: KILOBYTE_IN_GB });
    const source = await journey.connectFiles({ 'stores.csv': 'id\n1\n' });
    const { state, failure } = await journey.sync(source);
    assert.deepEqual([state, failure.code], ['failed', 'storage_quota_reached']);
    const { versions, stages } = await api.services.versions.list(workspace.id, source.split('/').at(-1)!);
    assert.deepEqual([versions, stages], [[], []]);
  });
});

test('a workspace accepts only as many uploads as allowed', async () => {
  const { journey, workspace } = await withQuotas({ QUOTA_UPLOADS: '1' });
  await journey.upload('a.csv', 'id\n1\n');
  const refused = await workspace.admin.upload(`${journey.base}/uploads?fileName=b.csv`, 'id\n');
  assert.deepEqual([refused.status, faultsIn(refused)], [409, ['upload_quota_reached']]);
});

test('a workspace accepts only as many connections as allowed, and no file twice in one', async () => {
  const { journey } = await withQuotas({ QUOTA_CONNECTIONS: '1' });
  const uploadId = await journey.upload('a.csv', 'id\n1\n');
  const connect = (...ids: string[]) =>
    journey.client.post(`${journey.base}/source-connections`, 'source_connections', {
      name: 'A source',
      connector: 'csv',
      configuration: { files: ids.map((id) => ({ uploadId: id })) },
    });
  assert.deepEqual(faultsIn(await connect(uploadId, uploadId)), [
    'upload_duplicate /data/attributes/configuration/files/1/uploadId',
  ]);
  assert.equal((await connect(uploadId)).status, 201);
  const refused = await connect(uploadId);
  assert.deepEqual([refused.status, faultsIn(refused)], [409, ['connection_quota_reached']]);
});

test('sample data counts like any other data, and leaves nothing behind if it exceeds a quota', async () => {
  const { api, workspace, journey } = await withQuotas({ QUOTA_CONNECTIONS: '1' });
  const load = () => workspace.admin.post(`${journey.base}/sample-data`, 'sample_data');
  assert.equal((await load()).status, 202);
  const before = await api.rowCounts();
  const refused = await load();
  assert.deepEqual([refused.status, faultsIn(refused)], [409, ['connection_quota_reached']]);
  assert.equal((await api.rowCounts())['streams'], before['streams']);
});

test('a version counts without the one that it replaces', async () => {
  const { api, workspace, journey } = await withQuotas({});
  const source = await journey.connectFiles({ 'stores.csv': 'id\n1\n' });
  for (const _version of [1, 2, 3]) assert.equal((await journey.sync(source)).state, 'succeeded');
  const [stored] = await api.sql<{ bytes: number }>(
    `select ((select sum(bytes) from uploads) + (select sum(bytes) from table_versions))::int as bytes`,
  );
  Object.assign(api.services.config.quotas, { storageBytes: stored!.bytes });
  assert.equal((await journey.sync(source)).state, 'succeeded');
  Object.assign(api.services.config.quotas, { storageBytes: stored!.bytes - 1 });
  const { state, failure } = await journey.sync(source);
  assert.deepEqual([state, failure.code], ['failed', 'storage_quota_reached']);
  const { versions } = await api.services.versions.list(workspace.id, source.split('/').at(-1)!);
  assert.equal(versions.length, 3);
});

test('a user can create only as many workspaces as allowed', async () => {
  const { workspace } = await withQuotas({ QUOTA_WORKSPACES: '2' });
  const make = () => workspace.admin.post('/organizations', 'organizations', { name: 'One more' });
  assert.equal((await make()).status, 201);
  const refused = await make();
  assert.deepEqual(
    [refused.status, faultsIn(refused)],
    [409, ['workspace_quota_reached /data/attributes/name']],
  );
  const { body } = await workspace.admin.get('/sessions');
  assert.equal(body.data.attributes.organizations.length, 2);
});
