import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { promote } from '../registry/promote.ts';
import { publish } from '../registry/publish.ts';
import { buildOf, SHELL_BUILD, temporaryRegistry } from '../testing/builds.ts';
import { delivered, serving } from '../testing/delivered.ts';

const scriptTags = (html: string) => [...html.matchAll(/<script (defer|async) src="([^"]+)"([^>]*)>/g)];
const urlsOf = (html: string, mode: string) =>
  scriptTags(html)
    .filter(([, of]) => of === mode)
    .map(([, , url]) => url);
const blockOf = (html: string) => JSON.parse(/id="headwater"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
const earlyOf = (html: string) => JSON.parse(/(\[[^\]]*\])\.forEach/.exec(html)?.[1] ?? '');

test('the page of a route names exactly its files, each once, with nonce, hash and crossorigin', async (t) => {
  const { app, baseOf, records } = await delivered(t);
  const { statusCode, body, headers } = await app.inject('/login?next=/w/1');
  assert.equal(statusCode, 200);
  const [shell, auth] = [baseOf('shell'), baseOf('mf-auth')];
  assert.deepEqual(urlsOf(body, 'defer'), [`${shell}main.1.js`, `${auth}remoteEntry.js`]);
  const expected = [
    ...['routes.1.js', 'login.1.js', 'messages-en.1.js'].map((file) => auth + file),
    ...['public.1.js', 'messages-en.1.js', 'forms.1.js', 'inputs.1.js'].map((file) => shell + file),
  ];
  assert.deepEqual(urlsOf(body, 'async').sort(), expected.sort());

  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  assert.ok(nonce && nonce.length >= 22);
  const hashes = new Map(
    Object.values(records).flatMap(({ name, files }) =>
      files.map((f) => [baseOf(name) + f.path, f.sha384] as const),
    ),
  );
  for (const [, , url = '', rest] of scriptTags(body)) {
    assert.equal(rest, ` nonce="${nonce}" crossorigin integrity="${hashes.get(url)}"`);
  }
  assert.equal(body.match(/<script(?! [^>]*nonce=")/), null);
});

test('the block tells the shell the whole composition and every hash, and nothing that ends its script', async (t) => {
  const { app, baseOf, records } = await delivered(t, { supportEmail: '</script><!--@x' });
  const { body, headers } = await app.inject('/login');
  const block = blockOf(body);
  assert.equal(block.composition, headers['x-composition']);
  assert.deepEqual(Object.keys(block.remotes), ['mf-auth', 'mf-data']);
  const { version, owner, files } = records['mf-auth']!;
  const base = baseOf('mf-auth');
  const sri = files.find((file) => file.path === 'remoteEntry.js')?.sha384;
  assert.deepEqual(block.remotes['mf-auth'], { version, base, entry: `${base}remoteEntry.js`, sri, owner });
  const scripts = Object.values(records).flatMap(({ name, files }) =>
    files.filter((file) => file.path.endsWith('.js')).map((file) => [baseOf(name) + file.path, file.sha384]),
  );
  assert.deepEqual(block.sri, Object.fromEntries(scripts));
  assert.equal(block.supportEmail, '</script><!--@x');
  assert.ok(!body.includes('</script><!--@x'));
});

test('each page has a nonce of its own and is kept by no cache', async (t) => {
  const { app } = await delivered(t);
  const [one, two] = await Promise.all([app.inject('/login'), app.inject('/login')]);
  assert.notEqual(one.headers['content-security-policy'], two.headers['content-security-policy']);
  assert.equal(one.headers['cache-control'], 'private, no-cache');
  assert.equal(one.headers['etag'], undefined);
  assert.match(String(one.headers['server-timing']), /^registry;dur=[\d.]+, page;dur=[\d.]+$/);
});

test('an address that nobody claims is the same document with status 404', async (t) => {
  const { app, baseOf } = await delivered(t);
  const known = ['/', '/login', '/login/', '/w/org_1/data', '/w/org_1/data/src_1/sales.orders%2F2'];
  for (const url of known) assert.equal((await app.inject(url)).statusCode, 200, url);
  for (const url of ['/nowhere', '/w/org_1/elsewhere', '/LOGIN', '/w/org_1/data/src_1', '/index.html']) {
    const { statusCode, body, headers } = await app.inject(url);
    assert.equal(statusCode, 404, url);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.deepEqual(urlsOf(body, 'defer'), [`${baseOf('shell')}main.1.js`]);
  }
  assert.equal((await app.inject({ method: 'HEAD', url: '/login' })).statusCode, 200);
});

test("the route's own requests are asked for at once, but only where somebody may be signed in", async (t) => {
  const { app } = await delivered(t);
  const url = '/w/org_1/data/src_1/sales.orders%2F2';
  for (const cookie of ['__Host-sid=abc', 'a=b; sid=abc']) {
    const { body } = await app.inject({ url, headers: { cookie } });
    assert.deepEqual(earlyOf(body), [
      'sessions',
      'organizations/org_1/source-connections/src_1/tables/sales.orders%2F2',
    ]);
  }
  assert.deepEqual(earlyOf((await app.inject(url)).body), ['sessions']);
  const hostile = await app.inject({ url: '/w/%3C%2Fscript%3E%22/data', headers: { cookie: 'sid=abc' } });
  assert.deepEqual(earlyOf(hostile.body), ['sessions', 'organizations/%3C%2Fscript%3E%22/tables']);
});

test('the language is the cookie’s, else the browser’s, else English', async (t) => {
  const { app, baseOf } = await delivered(t);
  const cases: [Record<string, string>, string][] = [
    [{}, 'en'],
    [{ 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
    [{ 'accept-language': 'fr;q=0.9,en;q=0.5,de;q=0.7' }, 'de'],
    [{ 'accept-language': 'de;q=0, fr' }, 'en'],
    [{ 'accept-language': 'fr,*' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'x=1; hw-lang=de' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'hw-lang=en' }, 'en'],
    [{ 'accept-language': 'de', cookie: 'hw-lang=xx; not-hw-lang=en' }, 'de'],
  ];
  for (const [headers, language] of cases) {
    const { body } = await app.inject({ url: '/login', headers });
    assert.ok(body.includes(`<html lang="${language}">`), JSON.stringify(headers));
    assert.equal(blockOf(body).language, language);
    assert.ok(urlsOf(body, 'async').includes(`${baseOf('mf-auth')}messages-${language}.1.js`));
    assert.ok(urlsOf(body, 'async').includes(`${baseOf('shell')}messages-${language}.1.js`));
  }
});

test('every kind of answer carries the security headers and a policy', async (t) => {
  const { app, baseOf } = await delivered(t, { https: true });
  const asked = [
    ['GET', '/login', 200],
    ['GET', '/nowhere', 404],
    ['POST', '/login', 405],
    ['GET', `${baseOf('mf-auth')}login.1.js`, 200],
    ['GET', `${baseOf('mf-auth')}gone.js`, 404],
    ['GET', '/r/', 404],
    ['GET', '/registry', 200],
    ['GET', '/health', 200],
    ['GET', '/metrics', 200],
    ['GET', '/favicon.svg', 200],
    ['POST', '/csp-reports', 415],
  ] as const;
  for (const [method, url, status] of asked) {
    const { statusCode, headers } = await app.inject({ method, url });
    const what = `${method} ${url}`;
    assert.equal(statusCode, status, what);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; /, what);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, what);
    assert.equal(headers['x-content-type-options'], 'nosniff', what);
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin', what);
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin', what);
    assert.match(String(headers['permissions-policy']), /clipboard-write=\(self\).*camera=\(\)/, what);
    assert.equal(headers['strict-transport-security'], 'max-age=31536000', what);
  }
  const plain = await (await delivered(t)).app.inject('/login');
  assert.equal(plain.headers['strict-transport-security'], undefined);
});

test("the page's policy is the one that security asks for", async (t) => {
  const { app } = await delivered(t, { sentryDsn: 'https://key@o1.ingest.example.com/7' });
  const { headers } = await app.inject('/login');
  assert.equal(
    String(headers['content-security-policy']).replaceAll(/nonce-[\w-]+/g, 'nonce-R'),
    "default-src 'none'; script-src 'nonce-R' 'strict-dynamic'; style-src-elem 'self' 'nonce-R'; " +
      "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; " +
      "connect-src 'self' https://o1.ingest.example.com; worker-src 'self' blob:; base-uri 'none'; form-action 'self'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default; report-to csp",
  );
  assert.equal(headers['reporting-endpoints'], 'csp="/csp-reports"');
});

test('files are immutable, precompressed and revalidated by encoding', async (t) => {
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

test('what is not listed in a record is a plain 404 that nobody keeps, whatever the path tries', async (t) => {
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

test('dots that a client leaves in an address lead nowhere', async (t) => {
  const { app, baseOf } = await delivered(t);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  for (const dots of [
    '../../../../etc/passwd',
    '../record.json',
    './login.1.js',
    '/login.1.js',
    '..%5C..%5CHEAD',
  ]) {
    // http.request sends the path as it stands; fetch and inject would resolve the dots
    const asked = request({ host: '127.0.0.1', port, path: baseOf('mf-auth') + dots }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, 404, dots);
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8', dots);
  }
});

test('an address that is no address is a bad request, plainly', async (t) => {
  const { app } = await delivered(t);
  const { statusCode, headers } = await app.inject('/%E0%A4%A');
  assert.equal(statusCode, 400);
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('the API answers under its own prefix, also what it does not have', async (t) => {
  const { app } = await delivered(t);
  assert.deepEqual((await app.inject('/api/sessions')).json(), { data: null });
  const missing = await app.inject('/api/nothing');
  assert.deepEqual([missing.statusCode, missing.json()], [404, { errors: [] }]);
});

test('a promote is seen by the next page and by the registry document', async (t) => {
  const { app, registry } = await delivered(t);
  const before = await app.inject('/registry');
  const etag = String(before.headers['etag']);
  const unchanged = await app.inject({ url: '/registry', headers: { 'if-none-match': etag } });
  assert.equal(unchanged.statusCode, 304);

  const files = { ...SHELL_BUILD.files, 'late.1.js': 'changed' };
  const next = await publish(registry, await buildOf(t, { ...SHELL_BUILD, files }), { by: 'anna' });
  assert.equal((await app.inject('/registry')).headers['etag'], etag);
  await promote(registry, [next.record], { by: 'anna' });

  const after = await app.inject({ url: '/registry', headers: { 'if-none-match': etag } });
  assert.equal(after.statusCode, 200);
  assert.equal(after.json().shell.version, next.record.version);
  const page = await app.inject('/login');
  assert.equal(blockOf(page.body).shell.version, next.record.version);
  assert.equal(page.headers['x-composition'], after.json().composition);
  assert.notEqual(after.json().composition, before.json().composition);
});

test('a registry that is gone is served from its last good state, and health says so', async (t) => {
  const { app, registry } = await delivered(t);
  const good = await app.inject('/login');
  const away = `${registry.folder}-away`;
  await rename(registry.folder, away);
  t.after(() => rm(away, { recursive: true, force: true }));
  const degraded = await app.inject('/login');
  assert.equal(degraded.statusCode, 200);
  assert.deepEqual(blockOf(degraded.body), blockOf(good.body));
  const health = await app.inject('/health');
  assert.deepEqual([health.statusCode, health.json().status], [200, 'degraded']);

  await rename(away, registry.folder);
  assert.equal((await app.inject('/health')).json().status, 'ok');
});

test('before anything is published pages say so with 503', async (t) => {
  const registry = await temporaryRegistry(t);
  const app = await serving(t, { registry: path.join(registry.folder) });
  for (const url of ['/login', '/registry', '/health'])
    assert.equal((await app.inject(url)).statusCode, 503, url);
});

test('reports of a broken policy are counted by directive; anything else is not', async (t) => {
  const { app } = await delivered(t);
  const post = (payload: unknown, type = 'application/reports+json') =>
    app.inject({
      method: 'POST',
      url: '/csp-reports',
      headers: { 'content-type': type },
      payload: JSON.stringify(payload),
    });
  const report = (effectiveDirective: string) => ({ type: 'csp-violation', body: { effectiveDirective } });
  const sent = [
    report('script-src-elem'),
    report('script-src-elem'),
    report('x"} 9\n'),
    { type: 'deprecation' },
    null,
  ];
  assert.equal((await post(sent)).statusCode, 204);
  const { body } = await app.inject('/metrics');
  assert.match(body, /headwater_csp_reports_total\{directive="script-src-elem"\} 2\n/);
  assert.match(body, /headwater_csp_reports_total\{directive="other"\} 1\n/);
  assert.equal((await post({})).statusCode, 415);
  assert.equal((await post([], 'text/html')).statusCode, 415);
  assert.equal((await post([report('x'.repeat(70_000))])).statusCode, 413);
});

test('pages are counted by the build that they belong to', async (t) => {
  const { app, records } = await delivered(t);
  await app.inject('/login');
  await app.inject('/nowhere');
  const { body } = await app.inject('/metrics');
  for (const name of ['mf-auth', 'shell']) {
    const line = `headwater_pages_total{name="${name}",version="${records[name]?.version}"} 1`;
    assert.ok(body.includes(line), line);
  }
});
