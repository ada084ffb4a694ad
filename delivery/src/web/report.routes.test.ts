import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { canary } from '../registry/canary.ts';
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

test('failures are counted by version and kind, with no word that anybody could make up', async (t) => {
  const { records, report, send, counted } = await reporting(t);
  const answer = await send(report());
  assert.deepEqual([answer.statusCode, answer.body], [204, '']);
  await send(report({ kind: 'integrity', httpStatus: 200, url: '/r/x.js?r=1' }));
  for (const made of [
    { version: '0.1.0-aaaaaaaaaaaa' },
    { remote: '../../x', version: '..' },
    { remote: 'x"} 9\n' },
  ])
    assert.equal((await send(report(made))).statusCode, 204);
  const version = records['mf-auth']?.version;
  assert.deepEqual(await counted(), [
    `headwater_failures_total{name="mf-auth",version="${version}",kind="network"} 1`,
    `headwater_failures_total{name="mf-auth",version="${version}",kind="integrity"} 1`,
    'headwater_failures_total{name="other",version="other",kind="network"} 3',
  ]);
});

test('what is no report is refused and counts nothing', async (t) => {
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

test('the log has each report without queries and without what is no part of it, but not for ever', async (t) => {
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

test('reports of three visitors of thirty end a canary', async (t) => {
  const { app, registry, another, report, send, stateOf } = await reporting(t);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by });
  const cookieOf = (id: number) => ({ cookie: `dl=${String(id).padStart(22, '0')}` });
  for (let id = 0; id < 30; id += 1) await app.inject({ url: '/login', headers: cookieOf(id) });
  const failed = (change?: object) => report({ version: next.version, canary: true, ...change });
  for (const id of [1, 1, 1]) await send(failed(), cookieOf(id));
  // Without a cookie it is the page that counts.
  for (let again = 0; again < 3; again += 1) await send(failed());
  // Overridden pages are somebody's trial, and the current version's failures are not the canary's.
  for (const id of [3, 4, 5]) {
    await send(failed({ override: true }), cookieOf(id));
    await send(report(), cookieOf(id));
  }
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 100);
  await send(failed({ page: 'ffeeddccbbaa9988' }));
  assert.equal((await stateOf('mf-auth'))?.canary?.percent, 0);
  const page = await app.inject({ url: '/login', headers: cookieOf(1) });
  assert.notEqual(blockOf(page.body).remotes['mf-auth'].version, next.version);
});

test('a shell that is a canary answers for what fails in it', async (t) => {
  const { app, registry, another, report, send, stateOf } = await reporting(t);
  const next = await another(SHELL_BUILD);
  await canary(registry, next, 100, { by });
  const cookieOf = (id: number) => ({ cookie: `dl=${String(id).padStart(22, '0')}` });
  for (let id = 0; id < 30; id += 1) await app.inject({ url: '/login', headers: cookieOf(id) });
  for (const id of [1, 2, 3]) await send(report({ shell: next.version }), cookieOf(id));
  assert.equal((await stateOf('shell'))?.canary?.percent, 0);
});
