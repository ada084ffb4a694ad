import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  canary,
  openRegistry,
  promote,
  publish,
  readBuild,
  rollback,
  rollbackToSet,
  withdraw,
} from 'delivery';
import { markReleased, release } from './release.ts';

const NOTHING = { blocked: [], left: [], ended: [], unfit: [], obstacles: [] };
const DATA = '/w/:organizationId/data';
const TIDES = '/w/:organizationId/tides';

function clone(t: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-release-'));
  t.after(() => rmSync(root, { recursive: true }));
  /** Writes a package as its build does, with `code` in it. */
  const build = (name: string, code: string, ...paths: string[]) => {
    const dist = path.join(root, name, 'dist');
    mkdirSync(dist, { recursive: true });
    const owner = { team: 'x', contact: 'x@example.com' };
    const area = {
      group: 'workspace',
      mount: '/w/:organizationId',
      paths: paths.length > 0 ? paths : [DATA],
    };
    const areas = name === 'shell' ? undefined : [area];
    const headwater = { owner, areas, routes: [] };
    const entry = name === 'shell' ? 'main.js' : 'remoteEntry.js';
    const chunks = { routes: { files: [entry], shared: [] } };
    const assets = { entrypoints: { main: [entry] }, chunks, provides: {}, shared: {} };
    writeFileSync(
      path.join(root, name, 'package.json'),
      JSON.stringify({ name, version: '0.1.0', headwater }),
    );
    writeFileSync(path.join(dist, 'assets.json'), JSON.stringify(assets));
    writeFileSync(path.join(dist, entry), code);
    return path.join(root, name);
  };
  const packages = [build('shell', '1'), build('mf-data', '1')];
  const folder = path.join(root, 'registry');
  const registry = openRegistry(folder);
  const current = async (name: string) => (await registry.latestRevision())?.state[name]?.current;
  const note = path.join(folder, 'released-by-start.json');
  return { build, registry, current, packages, note, start: () => release(folder, packages) };
}

test('the first start makes everything current in one revision, and a second one changes nothing', async (t) => {
  const { registry, start } = clone(t);
  await start();
  await start();
  const revision = await registry.latestRevision();
  assert.equal(revision?.n, 1);
  assert.deepEqual(Object.keys(revision.state).sort(), ['mf-data', 'shell']);
});

test('only a build that has changed becomes current', async (t) => {
  const { build, registry, current, start } = clone(t);
  await start();
  const shell = await current('shell');
  const { version } = await readBuild(build('mf-data', '2'));
  await start();
  assert.equal(await current('mf-data'), version);
  assert.equal(await current('shell'), shell);
  const event = (await registry.latestRevision())?.event;
  assert.deepEqual(
    event?.moves.map(({ name }) => name),
    ['mf-data'],
  );
  assert.equal(event.why, 'built from this clone');
});

test('an installation from before areas existed starts, even with a canary running', async (t) => {
  const { build, registry, current, packages, start } = clone(t);
  const before = async (folder: string, version: string) => {
    const { areas: _, menu: __, ...rest } = await readBuild(folder);
    return { ...rest, version };
  };
  const builds = await Promise.all(packages.map((folder) => before(folder, '0.1.0-aaaaaaaaaaaa')));
  const trial = await before(build('mf-data', 'a trial'), '0.1.0-bbbbbbbbbbbb');
  for (const one of [...builds, trial]) await publish(registry, one, { by: 'anna' });
  await promote(registry, builds, { by: 'anna' });
  await canary(registry, trial, 10, { by: 'anna' });

  const { version } = await readBuild(build('mf-data', '1'));
  assert.deepEqual(await start(), { ...NOTHING, ended: ['mf-data'] });
  assert.equal(await current('mf-data'), version);
  assert.equal((await registry.latestRevision())?.state['mf-data']?.canary, undefined);
});

test('a version promoted on the installation stays until the clone has a newer build', async (t) => {
  const { build, registry, current, start } = clone(t);
  await start();
  const deployed = await readBuild(build('mf-data', 'from another checkout'));
  await publish(registry, deployed, { by: 'anna' });
  await promote(registry, [deployed], { by: 'anna', force: true, why: 'deployed' });

  build('mf-data', '1');
  await start();
  assert.equal(await current('mf-data'), deployed.version);

  const { version } = await readBuild(build('mf-data', '2'));
  await start();
  assert.equal(await current('mf-data'), version);
});

