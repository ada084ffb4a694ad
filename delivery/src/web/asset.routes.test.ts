import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { delivered } from '../testing/delivered.ts';

test('files are immutable, precompressed, and revalidated by encoding', async (t) => {
  const { app, baseOf } = await delivered(t);
  const url = `${baseOf('mf-auth')}login.1.js`;
  const plain = await app.inject(url);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(plain.headers['vary'], 'accept-encoding');
  assert.equal(plain.headers['content-encoding'], undefined);

  const br = await app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
  const gz = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br;q=0' } });
  assert.deepEqual([br.headers['content-encoding'], gz.headers['content-encoding']], ['br', 'gzip']);
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain.body);
  assert.equal(gunzipSync(gz.rawPayload).toString(), plain.body);
  assert.equal(Number(br.headers['content-length']), br.rawPayload.length);

  const etags = [plain, br, gz].map(({ headers }) => headers['etag']);
  assert.equal(new Set(etags).size, 3);
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(br.headers['etag']) };
  const unchanged = await app.inject({ url, headers });
  assert.deepEqual([unchanged.statusCode, unchanged.body], [304, '']);
  assert.equal((await app.inject(`${url}?r=1`)).statusCode, 200);
});

test('a file that is not in a record is an uncached 404, whatever the path', async (t) => {
  const { app, baseOf } = await delivered(t);
  const base = baseOf('mf-auth');
  const tries = [
    `${base}missing.js`,
    `${base}record.json`,
    `${base}login.1.js.br`,
    `${base}login.1.js.map`,
    `${base}..%2f..%2f..%2fHEAD`,
    `${base}%2e%2e/record.json`,
    `${base}%00.js`,
    '/r/..%2f..%2frev/1/1.json',
    '/r/mf-auth/0.1.0-000000000000/login.1.js',
    '/r/mf-auth',
  ];
  for (const url of tries) {
    const { statusCode, headers, body } = await app.inject(url);
    assert.equal(statusCode, 404, url);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8', url);
    assert.equal(headers['cache-control'], 'no-store', url);
    assert.ok(!body.includes('<'), url);
  }
});

test('dot segments in a path are not resolved', async (t) => {
  const { app, baseOf } = await delivered(t);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  for (const dots of [
    '../../../../etc/passwd',
    '../record.json',
    './login.1.js',
    '/login.1.js',
    '..%5C..%5CHEAD',
  ]) {
    // http.request sends the path unchanged. fetch and inject would resolve the dots.
    const sent = request({ host: '127.0.0.1', port, path: baseOf('mf-auth') + dots }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 404, dots);
    assert.equal(response.headers['content-type'], 'text/plain; charset=utf-8', dots);
  }
});
