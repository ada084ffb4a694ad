import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  canary,
  compositionId,
  createOverride,
  currentSet,
  openRegistry,
  promote,
  publish,
  readBuild,
} from 'delivery';
import { planPasses, references } from './plan.ts';
import { seedRegistry } from './seed-registry.ts';

const by = { by: 'anna', force: true, why: 'first' };

/**
 * Returns a registry in which shell, mf-auth, and mf-data are current, and another version of each remote is
 * published.
 */
async function registryOf(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'headwater-with-'));
  t.after(() => rmSync(root, { recursive: true }));
  const registry = openRegistry(join(root, 'registry'));
  const publishBuild = async (name: string, code: string, shell?: string) => {
    const build = await readBuild(writeBuild(root, name, code));
    await publish(registry, build, { ...by, shell });
    return { name, version: build.version };
  };
  const shell = await publishBuild('shell', '1');
  const auth = await publishBuild('mf-auth', '1', shell.version);
  const first = [shell, auth, await publishBuild('mf-data', '1', shell.version)];
  await promote(registry, first, by);
  const second = { auth: await publishBuild('mf-auth', '2'), data: await publishBuild('mf-data', '2') };
  return { root, registry, first, ...second };
}

/** Writes a package as its build does. */
function writeBuild(root: string, name: string, code: string): string {
  const folder = join(root, name);
  const entry = name === 'shell' ? 'main.js' : 'remoteEntry.js';
  const assets = {
    entrypoints: { main: [entry] },
    chunks: { routes: { files: [entry], shared: [] } },
    provides: {},
    shared: {},
  };
  const areas = name === 'shell' ? undefined : [{ group: 'public', audience: 'everyone', mount: `/${name}` }];
  const headwater = { owner: { team: 'x', contact: 'x@example.com' }, areas, routes: [] };
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '0.1.0', headwater }));
  writeFileSync(join(folder, 'dist/assets.json'), JSON.stringify(assets));
  writeFileSync(join(folder, 'dist', entry), code);
  return folder;
}

test('a candidate is tried together with what is current, as the composition that promoting it would create', async (t) => {
  const { registry, first, data } = await registryOf(t);
  const [pass, ...more] = await planPasses(registry, [data]);
  assert.deepEqual(more, []);
  assert.equal(references(pass?.overrides ?? []), references([data]));
  const [shell, auth] = first;
  assert.equal(pass?.composition, compositionId([shell!, auth!, data]));
  const promoted = await promote(registry, [data], by);
  assert.equal(pass.composition, compositionId(currentSet(promoted?.state ?? {})));
});

test('a candidate is tried again together with running canaries, except paused ones and its own', async (t) => {
  const { registry, first, auth, data } = await registryOf(t);
  await canary(registry, data, 10, by);
  await canary(registry, auth, 0, by);
  assert.equal((await planPasses(registry, [data])).length, 1);
  await canary(registry, auth, 10, by);
  const [, second] = await planPasses(registry, [data]);
  assert.equal(references(second?.overrides ?? []), references([data, auth]));
  assert.equal(second?.composition, compositionId([first[0]!, auth, data]));
});

test('planning is refused if nothing is current', async (t) => {
  const { data, root } = await registryOf(t);
  await assert.rejects(planPasses(openRegistry(join(root, 'none')), [data]), { code: 'nothing_current' });
});

test('changes in a seeded registry do not affect the original', async (t) => {
  const { root, registry, first, data } = await registryOf(t);
  await createOverride(registry, [data], { by: 'anna', aud: 'http://localhost', hours: 1 });
  const before = await registry.latestRevision();
  seedRegistry(registry, join(root, 'seed'), [...first, data]);
  const seed = openRegistry(join(root, 'seed'));
  assert.equal(existsSync(join(seed.folder, 'delivery.key')), false);
  await createOverride(seed, [data], { by: 'e2e', aud: 'http://localhost', hours: 1 });
  await promote(seed, [data], by);
  assert.equal((await seed.latestRevision())?.n, 2);
  assert.deepEqual(await registry.latestRevision(), before);
  const key = (folder: string) => readFileSync(join(folder, 'delivery.key'), 'utf8');
  assert.notEqual(key(seed.folder), key(registry.folder));
});

test('an unpublished version is missing from the seed and cannot be overridden', async (t) => {
  const { root, registry, first } = await registryOf(t);
  const unknown = { name: 'mf-data', version: '0.1.0-000000000000' };
  seedRegistry(registry, join(root, 'seed'), [...first, unknown]);
  const options = { by: 'e2e', aud: 'http://localhost', hours: 1 };
  await assert.rejects(createOverride(openRegistry(join(root, 'seed')), [unknown], options), {
    code: 'unknown_version',
  });
});
