import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'node:test';
import {
  AUTH_BUILD,
  buildOf,
  DATA_BUILD,
  SHELL_BUILD,
  temporaryFolder,
  temporaryRegistry,
  writePackage,
} from '../testing/builds.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { parseReference } from './names.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { integrityOf, readBuild } from './read-build.ts';
import { readHistory } from './registry.ts';
import type { Revision } from './revision.ts';

const by = 'anna';

test('a published version is complete and precompressed, and lists its hashes', async (t) => {
  const registry = await temporaryRegistry(t);
  const build = await buildOf(t, AUTH_BUILD);
  const { record, created } = await publish(registry, build, { by });
  assert.equal(created, true);
  assert.match(record.version, /^0\.1\.0-[0-9a-f]{12}$/);
  const folder = registry.versionFolder('mf-auth', record.version);
  for (const file of record.files) {
    const content = await readFile(path.join(folder, file.path));
    assert.equal(file.sha384, integrityOf(content));
    assert.deepEqual(brotliDecompressSync(await readFile(path.join(folder, `${file.path}.br`))), content);
    assert.deepEqual(gunzipSync(await readFile(path.join(folder, `${file.path}.gz`))), content);
  }
  assert.deepEqual(await registry.listVersions('mf-auth'), [record.version]);
});

test('publishing the same bytes again changes nothing, and other bytes need another version', async (t) => {
  const registry = await temporaryRegistry(t);
  const build = await buildOf(t, AUTH_BUILD);
  const first = await publish(registry, build, { by });
  const again = await publish(registry, await buildOf(t, AUTH_BUILD), { by: 'ben' });
  assert.deepEqual({ ...again.record, created: again.created }, { ...first.record, created: false });

  const changed = await buildOf(t, { ...AUTH_BUILD, files: { ...AUTH_BUILD.files, 'login.1.js': 'other' } });
  assert.notEqual(changed.version, build.version);
  await assert.rejects(publish(registry, { ...changed, version: build.version }, { by }), {
    code: 'other_bytes',
  });
});

test('other routes with the same bytes are another version', async (t) => {
  const build = await buildOf(t, AUTH_BUILD);
  const rerouted = await buildOf(t, { ...AUTH_BUILD, routes: [] });
  assert.notEqual(rerouted.version, build.version);
});

test('publishing the same version twice at once succeeds for both and creates it once', async (t) => {
  const registry = await temporaryRegistry(t);
  const build = await buildOf(t, AUTH_BUILD);
  const results = await Promise.all([publish(registry, build, { by }), publish(registry, build, { by })]);
  assert.deepEqual(results.map(({ created }) => created).sort(), [false, true]);
  assert.deepEqual(await readdir(path.join(registry.folder, 'staging')), []);
});

test('a truncated version is invisible, cannot be promoted, and is replaced by publishing it again', async (t) => {
  const registry = await temporaryRegistry(t);
  const build = await buildOf(t, SHELL_BUILD);
  const folder = registry.versionFolder('shell', build.version);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'main.1.js'), 'half of i');
  assert.deepEqual(await registry.listVersions('shell'), []);
  await assert.rejects(promote(registry, [build], { by }), { code: 'unknown_version' });

  assert.equal((await publish(registry, build, { by })).created, true);
  assert.notEqual(await readFile(path.join(folder, 'main.1.js'), 'utf8'), 'half of i');
});

test('compressed twins of unchanged files are reused from the current version', async (t) => {
  const registry = await temporaryRegistry(t);
  const first = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  await promote(registry, [first.record], { by });
  const marked = path.join(registry.versionFolder('shell', first.record.version), 'main.1.js.br');
  await writeFile(marked, 'reused');
  const files = { ...SHELL_BUILD.files, 'late.1.js': 'changed' };
  const second = await publish(registry, await buildOf(t, { ...SHELL_BUILD, files }), { by });
  const copy = path.join(registry.versionFolder('shell', second.record.version), 'main.1.js.br');
  assert.equal(await readFile(copy, 'utf8'), 'reused');
});

test('concurrent changes add one link to the chain, and the others are refused', async (t) => {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  await promote(registry, [shell.record], { by });
  const auth = await publish(registry, await buildOf(t, AUTH_BUILD), { by });
  const data = await publish(registry, await buildOf(t, DATA_BUILD), { by });

  const before = await registry.latestRevision();
  const event = {
    verb: 'promote' as const,
    moves: [{ name: 'x', from: null, to: 'y' }],
    who: by,
    when: '',
    why: null,
  };
  const racers = Array.from({ length: 8 }, () => registry.append({ event, state: before!.state }, before));
  assert.deepEqual((await Promise.all(racers)).filter(Boolean).length, 1);
  assert.equal((await registry.latestRevision())?.n, 2);

  const results = await Promise.allSettled([
    promote(registry, [auth.record], { by }),
    promote(registry, [data.record], { by: 'ben' }),
  ]);
  const refused = results.filter((result) => result.status === 'rejected');
  const latest = await registry.latestRevision();
  assert.equal(latest?.n, 4 - refused.length);
  for (const { reason } of refused) assert.equal(reason.code, 'conflict');
});

test('history is the chain, newest first, and a changed link is detected', async (t) => {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  const auth = await publish(registry, await buildOf(t, AUTH_BUILD), { by });
  await promote(registry, [shell.record], { by });
  await promote(registry, [auth.record], { by: 'ben', why: 'the new login' });
  const events: Revision[] = [];
  for await (const revision of readHistory(registry)) events.push(revision);
  assert.deepEqual(
    events.map(({ n, event }) => [n, event.who, event.why]),
    [
      [2, 'ben', 'the new login'],
      [1, 'anna', null],
    ],
  );
  const first = path.join(registry.folder, 'rev', '1.json');
  await writeFile(first, (await readFile(first, 'utf8')).replace('anna', 'eve'));
  const history = readHistory(registry);
  await history.next();
  await assert.rejects(history.next(), { code: 'damaged' });
});

