import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delivered } from '../testing/delivered.ts';

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
