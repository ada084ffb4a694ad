import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pageBlock } from '@headwater/shared/contract';
import { Value } from '@sinclair/typebox/value';
import { canary } from '../registry/canary.ts';
import { gc } from '../registry/gc.ts';
import { openKey } from '../registry/key.ts';
import { signOverride } from '../registry/override-token.ts';
import { rollback } from '../registry/rollback.ts';
import { AUTH_BUILD, DATA_BUILD } from '../testing/builds.ts';
import { delivered } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import type { DeliveryOptions } from './delivery.ts';

const by = 'anna@example.com';
const HERE = 'http://localhost:80';
const inHours = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;

async function overriding(t: TestContext, options: Partial<DeliveryOptions> = {}) {
  const all = await delivered(t, options);
  const next = await all.another(AUTH_BUILD);
  const reference = `mf-auth@${next.version}`;
  const sign = async (change: object = {}) =>
    signOverride(await openKey(all.registry), {
      set: [reference],
      aud: HERE,
      exp: inHours(1),
      by,
      ...change,
    });
  const follow = (token: string) => all.app.inject(`/delivery/override?token=${token}`);
  const pageWith = (token: string, more = '') =>
    all.app.inject({ url: '/login', headers: { cookie: `dl-ov=${token}; ${more}` } });
  return { ...all, next, reference, sign, follow, pageWith };
}

test('a signed link gives one browser its versions, and the pages are marked and uncached', async (t) => {
  const { app, next, reference, sign, follow, pageWith } = await overriding(t);
  const exp = inHours(1);
  const token = await sign({ exp });
  const { statusCode, headers } = await follow(token);
  assert.deepEqual([statusCode, headers['location']], [303, '/']);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  const cookie = String(headers['set-cookie']);
  assert.match(cookie, /^dl-ov=[\w.-]+; Max-Age=(3600|3599); Path=\/; HttpOnly; SameSite=Lax$/);

  const page = await pageWith(token);
  assert.equal(page.headers['cache-control'], 'private, no-store');
  const block = blockOf(page.body);
  assert.equal(block.remotes['mf-auth'].version, next.version);
  const expires = new Date(exp * 1000).toISOString();
  assert.deepEqual(block.override, { set: [reference], expires, ignored: [] });
  assert.deepEqual([...Value.Errors(pageBlock, block)], []);
  const document = await app.inject({ url: '/registry', headers: { cookie: `dl-ov=${token}` } });
  assert.equal(document.json().composition, block.composition);
  const others = await app.inject('/login');
  assert.equal(others.headers['cache-control'], 'private, no-cache');
  assert.equal(blockOf(others.body).override, undefined);
});

test('a link that is altered, expired, too long-lived, or for another site is refused with the reason', async (t) => {
  const { records, sign, follow, pageWith } = await overriding(t);
  const good = await sign();
  const [claims = '', signature = ''] = good.split('.');
  const forged = JSON.parse(Buffer.from(claims, 'base64url').toString());
  forged.exp += 1;
  const refused: [string, RegExp][] = [
    [`${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`, /altered/],
    [`${claims}.${'A'.repeat(43)}`, /altered/],
    [claims, /altered/],
    ['', /altered/],
    [signOverride(Buffer.alloc(32, 1), forged), /altered/],
    [await sign({ exp: inHours(25) }), /altered/],
    [await sign({ exp: inHours(-1) }), /expired/],
    [await sign({ aud: 'https://elsewhere.example.com' }), /another site/],
  ];
  for (const [token, why] of refused) {
    const { statusCode, headers, body } = await follow(token);
    assert.equal(statusCode, 400, token);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(body, why);
    assert.equal(headers['set-cookie'], undefined);
    const block = blockOf((await pageWith(token)).body);
    assert.deepEqual(
      [block.override, block.remotes['mf-auth'].version],
      [undefined, records['mf-auth']?.version],
    );
  }
  assert.equal((await follow(good)).statusCode, 303);
});

