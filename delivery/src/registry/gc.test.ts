import assert from 'node:assert/strict';
import { readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { AUTH_BUILD, buildOf, SHELL_BUILD, temporaryRegistry } from '../testing/builds.ts';
import { serving } from '../testing/delivered.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { canary, endCanary } from './canary.ts';
import { gc } from './gc.ts';
import { noteLastPage } from './last-page.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { GONE_FILE, tombstoneOf } from './registry.ts';
import { rollback } from './rollback.ts';
import { verify } from './verify.ts';

const by = 'anna';
const name = 'mf-auth';
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000);

const variant = (t: TestContext, i: number) =>
  buildOf(t, { ...AUTH_BUILD, files: { ...AUTH_BUILD.files, 'login.1.js': `login ${i}` } });

/** Returns a registry with the shell and `count` versions of a remote, promoted one after the other. */
async function withPast(t: TestContext, count: number) {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  await promote(registry, [shell.record], { by });
  const versions: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { record } = await publish(registry, await variant(t, i), { by });
    await promoteUntried(registry, [record]);
    versions.push(record.version);
  }
  const found = async (now: Date) =>
    (await gc(registry, { by, really: false, now })).map(({ version }) => version).sort();
  const collect = (now = daysAhead(31)) => gc(registry, { by, really: true, now });
  return { registry, versions, found, collect };
}

test('only versions that are not current, not among the previous five, and in no page for 30 days are found', async (t) => {
  const { registry, versions, found } = await withPast(t, 8);
  assert.deepEqual(await found(daysAhead(29)), []);
  assert.deepEqual(await found(daysAhead(31)), versions.slice(0, 2).sort());
  await noteLastPage(registry, name, versions[0] ?? '', daysAhead(5));
  assert.deepEqual(await found(daysAhead(31)), [versions[1]]);
  assert.deepEqual(await found(daysAhead(36)), versions.slice(0, 2).sort());
});

test('blocked versions do not push out those that a rollback could use', async (t) => {
  const { registry, versions, found } = await withPast(t, 8);
  for (let i = 0; i < 3; i += 1) await rollback(registry, name, { by });
  assert.deepEqual(await found(daysAhead(31)), []);
  await promoteUntried(registry, [{ name, version: versions[3] ?? '' }]);
  assert.equal((await rollback(registry, name, { by })).state[name]?.current, versions[4]);
});

test('a canary is kept, even if halted, and for 30 days after it ended', async (t) => {
  const { registry, found } = await withPast(t, 1);
  const { record } = await publish(registry, await variant(t, 9), { by });
  const { record: next } = await publish(registry, await variant(t, 10), { by });
  const canaryAt = async (version: string, when: Date) => {
    t.mock.timers.setTime(when.getTime());
    await canary(registry, { name, version }, 0, { by });
  };
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  await canaryAt(record.version, daysAhead(1));
  assert.deepEqual(await found(daysAhead(90)), [next.version]);
  await canaryAt(next.version, daysAhead(40));
  assert.deepEqual(await found(daysAhead(29)), []);
  assert.deepEqual(await found(daysAhead(31)), [record.version]);
  await endCanary(registry, name, { by });
  assert.deepEqual(await found(daysAhead(29)), []);
  assert.deepEqual(await found(daysAhead(31)), [next.version, record.version].sort());
});

test('a version that was published and never promoted is kept for 30 days', async (t) => {
  const { registry, found } = await withPast(t, 1);
  const { record } = await publish(registry, await variant(t, 9), { by });
  assert.deepEqual(await found(daysAhead(29)), []);
  assert.deepEqual(await found(daysAhead(31)), [record.version]);
});

test('--really deletes files, keeps the record, and is in the history, and without it nothing changes', async (t) => {
  const { registry, versions, found, collect } = await withPast(t, 7);
  const version = versions[0] ?? '';
  const folder = registry.versionFolder(name, version);
  const whole = await readdir(folder);
  assert.deepEqual(await found(daysAhead(31)), [version]);
  assert.deepEqual(await readdir(folder), whole);

  const before = await registry.latestRevision();
  await collect();
  assert.deepEqual((await readdir(folder)).sort(), [GONE_FILE, 'record.json']);
  const after = await registry.latestRevision();
  assert.deepEqual([after?.event.verb, after?.event.removed], ['gc', [`${name}@${version}`]]);
  assert.deepEqual(after?.state, before?.state);
  assert.deepEqual((await verify(registry)).faults, []);
  assert.deepEqual(await readdir(path.join(registry.folder, 'staging')), []);
  assert.deepEqual(await collect(), []);
});

