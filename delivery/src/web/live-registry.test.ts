import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { canary } from '../registry/canary.ts';
import { publish } from '../registry/publish.ts';
import type { Registry } from '../registry/registry.ts';
import { AUTH_BUILD, buildOf, SHELL_BUILD, temporaryRegistry } from '../testing/builds.ts';
import { delivered, serving } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';
import { promoteUntried } from '../testing/promote-untried.ts';

test('a promote takes effect in the next page and in the registry document', async (t) => {
  const { app, registry } = await delivered(t);
  const before = await app.inject('/registry');
  const etag = String(before.headers['etag']);
  const unchanged = await app.inject({ url: '/registry', headers: { 'if-none-match': etag } });
  assert.equal(unchanged.statusCode, 304);

  const files = { ...SHELL_BUILD.files, 'late.1.js': 'changed' };
  const next = await publish(registry, await buildOf(t, { ...SHELL_BUILD, files }), { by: 'anna' });
  assert.equal((await app.inject('/registry')).headers['etag'], etag);
  await promoteUntried(registry, [next.record]);

  const after = await app.inject({ url: '/registry', headers: { 'if-none-match': etag } });
  assert.equal(after.statusCode, 200);
  assert.equal(after.json().shell.version, next.record.version);
  const page = await app.inject('/login');
  assert.equal(blockOf(page.body).shell.version, next.record.version);
  assert.equal(page.headers['x-composition'], after.json().composition);
  assert.notEqual(after.json().composition, before.json().composition);
});

const aside = async (t: TestContext, folder: string) => {
  await rename(folder, `${folder}-away`);
  t.after(() => rm(`${folder}-away`, { recursive: true, force: true }));
};
const withoutId = (html: string) => ({ ...blockOf(html), page: null });

test('pages are made from the last good state while the registry is missing, and /health reports it', async (t) => {
  const { app, registry } = await delivered(t);
  const good = await app.inject('/login');
  await aside(t, registry.folder);
  const degraded = await app.inject('/login');
  assert.equal(degraded.statusCode, 200);
  assert.deepEqual(withoutId(degraded.body), withoutId(good.body));
  const health = await app.inject('/health');
  assert.deepEqual([health.statusCode, health.json().status], [200, 'degraded']);

  await rename(`${registry.folder}-away`, registry.folder);
  assert.equal((await app.inject('/health')).json().status, 'ok');
});

test('pages return 503 before anything is published', async (t) => {
  const registry = await temporaryRegistry(t);
  const app = await serving(t, { registry: path.join(registry.folder) });
  for (const url of ['/login', '/registry', '/health'])
    assert.equal((await app.inject(url)).statusCode, 503, url);
});

const keptBeside = (registry: Registry) =>
  path.join(path.dirname(registry.folder), 'delivery-last-good.json');

test('a server that starts without the registry serves the last good state until the registry is back', async (t) => {
  const { app, registry, another } = await delivered(t);
  const next = await another(AUTH_BUILD);
  await canary(registry, next, 100, { by: 'anna' });
  const good = await app.inject('/login');
  await app.close();
  await aside(t, registry.folder);

  const restarted = await serving(t, { registry: registry.folder });
  const cookie = `dl=${'A'.repeat(22)}`;
  const load = () => restarted.inject({ url: '/login', headers: { cookie } });
  const page = await load();
  assert.equal(page.statusCode, 200);
  assert.deepEqual(withoutId(page.body), withoutId(good.body));
  assert.deepEqual((await restarted.inject('/health')).json(), {
    status: 'degraded',
    registry: { revision: 2, readable: false },
  });
  // The missing folder is not created, as the original may return.
  assert.equal(existsSync(registry.folder), false);
  await rename(`${registry.folder}-away`, registry.folder);
  assert.equal(blockOf((await load()).body).remotes['mf-auth'].version, next.version);
  assert.equal((await restarted.inject('/health')).json().status, 'ok');
});

test('the last good state follows the registry, except for revisions that cannot be served', async (t) => {
  const { app, registry, another } = await delivered(t);
  const kept = async () => JSON.parse(await readFile(keptBeside(registry), 'utf8'));
  await app.inject('/login');
  const next = await another(AUTH_BUILD);
  const promoted = await promoteUntried(registry, [next]);
  await app.inject('/login');
  const bad = { shell: { current: '0.1.0-aaaaaaaaaaaa' } };
  await registry.append({ event: promoted!.event, state: bad }, promoted);
  assert.equal((await app.inject('/login')).statusCode, 200);
  await app.close();
  const { n, state, records } = await kept();
  assert.deepEqual([n, state['mf-auth'].current], [2, next.version]);
  assert.equal(records.length, 3);
});

test('a damaged last good state is ignored and logged', async (t) => {
  const { app, registry } = await delivered(t);
  await app.inject('/login');
  await app.close();
  const whole = JSON.parse(await readFile(keptBeside(registry), 'utf8'));
  await aside(t, registry.folder);
  const damaged = [
    JSON.stringify(whole).slice(0, -9),
    JSON.stringify({ ...whole, records: whole.records.slice(1) }),
    JSON.stringify({ ...whole, records: [{}] }),
    JSON.stringify({ ...whole, n: 0 }),
    '',
  ];
  for (const text of damaged) {
    await writeFile(keptBeside(registry), text);
    const lines: string[] = [];
    const restarted = await serving(t, { registry: registry.folder }, lines);
    for (const url of ['/login', '/health']) assert.equal((await restarted.inject(url)).statusCode, 503, url);
    assert.equal(lines.filter((line) => line.includes('last good')).length, 1, text);
  }
});

test('everyone gets the current versions if the key is damaged, and that is logged', async (t) => {
  const { app, registry, records, another, lines } = await delivered(t);
  await canary(registry, await another(AUTH_BUILD), 100, { by: 'anna' });
  await writeFile(path.join(registry.folder, 'delivery.key'), 'short');
  const page = await app.inject({ url: '/login', headers: { cookie: `dl=${'A'.repeat(22)}` } });
  assert.equal(blockOf(page.body).remotes['mf-auth'].version, records['mf-auth']?.version);
  assert.equal(page.headers['set-cookie'], undefined);
  assert.match(lines.join(), /delivery\.key/);
});
