import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { AUTH_BUILD, buildOf, DATA_BUILD, SHELL_BUILD, temporaryRegistry } from '../testing/builds.ts';
import { delivered } from '../testing/delivered.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { randomFrom } from '../testing/random.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import type { Registry } from './registry.ts';
import { findBlock } from './revision.ts';
import { rollback, rollbackToSet } from './rollback.ts';

const by = 'anna';
const name = 'mf-auth';

/** Returns a registry with the shell live and `count` versions of a remote that have not been promoted. */
async function withVersions(t: TestContext, count: number) {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  await promote(registry, [shell.record], { by });
  const versions: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const files = { ...AUTH_BUILD.files, 'login.1.js': `login ${i}` };
    versions.push(
      (await publish(registry, await buildOf(t, { ...AUTH_BUILD, files }), { by })).record.version,
    );
  }
  const makeCurrent = (version: string) => promoteUntried(registry, [{ name, version }]);
  return { registry, versions, makeCurrent };
}

const current = async (registry: Registry) => (await registry.latestRevision())?.state[name]?.current;

/** Rolls back until it is refused. Returns the version that was current after each rollback. */
async function walkBack(registry: Registry): Promise<string[]> {
  const visited: string[] = [];
  for (;;) {
    assert.ok(visited.length < 20, 'rolling back never ends');
    try {
      visited.push((await rollback(registry, name, { by })).state[name]?.current ?? '');
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'nothing_before');
      return visited;
    }
  }
}

test('a rollback is a new revision with author and reason, and another one goes one version further back', async (t) => {
  const { registry, versions, makeCurrent } = await withVersions(t, 3);
  for (const version of versions) await makeCurrent(version);
  const [first = '', second = '', third = ''] = versions;

  const once = await rollback(registry, name, { by: 'ben', why: 'no grid' });
  assert.equal(once.n, 5);
  const { when, ...event } = once.event;
  assert.ok(Date.parse(when));
  assert.deepEqual(event, {
    verb: 'rollback',
    moves: [{ name, from: third, to: second }],
    who: 'ben',
    why: 'no grid',
  });
  assert.deepEqual(once.state[name]?.blocked, [{ version: third, why: 'no grid' }]);
  assert.equal((await rollback(registry, name, { by })).state[name]?.current, first);
  await assert.rejects(rollback(registry, name, { by }), { code: 'nothing_before' });
  assert.equal(await current(registry), first);
  await assert.rejects(rollback(registry, 'mf-none', { by }), { code: 'nothing_before' });
});

test('a blocked version is refused with the reason until someone unblocks it and gives a reason', async (t) => {
  const { registry, versions, makeCurrent } = await withVersions(t, 2);
  for (const version of versions) await makeCurrent(version);
  const version = versions[1] ?? '';
  await rollback(registry, name, { by, why: 'no grid' });
  await assert.rejects(makeCurrent(version), { code: 'blocked', message: /no grid/ });
  await assert.rejects(promote(registry, [{ name, version }], { by, unblock: true, force: true, why: ' ' }), {
    code: 'no_reason',
  });
  const why = 'it was the API';
  const taken = await promote(registry, [{ name, version }], { by, unblock: true, force: true, why });
  assert.deepEqual(taken?.state[name], { current: version, blocked: [] });
});

test('rolling back visits each promoted version once, newest first', async (t) => {
  const { registry: template, versions } = await withVersions(t, 6);
  for (let seed = 1; seed <= 6; seed += 1) {
    const pick = randomFrom(seed);
    const registry = await copyOf(t, template);
    const taken: string[] = [];
    for (let i = 0; i < 10; i += 1) {
      const version = versions[pick(versions.length)] ?? '';
      await promoteUntried(registry, [{ name, version }]);
      taken.push(version);
    }
    const newestFirst = [...new Set(taken.reverse())];
    assert.deepEqual(await walkBack(registry), newestFirst.slice(1), `seed ${seed}`);
  }
});

test('promotes, rollbacks, and unblocking in any order never make a blocked version current', async (t) => {
  const { registry: template, versions } = await withVersions(t, 5);
  for (let seed = 1; seed <= 6; seed += 1) {
    const pick = randomFrom(seed);
    const registry = await copyOf(t, template);
    const stack: string[] = [];
    const blocked = new Set<string>();
    for (let i = 0; i < 25; i += 1) {
      if (pick(2) === 0 && stack.length > 0) {
        const left = new Set([...blocked, stack.at(-1)]);
        const place = stack.findLastIndex((version) => !left.has(version));
        const rolled = rollback(registry, name, { by });
        if (place < 0) await assert.rejects(rolled, { code: 'nothing_before' });
        else {
          await rolled;
          blocked.add(stack.at(-1) ?? '');
          stack.length = place + 1;
        }
      } else {
        const version = versions[pick(versions.length)] ?? '';
        const why = 'tried again';
        await promote(registry, [{ name, version }], { by, unblock: true, force: true, why });
        if (stack.at(-1) !== version) stack.push(version);
        blocked.delete(version);
      }
      const revision = await registry.latestRevision();
      assert.equal(revision?.state[name]?.current, stack.at(-1), `seed ${seed}, step ${i}`);
      for (const version of versions)
        assert.equal(findBlock(revision?.state ?? {}, name, version) !== undefined, blocked.has(version));
    }
  }
});

