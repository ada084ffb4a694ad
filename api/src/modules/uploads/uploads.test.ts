import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import { TestApi } from '../../../test-support/test-api.ts';

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
