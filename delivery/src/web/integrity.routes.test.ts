import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { integrityFile } from '../page/integrity-file.ts';
import { gc } from '../registry/gc.ts';
import { AUTH_BUILD } from '../testing/builds.ts';
import { delivered } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';
import { recordOf } from '../testing/live-revision-of.ts';

const sha384 = (content: string | Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

test('a page refers to the hashes of other areas by a URL and a hash that matches its content', async (t) => {
  const { app, baseOf, records } = await delivered(t);
  const block = blockOf((await app.inject('/login')).body);
  assert.equal(block.remotes['mf-auth'].integrity, undefined);
  const { url, sri } = block.remotes['mf-data'].integrity;
  assert.equal(url, `${baseOf('mf-data')}integrity.json`);

  const plain = await app.inject(url);
  assert.equal(sha384(plain.body), sri);
  const files = records['mf-data']?.files.map((file) => [file.path, file.sha384]) ?? [];
  assert.deepEqual(plain.json(), Object.fromEntries(files));
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(plain.headers['vary'], 'accept-encoding');

  const br = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
  const gz = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  assert.equal(sha384(brotliDecompressSync(br.rawPayload)), sri);
  assert.equal(sha384(gunzipSync(gz.rawPayload)), sri);
  assert.equal(new Set([plain, br, gz].map(({ headers }) => headers['etag'])).size, 3);
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(br.headers['etag']) };
  assert.equal((await app.inject({ url, headers })).statusCode, 304);
});

test('the list of hashes contains what code can load, sorted, whatever the order of the record', () => {
  const hash = (letter: string) => `sha384-${letter.repeat(64)}`;
  const file = (path: string, letter: string) => ({
    path,
    sha384: hash(letter),
    bytes: 1,
    br: null,
    gz: null,
  });
  const files = [
    ...[file('b/z.js', 'z'), file('a.css', 'a'), file('logo.svg', 's'), file('data.json', 'd')],
    ...[file('m.mjs', 'm'), file('w.wasm', 'w'), file('f.woff2', 'f'), file('t.txt', 't')],
  ];
  const { text, sri } = integrityFile({ files });
  assert.deepEqual(Object.keys(JSON.parse(text)), ['a.css', 'b/z.js', 'data.json', 'm.mjs', 'w.wasm']);
  assert.deepEqual(integrityFile({ ...recordOf('mf-data@0.1.0-000000000001'), files: files.reverse() }), {
    text,
    sri,
  });
});

test('versions that were never published or that gc has deleted have no list of hashes', async (t) => {
  const { app, registry, baseOf, another } = await delivered(t);
  for (const url of ['/r/mf-data/0.1.0-000000000000/integrity.json', '/r/mf-none/x/integrity.json']) {
    const { statusCode, headers } = await app.inject(url);
    assert.deepEqual([statusCode, headers['cache-control']], [404, 'no-store'], url);
  }
  const unused = await another(AUTH_BUILD);
  await gc(registry, { by: 'anna', really: true, now: new Date(Date.now() + 31 * 86_400_000) });
  const gone = await app.inject(`/r/mf-auth/${unused.version}/integrity.json`);
  assert.deepEqual(
    [gone.statusCode, gone.headers['x-delivery'], gone.headers['cache-control']],
    [410, 'gone', 'no-store'],
  );
  assert.equal((await app.inject(`${baseOf('mf-auth')}integrity.json`)).statusCode, 200);
});
