import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { FailureError } from '@headwater/base/failures/failure';
import type { Egress } from '@headwater/base/egress';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { startApiServer, type ApiServer } from '@headwater/protocol/testing/api-server';
import { download, type Validators } from './download.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
const path = join(folder, 'file');
const CONTENT = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `${at},word ${at}\n`).join(''));
let server: ApiServer;
before(async () => {
  server = await startApiServer();
});
after(() => server.stop());
beforeEach(() => {
  server.routes.clear();
  server.received.length = 0;
});

const get = (from = '/file', known: Validators | null = null, egress?: Egress) =>
  download(new URL(from, server.url), path, contextFor(folder, egress ? { egress } : {}), known);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof FailureError ? error.failure.code : String(error)),
  );

/** Breaks the connection after so many bytes of each response, and sends parts from where they are asked for. */
function serveInParts(bytes: number, etags = ['"one"']): void {
  let asked = 0;
  server.routes.set('/file', ({ headers }, response) => {
    const etag = etags[Math.min(asked++, etags.length - 1)]!;
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const isPart = from > 0 && headers['if-range'] === etag;
    const start = isPart ? from : 0;
    response.writeHead(isPart ? 206 : 200, {
      etag,
      'content-length': CONTENT.length - start,
      ...(isPart && { 'content-range': `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}` }),
    });
    response.write(CONTENT.subarray(start, start + bytes), () =>
      start + bytes >= CONTENT.length ? response.end() : response.destroy(),
    );
    return null;
  });
}

describe('A download', () => {
  it('stores the file, and knows it again', async () => {
    server.routes.set('/file', ({ headers }) =>
      headers['if-none-match'] === '"one"'
        ? { status: 304, body: '' }
        : { body: CONTENT, headers: { etag: '"one"' } },
    );
    const found = await get();
    assert.ok(found !== 'unchanged');
    assert.deepEqual([found.bytes, found.etag], [CONTENT.length, '"one"']);
    assert.ok(CONTENT.equals(await readFile(path)));
    assert.equal(await get('/file', found), 'unchanged');
    assert.equal(server.received[1]!.headers['if-none-match'], '"one"');
  });

  it('asks by the date if the server has no ETag', async () => {
    const lastModified = 'Tue, 02 Jan 2024 00:00:00 GMT';
    server.routes.set('/file', ({ headers }) =>
      headers['if-modified-since'] === lastModified ? { status: 304, body: '' } : { body: 'new' },
    );
    assert.equal(await get('/file', { etag: null, lastModified }), 'unchanged');
  });

  it('goes on where it was interrupted', async () => {
    serveInParts(150_000);
    const found = await get();
    assert.ok(found !== 'unchanged' && CONTENT.equals(await readFile(path)));
    const ranges = server.received.map(({ headers }) => headers.range);
    assert.equal(ranges[0], undefined);
    assert.ok(ranges.length > 1 && ranges.slice(1).every((range) => /^bytes=[1-9]/.test(range ?? '')));
  });

  it('begins again if the file has changed in between', async () => {
    serveInParts(200_000, ['"one"', '"two"']);
    const found = await get();
    assert.ok(found !== 'unchanged' && found.etag === '"two"');
    assert.ok(CONTENT.equals(await readFile(path)));
  });

  it('gives up when it is interrupted again and again', async () => {
    server.routes.set('/file', (_, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('x', () => response.destroy());
      return null;
    });
    assert.equal(await codeOf(get()), 'web_file_unreachable');
  });

  it('follows redirects, each of which is checked', async () => {
    server.routes.set('/file', () => ({ body: 'here' }));
    server.routes.set('/moved', () => ({ status: 302, headers: { location: '/file' }, body: '' }));
    server.routes.set('/round', () => ({ status: 302, headers: { location: '/round' }, body: '' }));
    server.routes.set('/inside', () => ({
      status: 302,
      headers: { location: 'http://169.254.169.254/meta' },
      body: '',
    }));
    assert.notEqual(await get('/moved'), 'unchanged');
    assert.equal(await codeOf(get('/round')), 'web_file_redirected');
    assert.equal(await codeOf(get('/inside')), 'address_denied');
  });

  const statuses: [status: number, code: string][] = [
    [403, 'web_file_refused'],
    [404, 'web_file_refused'],
    [500, 'web_file_failed'],
    [204, 'web_file_refused'],
  ];
  for (const [status, code] of statuses)
    it(`says that the server answered ${status}`, async () => {
      server.routes.set('/file', () => ({ status, body: '' }));
      assert.equal(await codeOf(get()), code);
    });

  it('refuses what is too large before it is sent', async () => {
    server.routes.set('/file', (_, response) => {
      response.writeHead(200, { 'content-length': 3 * 1024 ** 3 });
      response.write('x');
      return null;
    });
    assert.equal(await codeOf(get()), 'web_file_too_large');
  });

  it('needs encryption outside of networks that the operator has opened', async () => {
    const egress = {
      resolve: (host: string, port: number) => Promise.resolve({ host, port, address: '93.184.216.34' }),
    } as unknown as Egress;
    assert.equal(await codeOf(get('/file', null, egress)), 'web_file_not_encrypted');
  });
});