test('the site of a link must be the one that the operator has set, whatever host the browser requested', async (t) => {
  const { app, sign } = await overriding(t, { publicUrl: 'https://bi.example.com/' });
  const follow = async (aud: string, host: string) => {
    const token = await sign({ aud });
    return app.inject({ url: `/delivery/override?token=${token}`, headers: { host } });
  };
  const { statusCode, headers } = await follow('https://bi.example.com', 'internal:8080');
  assert.equal(statusCode, 303);
  assert.match(String(headers['set-cookie']), /^__Host-dl-ov=.*; Secure$/);
  assert.equal((await follow('http://internal:8080', 'internal:8080')).statusCode, 400);
});

test('a version with an area that has moved to another remote since is ignored and reported', async (t) => {
  const { registry, put, reference, sign, pageWith } = await overriding(t);
  const declaring = (name: string, ...paths: string[]) =>
    put({
      ...AUTH_BUILD,
      name,
      areas: [{ group: 'public', audience: 'everyone', mount: '/', paths }],
      routes: paths.map((path) => ({ path, chunks: [], requests: [] })),
    });
  const left = await declaring('mf-auth', '/login');
  const taker = await declaring('mf-signup', '/signup');
  const both = [left, taker].map(({ name, version }) => `${name}@${version}`);
  const overrideOf = async (...set: string[]) =>
    blockOf((await pageWith(await sign({ set }))).body).override as { set: string[]; ignored: string[] };
  const trial = await overrideOf(...both);
  assert.deepEqual([trial.set, trial.ignored], [both, []]);

  await promoteUntried(registry, [left, taker]);
  const old = await overrideOf(reference);
  assert.deepEqual([old.set, old.ignored], [[], [reference]]);
  const half = await overrideOf(both[1]!);
  assert.deepEqual([half.set, half.ignored], [[both[1]], []]);
});

test('versions that are gone, blocked, or were never published are ignored and reported', async (t) => {
  const { registry, records, another, reference, sign, pageWith } = await overriding(t);
  const bad = await another(DATA_BUILD, 'bad');
  await promoteUntried(registry, [bad]);
  await rollback(registry, 'mf-data', { by });
  const unused = await another(AUTH_BUILD, 'unused');
  await gc(registry, { by, really: true, now: new Date(Date.now() + 31 * 86_400_000) });
  const blocked = `mf-data@${bad.version}`;
  const gone = `mf-auth@${unused.version}`;
  const missing = 'mf-none@0.1.0-aaaaaaaaaaaa';

  const page = await pageWith(await sign({ set: [gone, blocked, missing] }));
  const block = blockOf(page.body);
  assert.deepEqual([block.override.set, block.override.ignored], [[], [gone, blocked, missing]]);
  assert.equal(block.remotes['mf-auth'].version, records['mf-auth']?.version);
  assert.equal(block.remotes['mf-data'].version, records['mf-data']?.version);
  assert.equal(block.remotes['mf-none'], undefined);
  assert.equal(page.headers['cache-control'], 'private, no-store');
  // gc has deleted the version because nothing used it. Published again, it is used.
  assert.deepEqual(blockOf((await pageWith(await sign({ set: [reference] }))).body).override.ignored, [
    reference,
  ]);
});

test('an override takes precedence over canaries and excludes them', async (t) => {
  const { app, registry, another, next, sign, pageWith } = await overriding(t);
  const data = await another(DATA_BUILD);
  await canary(registry, data, 100, { by });
  const token = await sign();
  const id = `dl=${'A'.repeat(22)}`;
  assert.equal((await pageWith(token)).headers['set-cookie'], undefined);
  const { remotes } = blockOf((await pageWith(token, id)).body);
  assert.equal(remotes['mf-auth'].version, next.version);
  assert.notEqual(remotes['mf-data'].version, data.version);
  const without = await app.inject({ url: '/login', headers: { cookie: id } });
  assert.equal(blockOf(without.body).remotes['mf-data'].version, data.version);
});

