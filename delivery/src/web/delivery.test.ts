import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { createOverride } from '../registry/override.ts';
import { delivered } from '../testing/delivered.ts';

test('every kind of response has the security headers and a policy', async (t) => {
  const { app, baseOf } = await delivered(t, { publicUrl: 'https://bi.example.com' });
  const requested = [
    ['GET', '/login', 200],
    ['GET', '/nowhere', 404],
    ['POST', '/login', 405],
    ['GET', `${baseOf('mf-auth')}login.1.js`, 200],
    ['GET', `${baseOf('mf-auth')}gone.js`, 404],
    ['GET', `${baseOf('mf-auth')}integrity.json`, 200],
    ['GET', '/r/mf-auth/0.1.0-aaaaaaaaaaaa/integrity.json', 404],
    ['GET', '/r/', 404],
    ['GET', '/registry', 200],
    ['GET', '/health', 200],
    ['GET', '/metrics', 200],
    ['GET', '/favicon.svg', 200],
    ['POST', '/csp-reports', 415],
    ['POST', '/delivery/reports', 400],
    ['POST', '/delivery/override', 404],
    ['DELETE', '/delivery/override', 403],
  ] as const;
  for (const [method, url, status] of requested) {
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

test('every kind of response declares how it may be cached', async (t) => {
  const { app, registry, baseOf, records } = await delivered(t);
  const aud = 'http://localhost:80';
  const { token } = await createOverride(registry, [{ ...records['mf-auth']! }], {
    by: 'anna',
    aud,
    hours: 1,
  });
  const asset = `${baseOf('mf-auth')}login.1.js`;
  const forever = 'public, max-age=31536000, immutable';
  const language = 'cookie, accept-language, accept-encoding';
  const kinds: [InjectOptions, number, string, string | undefined][] = [
    [{ url: '/login' }, 200, 'private, no-cache', language],
    [{ url: '/nowhere' }, 404, 'private, no-cache', language],
    [{ url: '/login', headers: { cookie: `dl-ov=${token}` } }, 200, 'private, no-store', language],
    [{ url: '/registry' }, 200, 'no-cache', 'cookie'],
    [{ url: asset }, 200, forever, 'accept-encoding'],
    [{ url: `${asset}?r=1` }, 200, forever, 'accept-encoding'],
    [{ url: `${baseOf('mf-auth')}integrity.json` }, 200, forever, 'accept-encoding'],
    [{ url: `${baseOf('mf-auth')}none.js` }, 404, 'no-store', undefined],
    [{ url: `${asset}.map` }, 404, 'no-store', undefined],
    [{ url: '/r/mf-none/0.1.0-aaaaaaaaaaaa/integrity.json' }, 404, 'no-store', undefined],
    [{ url: `/delivery/override?token=${token}` }, 303, 'no-store', undefined],
    [{ url: '/delivery/override?token=x' }, 400, 'no-store', undefined],
    [{ url: '/delivery/reports', method: 'POST', payload: {} }, 400, 'no-store', undefined],
    [{ url: '/health' }, 200, 'no-store', undefined],
    [{ url: '/metrics' }, 200, 'no-store', undefined],
    [{ url: '/login', method: 'PUT' }, 405, 'no-store', undefined],
  ];
  for (const [requested, status, cacheControl, vary] of kinds) {
    const { statusCode, headers } = await app.inject(requested);
    assert.deepEqual(
      [statusCode, headers['cache-control'], headers['vary']],
      [status, cacheControl, vary],
      `${requested.url}`,
    );
  }
});

test('a URL that cannot be decoded is a bad request', async (t) => {
  const { app } = await delivered(t);
  const { statusCode, headers } = await app.inject('/%E0%A4%A');
  assert.equal(statusCode, 400);
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('the API handles its own prefix, including paths that it does not have', async (t) => {
  const { app } = await delivered(t);
  assert.deepEqual((await app.inject('/api/sessions')).json(), { data: null });
  const missing = await app.inject('/api/nothing');
  assert.deepEqual([missing.statusCode, missing.json()], [404, { errors: [] }]);
});
