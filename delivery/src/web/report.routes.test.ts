import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { canary } from '../registry/canary.ts';
import { createOverride } from '../registry/override.ts';
import { AUTH_BUILD, SHELL_BUILD } from '../testing/builds.ts';
import { delivered } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';

const by = 'anna';

async function reporting(t: TestContext) {
  const all = await delivered(t);
  const { app, registry, records } = all;
  const versions = { remote: 'mf-auth', version: records['mf-auth']?.version };
  const report = (change: object = {}) => ({
    ...{
      id: 'r1',
      page: '00112233445566aa',
      ...versions,
      owner: 'mf-auth team',
      composition: '0123456789ab',
      rev: 1,
    },
    ...{
      shell: records['shell']?.version,
      kind: 'network',
      phase: 'navigation',
      canary: false,
      override: false,
    },
    ...{ route: '/login', attempt: 2, tabAgeMs: 1200, message: 'It did not load' },
    ...change,
  });
  const send = (payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/delivery/reports',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(payload),
    });
  const counted = async () =>
    (await app.inject('/metrics')).body.match(/^headwater_failures_total\{.*$/gm) ?? [];
  const stateOf = async (name: string) => (await registry.latestRevision())?.state[name];
  return { ...all, report, send, counted, stateOf };
}

test('failures are counted by version and kind, without labels that the sender can make up', async (t) => {
  const { records, report, send, counted } = await reporting(t);
  const response = await send(report());
  assert.deepEqual([response.statusCode, response.body], [204, '']);
  await send(report({ kind: 'integrity', httpStatus: 200, url: '/r/x.js?r=1' }));
  for (const forged of [
    { version: '0.1.0-aaaaaaaaaaaa' },
    { remote: '../../x', version: '..' },
    { remote: 'x"} 9\n' },
  ])
    assert.equal((await send(report(forged))).statusCode, 204);
  const version = records['mf-auth']?.version;
  assert.deepEqual(await counted(), [
    `headwater_failures_total{name="mf-auth",version="${version}",kind="network"} 1`,
    `headwater_failures_total{name="mf-auth",version="${version}",kind="integrity"} 1`,
    'headwater_failures_total{name="other",version="other",kind="network"} 3',
  ]);
});

test('an invalid report is refused and not counted', async (t) => {
  const { report, send, counted } = await reporting(t);
  const faulty = [
    {},
    null,
    [],
    report({ kind: 'mood' }),
    report({ phase: '' }),
    report({ page: 'x' }),
    report({ canary: 1 }),
  ];
  for (const payload of faulty) assert.equal((await send(payload)).statusCode, 400, JSON.stringify(payload));
  assert.equal((await send(report(), { 'content-type': 'text/plain' })).statusCode, 400);
  assert.equal((await send(report({ more: 'x'.repeat(17_000) }))).statusCode, 413);
  assert.deepEqual(await counted(), []);
});

test('reports are logged without queries and unknown fields, up to a limit', async (t) => {
  const { lines, report, send } = await reporting(t);
  const secret = 'hush';
  const url = `/r/mf-auth/x.js?code=${secret}`;
  await send(
    report({
      url,
      route: `/login?code=${secret}`,
      message: `Chunk (http://localhost${url}) failed`,
      note: secret,
    }),
  );
  assert.equal(lines.length, 1);
  assert.ok(!lines[0]?.includes(secret), lines[0]);
  assert.match(lines[0] ?? '', /Chunk \(http:\/\/localhost\/r\/mf-auth\/x\.js\?…\) failed/);
  for (let i = 0; i < 200; i += 1) await send(report());
  assert.ok(lines.length <= 120, `${lines.length}`);
});

const VISITORS = Array.from({ length: 30 }, (_, id) => `dl=${String(id).padStart(22, '0')}`);

/** Loads pages of thirty visitors. Returns them as reports name them. */
async function pagesOf(app: Awaited<ReturnType<typeof reporting>>['app'], headers: object = {}) {
  const pages: { page: string; composition: string }[] = [];
  for (const cookie of VISITORS) {
    const { page, composition } = blockOf(
      (await app.inject({ url: '/login', headers: { cookie, ...headers } })).body,
    );
    pages.push({ page, composition });
  }
  return pages;
}

test('reports of three pages of thirty halt a canary', async (t) => {
  const { app, registry, another, report, send, stateOf } = await reporting(t);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });
  const pages = await pagesOf(app);
  const failed = (change?: object) => report({ version: next.version, canary: true, ...change });
  for (let again = 0; again < 3; again += 1) await send(failed(pages[0]));
  // The current version's failures are not the canary's.
  for (const page of pages) await send(report(page));
  await send(failed(pages[1]));
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 100);
  await send(failed(pages[2]));
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 0);
  const page = await app.inject({ url: '/login', headers: { cookie: VISITORS[1] } });
  assert.notEqual(blockOf(page.body).remotes['mf-auth'].version, next.version);
});

test('reports without a page of ours, or of a version that the page does not have, halt no canary', async (t) => {
  const { app, registry, another, report, send, stateOf } = await reporting(t);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });
  const pages = await pagesOf(app);
  const stable = await Promise.all(
    Array.from({ length: 5 }, async () => blockOf((await app.inject('/login')).body)),
  );
  const failed = (change?: object) => report({ version: next.version, canary: true, ...change });
  const { composition } = pages[0]!;
  for (const digit of '012345') {
    await send(failed({ page: digit.repeat(16), composition }));
    await send(failed({ page: digit.repeat(48), composition }));
  }
  for (const { page, composition: other } of stable) {
    await send(failed({ page, composition }));
    await send(failed({ page, composition: other }));
  }
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 100);

  // Forged failures of the current version don't excuse the canary either.
  for (let i = 0; i < 500; i += 1)
    await send(report({ page: String(i).padStart(48, '0'), composition: stable[0]!.composition }));
  for (const page of pages.slice(0, 3)) await send(failed(page));
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 0);
});

test('failures of a page with an override do not count for a canary', async (t) => {
  const { app, registry, another, report, send, stateOf } = await reporting(t);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });
  await pagesOf(app);
  const { token } = await createOverride(registry, [next], { by, aud: 'http://localhost:80', hours: 1 });
  const trials = await pagesOf(app, { cookie: `dl-ov=${token}` });
  for (const trial of trials) await send(report({ ...trial, version: next.version }));
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 100);
});

test('a shell canary is responsible for failures in its pages', async (t) => {
  const { app, registry, another, report, send, stateOf } = await reporting(t);
  const next = await another(SHELL_BUILD);
  await canary(registry, next, 100, { by });
  const pages = await pagesOf(app);
  for (const page of pages.slice(0, 3)) await send(report({ ...page, shell: next.version }));
  assert.equal((await stateOf('shell'))?.canary?.percent, 0);
});