for (const damaged of ['', '{"shell":"0.1', 'null', '{"shell":1}'])
  test(`if the record of earlier starts is ${damaged || 'empty'}, what is current stays until the next build`, async (t) => {
    const { build, registry, current, note, start } = clone(t);
    await start();
    const own = await current('mf-data');
    const deployed = await readBuild(build('mf-data', 'from another checkout'));
    await publish(registry, deployed, { by: 'anna' });
    await promote(registry, [deployed], { by: 'anna', force: true, why: 'deployed' });

    build('mf-data', '1');
    writeFileSync(note, damaged);
    assert.deepEqual(await start(), { ...NOTHING, left: [`mf-data@${own}`] });
    assert.equal(await current('mf-data'), deployed.version);
    assert.deepEqual(await start(), NOTHING);

    const { version } = await readBuild(build('mf-data', '2'));
    await start();
    assert.equal(await current('mf-data'), version);
  });

test('the record of earlier starts is replaced, never written in place', async (t) => {
  const { build, note, start } = clone(t);
  await start();
  const before = statSync(note).ino;
  build('mf-data', '2');
  await start();
  assert.notEqual(statSync(note).ino, before);
});

test('a build that was rolled back does not become current again, and others do', async (t) => {
  const { build, registry, current, start } = clone(t);
  await start();
  const first = await current('mf-data');
  const bad = await readBuild(build('mf-data', '2'));
  await start();
  await rollback(registry, 'mf-data', { by: 'anna', why: 'wrong sums' });
  build('mf-data', '1');
  await start();
  build('mf-data', '2');
  const shell = await readBuild(build('shell', '2'));
  assert.deepEqual((await start()).blocked, [`mf-data@${bad.version}`]);
  assert.equal(await current('mf-data'), first);
  assert.equal(await current('shell'), shell.version);
});

test('after the move of an area is rolled back, the product starts with what is live until a clone has both remotes anew', async (t) => {
  const { build, registry, current, packages, start } = clone(t);
  build('mf-data', '1', DATA, TIDES);
  await start();
  const whole = await current('mf-data');
  packages.push(build('mf-tides', '2', TIDES));
  build('mf-data', '2', DATA);
  await start();
  assert.ok(await current('mf-tides'));
  await rollbackToSet(registry, 1, { by: 'anna', why: 'no figures' });

  const { version: taker } = await readBuild(build('mf-tides', '3', TIDES));
  const taking = await start();
  assert.deepEqual(taking.unfit, [`mf-tides@${taker}`]);
  assert.match(taking.obstacles[0] ?? '', /mf-data@\S+ has its area \S+\/tides where mf-tides@/);

  build('mf-tides', '2', TIDES);
  const { version: giver } = await readBuild(build('mf-data', '3', DATA));
  const giving = await start();
  assert.deepEqual(giving.unfit, [`mf-data@${giver}`]);
  assert.match(giving.obstacles[0] ?? '', /\/tides of mf-data@\S+ would belong to no remote/);
  assert.equal(await current('mf-data'), whole);
  assert.deepEqual((await start()).unfit, []);

  const both = [build('mf-data', '4', DATA), build('mf-tides', '4', TIDES)];
  await start();
  for (const { name, version } of await Promise.all(both.map(readBuild)))
    assert.equal(await current(name), version);
});

test('a path that the clone gives up is gone after a start', async (t) => {
  const { build, current, start } = clone(t);
  build('mf-data', '1', DATA, TIDES);
  await start();
  const { version } = await readBuild(build('mf-data', '2', DATA));
  assert.deepEqual(await start(), NOTHING);
  assert.equal(await current('mf-data'), version);
});

test('an older version that somebody has promoted since keeps its areas, and the product starts with it', async (t) => {
  const { build, registry, current, packages, start } = clone(t);
  build('mf-data', '1', DATA, TIDES);
  await start();
  const whole = (await current('mf-data'))!;
  packages.push(build('mf-tides', '2', TIDES));
  build('mf-data', '2', DATA);
  await start();
  await withdraw(registry, 'mf-tides', { by: 'anna' });
  await promote(registry, [{ name: 'mf-data', version: whole }], { by: 'anna', force: true, why: 'tides' });

  const { version } = await readBuild(build('mf-tides', '3', TIDES));
  const { unfit, obstacles } = await start();
  assert.deepEqual(unfit, [`mf-tides@${version}`]);
  assert.match(obstacles[0] ?? '', /mf-data@\S+ has its area \S+\/tides where mf-tides@/);
  assert.equal(await current('mf-data'), whole);
});

test('a registry from elsewhere stays as it is after markReleased', async (t) => {
  const { build, registry, current, packages, start } = clone(t);
  const [shell, data] = await Promise.all(packages.map(readBuild));
  for (const one of [shell!, data!]) await publish(registry, one, { by: 'anna', shell: shell!.version });
  await promote(registry, [shell!, data!], { by: 'anna' });
  build('mf-data', '2');
  await markReleased(registry.folder, packages);
  await start();
  assert.equal(await current('mf-data'), data!.version);
  assert.equal((await registry.latestRevision())?.n, 1);
});
