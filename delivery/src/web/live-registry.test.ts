import assert from 'node:assert/strict';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promote } from '../registry/promote.ts';
import { publish } from '../registry/publish.ts';
import { buildOf, SHELL_BUILD, temporaryRegistry } from '../testing/builds.ts';
import { delivered, serving } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';

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