test('rolling back to a version with a changed record or file is refused', async (t) => {
  const { registry, versions, makeCurrent } = await withVersions(t, 2);
  for (const version of versions) await makeCurrent(version);
  const folder = registry.versionFolder(name, versions[0] ?? '');
  for (const file of ['record.json', 'remoteEntry.js', 'remoteEntry.js.br', 'remoteEntry.js.gz']) {
    const good = await readFile(path.join(folder, file));
    const bad = Buffer.from(good);
    bad[20] = (bad[20] ?? 0) ^ 1;
    await writeFile(path.join(folder, file), bad);
    await assert.rejects(rollback(registry, name, { by }), { code: 'damaged' }, file);
    await writeFile(path.join(folder, file), good);
  }
  assert.equal(await current(registry), versions[1]);
  assert.equal((await rollback(registry, name, { by })).state[name]?.current, versions[0]);
});

test('a shell cannot be rolled back below what live remotes need, except together with them as a set', async (t) => {
  const registry = await temporaryRegistry(t);
  const sharing = (of: typeof SHELL_BUILD, ui: string) =>
    buildOf(t, { ...of, assets: { ...of.assets, shared: { ...of.assets.shared, ui } } });
  const release = async (ui: string, need: string) => {
    const shell = await sharing(SHELL_BUILD, ui);
    const auth = await sharing(AUTH_BUILD, need);
    await publish(registry, shell, { by });
    await publish(registry, auth, { by, shell: shell.version });
    await promoteUntried(registry, [shell, auth]);
    return { shell: shell.version, 'mf-auth': auth.version };
  };
  const old = await release('0.1.0', '^0.1.0');
  const data = await publish(registry, await buildOf(t, DATA_BUILD), { by });
  await promote(registry, [data.record], { by });
  const next = await release('0.2.0', '^0.2.0');

  await assert.rejects(rollback(registry, 'shell', { by }), {
    code: 'incompatible',
    message: /needs ui \^0\.2\.0.*\n.*with shell: mf-auth\. .*--set 2 shell mf-auth$/,
  });
  await assert.rejects(rollback(registry, name, { by }), { code: 'incompatible' });

  const revision = await rollbackToSet(registry, 1, { by, why: 'both' });
  assert.equal(revision?.n, 4);
  assert.deepEqual(
    Object.fromEntries(Object.entries(revision.state).map(([of, { current }]) => [of, current])),
    { ...old, 'mf-data': data.record.version },
  );
  for (const [of, version] of Object.entries(next)) assert.ok(findBlock(revision.state, of, version), of);
  assert.equal(await rollbackToSet(registry, 1, { by }), undefined);
  await assert.rejects(rollbackToSet(registry, 3, { by }), { code: 'blocked' });
  await assert.rejects(rollbackToSet(registry, 4, { by }), { code: 'nothing_before' });
});

test('after rolling back to a set, a rollback does not return to later versions', async (t) => {
  const { registry, versions, makeCurrent } = await withVersions(t, 3);
  for (const version of versions) await makeCurrent(version);
  assert.equal((await rollbackToSet(registry, 2, { by }))?.state[name]?.current, versions[0]);
  await assert.rejects(rollback(registry, name, { by }), { code: 'nothing_before' });
});

test('a concurrent rollback is refused or goes further back from the result of the other', async (t) => {
  const { registry, versions, makeCurrent } = await withVersions(t, 4);
  for (const version of versions) await makeCurrent(version);
  const before = (await registry.latestRevision())?.n ?? 0;
  const results = await Promise.allSettled([1, 2, 3].map(() => rollback(registry, name, { by })));
  const done = results.filter(({ status }) => status === 'fulfilled').length;
  for (const result of results)
    if (result.status === 'rejected') assert.equal(result.reason.code, 'conflict');
  assert.ok(done >= 1);
  assert.equal((await registry.latestRevision())?.n, before + done);
  assert.equal(await current(registry), versions[3 - done]);
});

test('a revision from before blocks existed can be read, rolled back from, and added to', async (t) => {
  const { registry, versions } = await withVersions(t, 2);
  for (const to of versions) {
    const before = await registry.latestRevision();
    const from = before?.state[name]?.current ?? null;
    const event = { verb: 'promote' as const, moves: [{ name, from, to }], who: by, when: '', why: null };
    const shell = { current: before?.state['shell']?.current ?? '' };
    await registry.append({ event, state: { shell, [name]: { current: to } } }, before);
  }
  assert.deepEqual((await rollback(registry, name, { by })).state[name], {
    current: versions[0],
    blocked: [{ version: versions[1], why: null }],
  });
});

test('the next page after a rollback has the previous version, and a state that serves a blocked version is refused', async (t) => {
  const { app, registry, records } = await delivered(t);
  const files = { ...AUTH_BUILD.files, 'login.1.js': 'changed' };
  const next = await publish(registry, await buildOf(t, { ...AUTH_BUILD, files }), { by });
  const served = async () => (await app.inject('/registry')).json().remotes[name].version;
  await promoteUntried(registry, [next.record]);
  assert.equal(await served(), next.record.version);
  const rolled = await rollback(registry, name, { by });
  assert.equal(await served(), records[name]?.version);

  const state = { ...rolled.state, [name]: { ...rolled.state[name], current: next.record.version } };
  await registry.append({ event: rolled.event, state }, rolled);
  assert.equal(await served(), records[name]?.version);
  assert.equal((await app.inject('/health')).json().status, 'degraded');
});

async function copyOf(t: TestContext, template: Registry): Promise<Registry> {
  const copy = await temporaryRegistry(t);
  await cp(template.folder, copy.folder, { recursive: true });
  return copy;
}