test('a version that is gone cannot be promoted until the same bytes are published again', async (t) => {
  const { registry, versions, collect } = await withPast(t, 7);
  const version = versions[0] ?? '';
  await collect();
  await assert.rejects(promote(registry, [{ name, version }], { by }), { code: 'gone' });
  const other = { ...(await variant(t, 5)), version };
  await assert.rejects(publish(registry, other, { by }), { code: 'other_bytes' });
  assert.equal((await publish(registry, await variant(t, 0), { by })).created, true);
  await promoteUntried(registry, [{ name, version }]);
  assert.deepEqual((await verify(registry)).faults, []);
});

test('a gc that crashed after marking is completed by the next one', async (t) => {
  const { registry, versions, collect } = await withPast(t, 7);
  const folder = registry.versionFolder(name, versions[0] ?? '');
  await writeFile(path.join(folder, GONE_FILE), '{}');
  assert.equal((await collect()).length, 1);
  assert.deepEqual((await readdir(folder)).sort(), [GONE_FILE, 'record.json']);
});

test('a gc that crashed between removing the files and placing the tombstone leaves the tombstone next to them', async (t) => {
  const { registry, versions, collect } = await withPast(t, 7);
  const version = versions[0] ?? '';
  const folder = registry.versionFolder(name, version);
  await collect();
  await rename(folder, tombstoneOf(folder));
  const app = await serving(t, { registry: registry.folder });
  assert.equal((await app.inject(`/r/${name}/${version}/remoteEntry.js`)).statusCode, 410);
  await assert.rejects(promote(registry, [{ name, version }], { by }), { code: 'gone' });
  assert.equal((await publish(registry, await variant(t, 0), { by })).created, true);
  await promoteUntried(registry, [{ name, version }]);
  assert.deepEqual((await verify(registry)).faults, []);
});

test('of gc and a concurrent promote of what it would delete, one is refused, and nothing current is deleted', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const { registry, versions, collect } = await withPast(t, 7);
    const results = await Promise.allSettled([
      collect(),
      promoteUntried(registry, [{ name, version: versions[0] ?? '' }]),
    ]);
    for (const result of results)
      if (result.status === 'rejected') assert.match(result.reason.code, /^(conflict|gone)$/);
    assert.ok(results.some(({ status }) => status === 'fulfilled'));
    assert.deepEqual((await verify(registry)).faults, []);
  }
});

test('once the revision of gc is visible, its versions are marked, even before their files are gone', async (t) => {
  const { registry, versions, collect } = await withPast(t, 7);
  const before = (await registry.latestRevision())?.n;
  let collecting = true;
  const collected = collect().finally(() => (collecting = false));
  while (collecting && (await registry.latestRevision())?.n === before);
  await assert.rejects(promote(registry, [{ name, version: versions[0] ?? '' }], { by }), { code: 'gone' });
  assert.equal((await collected).length, 1);
});

test('files that are gone return an uncached 410, even if they were served before', async (t) => {
  const { registry, versions, collect } = await withPast(t, 7);
  const app = await serving(t, { registry: registry.folder });
  const base = `/r/${name}/${versions[0]}/`;
  const encodings = ['identity', 'br', 'gzip'];
  const request = (file: string, encoding: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: base + file, headers: { 'accept-encoding': encoding } });
  for (const encoding of encodings) assert.equal((await request('remoteEntry.js', encoding)).statusCode, 200);
  await collect();
  for (const method of ['GET', 'HEAD'] as const) {
    for (const encoding of encodings) {
      const { statusCode, headers } = await request('remoteEntry.js', encoding, method);
      assert.equal(statusCode, 410);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-delivery'], 'gone');
      for (const header of ['etag', 'content-encoding', 'vary'])
        assert.equal(headers[header], undefined, header);
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    }
  }
  assert.equal((await request('never.js', 'br')).statusCode, 404);
  assert.equal((await app.inject('/login')).statusCode, 200);
});
