import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageBlock } from '@headwater/shared/contract';
import { Value } from '@sinclair/typebox/value';
import { delivered } from '../testing/delivered.ts';
import { blockOf, earlyOf, scriptTags, urlsOf } from '../testing/page-parts.ts';

test('the page of a route contains exactly its files, each once, with nonce, hash, and crossorigin', async (t) => {
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
    const start = url === `${shell}main.1.js` ? ' data-start' : '';
    assert.equal(rest, ` nonce="${nonce}" crossorigin integrity="${hashes.get(url)}"${start}`);
  }
  assert.equal(body.match(/<script(?! [^>]*nonce=")/), null);
});

test('the page block has the whole composition and the hashes of this route, and nothing in it can end its script', async (t) => {
  const { app, baseOf, records } = await delivered(t, { supportEmail: '</script><!--@x' });
  const { body, headers } = await app.inject('/login');
  const block = blockOf(body);
  assert.equal(block.composition, headers['x-composition']);
  assert.deepEqual(Object.keys(block.remotes), ['mf-auth', 'mf-data']);
  const { version, owner, files } = records['mf-auth']!;
  const base = baseOf('mf-auth');
  const sri = files.find((file) => file.path === 'remoteEntry.js')?.sha384;
  const areas = [{ group: 'public', audience: 'everyone', mount: '/', paths: ['/login', '/signup'] }];
  const entry = `${base}remoteEntry.js`;
  assert.deepEqual(block.remotes['mf-auth'], { version, base, entry, sri, owner, areas, menu: [] });
  const scriptsOf = (...names: string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const scripts = records[name]?.files.filter((file) => file.path.endsWith('.js')) ?? [];
        return scripts.map((file) => [baseOf(name) + file.path, file.sha384]);
      }),
    );
  assert.deepEqual(block.sri, scriptsOf('shell', 'mf-auth'));
  assert.match(block.remotes['mf-data'].integrity.sri, /^sha384-/);
  const elsewhere = blockOf((await app.inject('/')).body);
  assert.deepEqual(elsewhere.sri, scriptsOf('shell'));
  assert.equal(
    Object.values<{ integrity?: object }>(elsewhere.remotes).filter((of) => of.integrity).length,
    2,
  );
  assert.equal(block.supportEmail, '</script><!--@x');
  assert.ok(!body.includes('</script><!--@x'));
});

test('the page block matches the contract', async (t) => {
  const { app } = await delivered(t);
  for (const url of ['/login', '/nowhere'])
    assert.deepEqual([...Value.Errors(pageBlock, blockOf((await app.inject(url)).body))], []);
});

test('every page has the areas and menu entries of all remotes, with labels in each language', async (t) => {
  const { app } = await delivered(t);
  const { areas, menu } = blockOf((await app.inject('/login')).body).remotes['mf-data'];
  const path = '/w/:organizationId/data';
  assert.deepEqual(areas, [{ group: 'workspace', mount: path, paths: [path] }]);
  const label = { en: "Everybody's data", de: 'Daten' };
  assert.deepEqual(menu, [
    { place: 'workspace', order: 20, icon: 'data', path, permission: 'data:read', label },
  ]);
});

test('the page of an area includes the layout of its group, even for paths that the area does not have', async (t) => {
  const { app, baseOf } = await delivered(t);
  for (const [url, status] of Object.entries({ '/signup': 200, '/signup/nowhere': 404, '/nowhere': 404 })) {
    const { body, statusCode } = await app.inject(url);
    assert.equal(statusCode, status, url);
    assert.equal(urlsOf(body, 'async').includes(`${baseOf('shell')}public.1.js`), url !== '/nowhere', url);
  }
});

test('each page has its own nonce and ID and is not cached', async (t) => {
  const { app } = await delivered(t);
  const [one, two] = await Promise.all([app.inject('/login'), app.inject('/login')]);
  const ids = [one, two].map(({ body }) => blockOf(body).page);
  assert.equal(new Set(ids).size, 2);
  for (const id of ids) assert.match(id, /^[0-9a-f]{48}$/);
  assert.equal(one.headers['vary'], 'cookie, accept-language, accept-encoding');
  assert.notEqual(one.headers['content-security-policy'], two.headers['content-security-policy']);
  assert.equal(one.headers['cache-control'], 'private, no-cache');
  assert.equal(one.headers['etag'], undefined);
  assert.match(String(one.headers['server-timing']), /^registry;dur=[\d.]+, page;dur=[\d.]+$/);
});

test('a path that no build claims returns the same document with status 404', async (t) => {
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

test("the route's own requests are sent early, but only if there may be a session", async (t) => {
  const { app } = await delivered(t);
  const url = '/w/org_1/data/src_1/sales.orders%2F2';
  for (const cookie of ['__Host-sid=abc', 'a=b; headwater-sid=abc']) {
    const { body } = await app.inject({ url, headers: { cookie } });
    assert.deepEqual(earlyOf(body), [
      'sessions',
      'organizations/org_1/source-connections/src_1/tables/sales.orders%2F2',
    ]);
  }
  assert.deepEqual(earlyOf((await app.inject(url)).body), ['sessions']);
  const hostile = await app.inject({
    url: '/w/%3C%2Fscript%3E%22/data',
    headers: { cookie: 'headwater-sid=abc' },
  });
  assert.deepEqual(earlyOf(hostile.body), ['sessions', 'organizations/%3C%2Fscript%3E%22/tables']);
});

test('public requests are sent early for every visitor', async (t) => {
  const { app } = await delivered(t);
  assert.deepEqual(earlyOf((await app.inject('/login')).body), ['sessions', 'sign-in-options']);
});

test('a page with a code in its URL sends no referrer', async (t) => {
  const { app } = await delivered(t);
  const policyOf = async (url: string) => (await app.inject(url)).headers['referrer-policy'];
  assert.equal(await policyOf('/login?code=abc'), 'no-referrer');
  assert.equal(await policyOf('/login?msg=x&invitation=abc'), 'no-referrer');
  assert.equal(await policyOf('/login?msg=x'), 'strict-origin-when-cross-origin');
});

test('a window that returns from a provider keeps its opener, and other pages have no cross-site opener', async (t) => {
  const { app } = await delivered(t);
  const policyOf = async (url: string) => (await app.inject(url)).headers['cross-origin-opener-policy'];
  assert.equal(await policyOf('/oauth-redirects?code=abc'), 'unsafe-none');
  assert.equal(await policyOf('/login'), 'same-origin-allow-popups');
});

test('the language is that of the cookie, or otherwise of the browser, or otherwise English', async (t) => {
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

test("the page's policy is exactly the required one", async (t) => {
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
