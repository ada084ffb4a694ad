import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canary, endCanary } from '../registry/canary.ts';
import { rollback } from '../registry/rollback.ts';
import { AUTH_BUILD, DATA_BUILD, SHELL_BUILD } from '../testing/builds.ts';
import { delivered } from '../testing/delivered.ts';
import { blockOf, urlsOf } from '../testing/page-parts.ts';
import { promoteUntried } from '../testing/promote-untried.ts';

const by = 'anna';
const ID = `dl=${'A'.repeat(22)}`;
const [name, url] = ['mf-auth', '/login'];

test('a browser gets an ID with its first page while a canary runs, and may be drawn from the next page on', async (t) => {
  const { app, registry, records, another } = await delivered(t);
  assert.equal((await app.inject(url)).headers['set-cookie'], undefined);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });

  const first = await app.inject(url);
  assert.equal(blockOf(first.body).remotes[name].version, records[name]?.version);
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  assert.match(cookie, /^dl=[\w-]{22}$/);
  const second = await app.inject({ url, headers: { cookie } });
  assert.equal(second.headers['set-cookie'], undefined);
  const { remotes, shell, composition } = blockOf(second.body);
  assert.deepEqual([remotes[name].version, remotes[name].canary], [next.version, true]);
  assert.deepEqual([remotes['mf-data'].canary, shell.canary], [undefined, undefined]);
  assert.ok(urlsOf(second.body, 'defer').includes(`/r/${name}/${next.version}/remoteEntry.js`));
  assert.ok(!second.body.includes(records[name]?.version ?? ''));
  assert.equal(second.headers['x-composition'], composition);
  assert.notEqual(composition, blockOf(first.body).composition);
  // A browser that keeps no cookie is new each time and always gets the current version.
  for (let load = 0; load < 5; load += 1)
    assert.equal(blockOf((await app.inject(url)).body).remotes[name].canary, undefined);
});

test('over HTTPS, the ID is in a cookie that only this host can set', async (t) => {
  const { app, registry, another } = await delivered(t, { publicUrl: 'https://bi.example.com' });
  await canary(registry, await another(AUTH_BUILD), 100, { by });
  const cookie = String((await app.inject(url)).headers['set-cookie']);
  assert.match(cookie, /^__Host-dl=.*; Secure$/);
  const drawn = await app.inject({ url, headers: { cookie: cookie.split(';')[0] } });
  assert.equal(blockOf(drawn.body).remotes[name].canary, true);
});

test('no one gets a canary that is at 0 %, has ended, or is blocked', async (t) => {
  const { app, registry, records, another } = await delivered(t);
  const next = await another(AUTH_BUILD);
  const served = async () => {
    const page = await app.inject({ url, headers: { cookie: ID } });
    return blockOf(page.body).remotes[name].version;
  };
  await canary(registry, next, 100, { by });
  assert.equal(await served(), next.version);
  await canary(registry, next, 0, { by });
  assert.equal(await served(), records[name]?.version);
  assert.equal((await app.inject(url)).headers['set-cookie'], undefined);
  await canary(registry, next, 100, { by });
  await endCanary(registry, name, { by });
  assert.equal(await served(), records[name]?.version);

  await promoteUntried(registry, [next]);
  const { state, event } = await rollback(registry, name, { by });
  const before = await registry.latestRevision();
  const forced = { id: '00112233445566aa', version: next.version, percent: 100 };
  await registry.append({ event, state: { ...state, [name]: { ...state[name]!, canary: forced } } }, before);
  assert.equal(await served(), records[name]?.version);
  assert.equal((await app.inject('/health')).json().registry.revision, (before?.n ?? 0) + 1);
});

test('a shell can be a canary and is marked as one', async (t) => {
  const { app, registry, another } = await delivered(t);
  const next = await another(SHELL_BUILD);
  await canary(registry, next, 100, { by });
  const { shell } = blockOf((await app.inject({ url, headers: { cookie: ID } })).body);
  assert.deepEqual(shell, { version: next.version, base: `/r/shell/${next.version}/`, canary: true });
});

test('/registry returns the visitor’s own next composition, and the blocked versions to everyone', async (t) => {
  const { app, registry, records, another } = await delivered(t);
  const bad = await another(DATA_BUILD, 'bad');
  await promoteUntried(registry, [bad]);
  await rollback(registry, 'mf-data', { by });
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });

  const request = (headers: Record<string, string>) => app.inject({ url: '/registry', headers });
  const [anyone, drawn] = [await request({}), await request({ cookie: ID })];
  for (const response of [anyone, drawn]) {
    const { composition, rev, blocked } = response.json();
    assert.deepEqual(blocked, { 'mf-data': [bad.version] });
    assert.equal(response.headers['etag'], `"${rev}-${composition}"`);
    assert.equal(response.headers['cache-control'], 'no-cache');
    assert.equal(response.headers['vary'], 'cookie');
    assert.equal(response.headers['set-cookie'], undefined);
  }
  assert.equal(anyone.json().remotes[name].version, records[name]?.version);
  assert.deepEqual(drawn.json().remotes[name], { version: next.version });
  const page = blockOf((await app.inject({ url, headers: { cookie: ID } })).body);
  assert.equal(drawn.json().composition, page.composition);

  const etag = String(drawn.headers['etag']);
  const same = await request({ cookie: ID, 'if-none-match': etag });
  assert.deepEqual([same.statusCode, same.body, same.headers['vary']], [304, '', 'cookie']);
  assert.equal((await request({ 'if-none-match': etag })).statusCode, 200);
});

test('a browser in which the canary has failed gets the current version, and its cookie alone halts no canary', async (t) => {
  const { app, registry, records, another } = await delivered(t);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });
  const load = async (id: number, avoid = '') => {
    const cookie = `dl=${String(id).padStart(22, '0')}; ${avoid}`;
    return blockOf((await app.inject({ url, headers: { cookie } })).body).remotes[name];
  };
  for (let id = 0; id < 30; id += 1) assert.equal((await load(id)).version, next.version);
  const avoid = `dl-avoid=${name}@${next.version}`;
  for (let id = 0; id < 10; id += 1) assert.equal((await load(id, avoid)).version, records[name]?.version);
  // The current version can't be avoided.
  assert.equal((await load(3, `dl-avoid=${name}@${records[name]?.version}`)).version, next.version);
  assert.equal((await registry.latestRevision())?.state[name]?.canary?.percent, 100);
});
