import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import { testConfig } from '../../test-support/test-ground.ts';
import { makeTestFolder } from '@headwater/base/testing/test-folder';
import { tokenCookie } from './token-cookie.ts';

const TOKEN = 'A'.repeat(43);

/** Sets a token's cookie where pages have this URL, and returns what a browser gets, and what is read of what it sends. */
async function tried(context: TestContext, environment: Record<string, string>, sent: string) {
  const folder = makeTestFolder();
  context.after(folder.remove);
  const config = testConfig(folder.path, environment);
  const server = fastify();
  context.after(() => server.close());
  await server.register(cookie);
  const token = tokenCookie('sid', 'strict');
  server.get('/', (request, reply) => {
    token.set(reply, config, TOKEN, { maxAge: 60 });
    return { read: token.read(request, config) ?? null };
  });
  const { headers, body } = await server.inject({ url: '/', headers: { cookie: sent } });
  return { set: headers['set-cookie'], read: JSON.parse(body).read as string | null };
}

test('over https, a token is in a cookie that no other host can have set, and is read from no other', async (context) => {
  const https = { PUBLIC_URL: 'https://bi.example.com', TRUST_PROXY: '127.0.0.1' };
  const { set, read } = await tried(context, https, `__Host-sid=${TOKEN}`);
  assert.equal(set, `__Host-sid=${TOKEN}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict`);
  assert.equal(read, TOKEN);
  assert.equal((await tried(context, https, `headwater-sid=${TOKEN}`)).read, null);
});

test('over plain http, on this machine or beyond, it is in a cookie that Safari keeps, too', async (context) => {
  const beyond = { PUBLIC_URL: 'http://bi.internal', ALLOW_PLAIN_HTTP: 'yes' };
  for (const environment of [{}, beyond] as Record<string, string>[]) {
    const { set, read } = await tried(context, environment, `headwater-sid=${TOKEN}`);
    assert.equal(set, `headwater-sid=${TOKEN}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict`);
    assert.equal(read, TOKEN);
  }
});

test('what can be no token of ours is not read', async (context) => {
  for (const value of ['', 'short', `${TOKEN}A`, `${'A'.repeat(42)}.`])
    assert.equal((await tried(context, {}, `headwater-sid=${value}`)).read, null);
});