test('a lost or wrong HEAD changes nothing: it is only a hint', async (t) => {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  await promote(registry, [shell.record], { by });
  for (const hint of ['', '0', '99', 'x']) {
    await writeFile(path.join(registry.folder, 'HEAD'), hint);
    assert.equal((await registry.latestRevision())?.n, 1);
  }
  await rm(path.join(registry.folder, 'HEAD'));
  assert.equal((await registry.latestRevision())?.n, 1);
});

test('promoting what is already current adds no revision', async (t) => {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  assert.equal((await promote(registry, [shell.record], { by }))?.n, 1);
  assert.equal(await promote(registry, [shell.record], { by }), undefined);
});

test('a remote that the shell does not support is refused with every reason, by publish and by promote', async (t) => {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  const needs = { ...AUTH_BUILD.assets.shared, react: '^20.0.0', charts: '^1.0.0' };
  const unfit = await buildOf(t, { ...AUTH_BUILD, assets: { ...AUTH_BUILD.assets, shared: needs } });
  const faults = [
    `mf-auth@${unfit.version} needs react ^20.0.0, but shell@${shell.record.version} offers 19.3.1`,
    `mf-auth@${unfit.version} needs charts ^1.0.0, which shell@${shell.record.version} does not offer`,
  ];
  const early = await publish(registry, unfit, { by }); // no shell is current yet
  await assert.rejects(promote(registry, [shell.record, early.record], { by }), {
    code: 'incompatible',
    faults,
  });

  await promote(registry, [shell.record], { by });
  const later = { ...unfit, version: '0.1.0-aaaaaaaaaaaa' };
  await assert.rejects(publish(registry, later, { by }), { code: 'incompatible' });
});

test('a shell that a live remote cannot run in is refused, unless promoted together with a version that can', async (t) => {
  const registry = await temporaryRegistry(t);
  const shell = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  const auth = await publish(registry, await buildOf(t, AUTH_BUILD), { by });
  await promote(registry, [shell.record, auth.record], { by });

  const offers = { ...SHELL_BUILD.assets.shared, ui: '0.2.0' };
  const next = await buildOf(t, { ...SHELL_BUILD, assets: { ...SHELL_BUILD.assets, shared: offers } });
  await publish(registry, next, { by });
  await assert.rejects(promote(registry, [next], { by }), { code: 'incompatible' });

  const needs = { ...AUTH_BUILD.assets.shared, ui: '^0.2.0' };
  const fitting = await buildOf(t, { ...AUTH_BUILD, assets: { ...AUTH_BUILD.assets, shared: needs } });
  await assert.rejects(publish(registry, fitting, { by }), { code: 'incompatible' });
  await publish(registry, fitting, { by, shell: next.version });
  assert.equal((await promoteUntried(registry, [next, fitting]))?.n, 2);
});

test('a remote that needs a newer contract than this API speaks is refused', async (t) => {
  const registry = await temporaryRegistry(t);
  for (const contract of ['^9.0.0', 'newest']) {
    const build = await buildOf(t, { ...AUTH_BUILD, contract });
    await assert.rejects(publish(registry, build, { by }), { code: 'incompatible' });
  }
});

test('only a shell can be promoted first', async (t) => {
  const registry = await temporaryRegistry(t);
  const auth = await publish(registry, await buildOf(t, AUTH_BUILD), { by });
  await assert.rejects(promote(registry, [auth.record], { by }), { code: 'incompatible' });
});

test('a build is refused with all its faults at once', async (t) => {
  const folder = await writePackage(await temporaryFolder(t), {
    ...AUTH_BUILD,
    files: { 'routes.1.js': '', 'page.html': '<p>', '.hidden.js': '', 'integrity.json': '', 'gone.json': '' },
    routes: [{ path: '/login', chunks: ['logn'], requests: [] }],
  });
  await assert.rejects(readBuild(folder), (error: Error & { code: string; faults: string[] }) => {
    assert.equal(error.code, 'bad_build');
    const text = error.faults.join('\n');
    for (const word of [
      'page.html',
      '.hidden.js',
      '"integrity.json"',
      '"gone.json"',
      'remoteEntry.js',
      'login.1.js',
      '"logn"',
    ]) {
      assert.ok(text.includes(word), word);
    }
    return true;
  });
});

test('a package that is not built or has no declaration is refused by name', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(path.join(folder, 'mf-x'));
  await assert.rejects(readBuild(path.join(folder, 'mf-x')), { code: 'not_built' });
  await writeFile(path.join(folder, 'mf-x', 'package.json'), '{"name":"mf-x","version":"1.0.0"}');
  await assert.rejects(readBuild(path.join(folder, 'mf-x')), { code: 'bad_build', message: /headwater/ });
});

test('references outside the registry are refused', () => {
  assert.deepEqual(parseReference('mf-data@0.1.0-3f9a52c1d07e'), {
    name: 'mf-data',
    version: '0.1.0-3f9a52c1d07e',
  });
  for (const wrong of [
    'mf-data',
    '../x@0.1.0-3f9a52c1d07e',
    'mf-data@../..',
    'mf-data@0.1.0',
    'a@0.1.0-aaaaaaaa@b',
    '',
  ]) {
    assert.throws(() => parseReference(wrong), { code: 'bad_reference' }, wrong);
  }
});
