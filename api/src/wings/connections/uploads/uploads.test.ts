import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import { Refusal } from '@headwater/base/refusals/refusal';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { StoredFiles } from './stored-files.ts';

const api = await TestApi.open();
after(api.close);
before(() => api.server.listen({ port: 0, host: '127.0.0.1' }));

test('an upload that is declared too large is refused before its bytes arrive', async () => {
  const { id, admin } = await api.workspace();
  const { port } = api.server.server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const upload = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/organizations/${id}/uploads?fileName=big.csv`,
    headers: {
      origin,
      cookie: admin.cookie,
      'x-csrf-token': admin.csrfToken,
      'content-type': 'application/octet-stream',
      'content-length': UPLOAD_MAX_BYTES + 1,
    },
  });
  upload.write('a,b\n');
  const [response] = await once(upload, 'response');
  assert.equal(response.statusCode, 413);
  const [error] = JSON.parse((await response.toArray()).join('')).errors;
  assert.equal(error.code, 'upload_too_large');
  assert.ok(!existsSync(dirname(api.services.uploadFiles.path(id, '-'))), 'a folder was created for it');
  upload.on('error', () => undefined).destroy();
});

test('an upload is deleted at once if no connection uses it', async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const [spare, used] = [
    await journey.upload('spare.csv', 'a\n1\n'),
    await journey.upload('used.csv', 'a\n1\n'),
  ];
  await journey.connect('csv', { files: [{ uploadId: used }] });
  const remove = (id: string) => workspace.admin.delete(`${journey.base}/uploads/${id}`);
  const isKept = (id: string) => existsSync(api.services.uploadFiles.path(workspace.id, id));
  assert.deepEqual([(await remove(spare)).status, isKept(spare)], [204, false]);
  assert.equal((await remove(spare)).status, 404);
  const refused = await remove(used);
  assert.deepEqual([refused.status, refused.body.errors[0].code, isKept(used)], [409, 'upload_in_use', true]);
  const deleted = await api.sql(
    `select details from audit_events where action = 'upload.delete' and workspace_id = $1`,
    [workspace.id],
  );
  assert.deepEqual(deleted, [{ details: { name: 'spare.csv', bytes: 4 } }]);
});

test('an upload that stands still is refused, and leaves nothing behind', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-uploads-'));
  context.after(() => rm(folder, { recursive: true }));
  const files = new StoredFiles(folder, 'uploads');
  const source = new Readable({ read: () => undefined });
  source.push('a,b\n');
  const bounds = { maxBytes: 1_000, leastSpeed: { graceMs: 20 } };
  await assert.rejects(
    files.store('org_1', 'upl_1', source, bounds),
    (error) => error instanceof Refusal && error.faults[0]!.code === 'request_timeout',
  );
  assert.deepEqual(await readdir(dirname(files.path('org_1', '-'))), []);
  source.destroy();
});