test('pages and failures with an override do not count for a canary', async (t) => {
  const { app, registry, next, reference, records, sign, pageWith } = await overriding(t);
  await canary(registry, next, 100, { by });
  const token = await sign({ set: [reference] });
  for (let load = 0; load < 30; load += 1) await pageWith(token, `dl-avoid=${reference}`);
  const report = {
    ...{
      id: 'r1',
      remote: 'mf-auth',
      version: next.version,
      owner: 'x',
      composition: '0123456789ab',
      rev: 2,
    },
    ...{ shell: records['shell']?.version, kind: 'render', phase: 'render', canary: true, override: false },
    ...{ route: '/login', attempt: 1, tabAgeMs: 1, message: '' },
  };
  for (const page of ['1', '2', '3', '4']) {
    const payload = { ...report, page: page.repeat(16) };
    const { statusCode } = await app.inject({ method: 'POST', url: '/delivery/reports', payload });
    assert.equal(statusCode, 204);
  }
  assert.equal((await registry.latestRevision())?.event.verb, 'canary');
});

const OWN = { 'sec-fetch-site': 'same-origin' };
const asUser = (isSuperuser: boolean) => ({ identify: async () => ({ email: by, isSuperuser }) });

test('a superuser can override with published versions for their own browser', async (t) => {
  const { app, next, reference, pageWith } = await overriding(t, asUser(true));
  const post = (payload: object, headers: Record<string, string> = OWN) =>
    app.inject({ method: 'POST', url: '/delivery/override', headers, payload });
  const { statusCode, headers } = await post({ remotes: [reference], hours: 2 });
  assert.deepEqual([statusCode, headers['cache-control']], [204, 'no-store']);
  const token = /^dl-ov=([\w.-]+); Max-Age=(?:7200|7199);/.exec(String(headers['set-cookie']))?.[1] ?? '';
  const block = blockOf((await pageWith(token)).body);
  assert.equal(block.remotes['mf-auth'].version, next.version);

  const faulty: [object, RegExp][] = [
    [{ remotes: [], hours: 1 }, /which remotes/],
    [{ remotes: [reference] }, /how many hours/],
    [{ remotes: [reference], hours: 25 }, /24/],
    [{ remotes: ['mf-auth'], hours: 1 }, /is not <name>@<version>/],
    [{ remotes: ['mf-auth@0.1.0-aaaaaaaaaaaa'], hours: 1 }, /is not published/],
  ];
  for (const [payload, why] of faulty) {
    const response = await post(payload);
    assert.deepEqual([response.statusCode, response.headers['set-cookie']], [400, undefined]);
    assert.match(response.body, why);
  }
});

test('overriding is refused for other users, for other sites, and if the server has no users', async (t) => {
  const post = (app: Awaited<ReturnType<typeof overriding>>['app'], headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/delivery/override', headers, payload: { remotes: ['x'], hours: 1 } });
  const [user, nobody, none, boss] = await Promise.all([
    overriding(t, asUser(false)),
    overriding(t, { identify: async () => null }),
    overriding(t),
    overriding(t, asUser(true)),
  ]);
  for (const { app } of [user, nobody, none]) assert.equal((await post(app, OWN)).statusCode, 404);
  const foreign = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' },
    { origin: 'https://elsewhere.example.com' },
    { origin: 'null' },
  ] as Record<string, string>[];
  for (const headers of foreign) {
    assert.equal((await post(boss.app, headers)).statusCode, 403, JSON.stringify(headers));
    const cleared = await boss.app.inject({ method: 'DELETE', url: '/delivery/override', headers });
    assert.deepEqual([cleared.statusCode, cleared.headers['set-cookie']], [403, undefined]);
  }
  assert.equal((await post(boss.app, { origin: 'http://localhost:80' })).statusCode, 400);
});

test('anyone can clear an override', async (t) => {
  const { app } = await overriding(t);
  const { statusCode, headers } = await app.inject({
    method: 'DELETE',
    url: '/delivery/override',
    headers: OWN,
  });
  assert.deepEqual([statusCode, headers['cache-control']], [204, 'no-store']);
  assert.equal(headers['set-cookie'], 'dl-ov=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
});
