import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withCandidates } from '../testing/candidates.ts';
import { delivered } from '../testing/delivered.ts';
import { AUTH_BUILD } from '../testing/builds.ts';
import { canary } from './canary.ts';
import { GONE_FILE } from './registry.ts';
import { verify } from './verify.ts';

test('an undamaged registry has no faults', async (t) => {
  const { registry } = await delivered(t);
  assert.deepEqual(await verify(registry), { versions: 3, revisions: 1, faults: [] });
  assert.deepEqual(await verify(registry, ['mf-auth']), { versions: 1, revisions: 1, faults: [] });
  assert.deepEqual((await verify(registry, ['mf-none'])).faults, ['mf-none: no version is published']);
});

test('each kind of damage is reported, and nothing else', async (t) => {
  const { registry, records } = await delivered(t);
  const reference = `mf-auth@${records['mf-auth']?.version}`;
  const folder = registry.versionFolder('mf-auth', records['mf-auth']?.version ?? '');
  const flip = (content: Buffer) =>
    Buffer.from(content.map((byte, index) => (index === 9 ? byte ^ 1 : byte)));
  const replaceOwner = (content: Buffer) =>
    Buffer.from(content.toString().replace('mf-auth team', 'other team'));
  const cases: [string, (content: Buffer) => Buffer, RegExp][] = [
    ['remoteEntry.js', flip, /^: remoteEntry\.js has other bytes than were published$/],
    ['routes.1.js', (content) => content.subarray(1), /^: routes\.1\.js has \d+ bytes instead of \d+$/],
    ['login.1.js.br', flip, /^: login\.1\.js\.br (cannot be decoded|has other bytes than were published)$/],
    ['login.1.js.gz', () => gzipSync('other'), /^: login\.1\.js\.gz has \d+ bytes instead of \d+$/],
    ['record.json', replaceOwner, /^: record\.json is not what was published$/],
  ];
  for (const [file, damage, expected] of cases) {
    const good = await readFile(path.join(folder, file));
    await writeFile(path.join(folder, file), damage(good));
    const { faults } = await verify(registry);
    assert.equal(faults.length, 1, `${file}: ${faults.join('; ')}`);
    assert.ok(faults[0]?.startsWith(reference), faults[0]);
    assert.match(faults[0]?.slice(reference.length) ?? '', expected);
    await writeFile(path.join(folder, file), good);
  }
  assert.deepEqual((await verify(registry)).faults, []);
});

test('a compressed twin with different content is reported even if its size is right', async (t) => {
  const { registry, records } = await delivered(t);
  const record = records['mf-auth'];
  const file = path.join(registry.versionFolder('mf-auth', record?.version ?? ''), 'login.1.js');
  const size = record?.files.find(({ path: name }) => name === 'login.1.js')?.br;
  const content = await readFile(file, 'utf8');
  const others = [...'abcdefghij23456789'].map((letter) => content.replace('1.js', `${letter}.js`));
  const twin = others.map((other) => brotliCompressSync(other)).find(({ length }) => length === size);
  assert.ok(twin);
  await writeFile(`${file}.br`, twin);
  assert.deepEqual((await verify(registry)).faults, [
    `mf-auth@${record?.version}: login.1.js.br has other bytes than were published`,
  ]);
});

test('a missing file, a missing record that pages need, and a changed link of the chain are reported', async (t) => {
  const { registry, records } = await delivered(t);
  const version = records['mf-auth']?.version ?? '';
  const folder = registry.versionFolder('mf-auth', version);
  await rm(path.join(folder, 'logo.svg'));
  assert.deepEqual((await verify(registry)).faults, [`mf-auth@${version}: logo.svg is missing`]);
  await rm(path.join(folder, 'record.json'));
  assert.deepEqual((await verify(registry)).faults, [
    `mf-auth@${version} is current, but not published`,
    `mf-auth@${version}: record.json is missing, so the version does not exist`,
  ]);
  const latest = await registry.latestRevision();
  assert.ok(latest);
  await registry.append(latest, latest);
  const first = path.join(registry.folder, 'rev', '1.json');
  await writeFile(first, (await readFile(first, 'utf8')).replace('anna', 'eve'));
  assert.equal((await verify(registry)).faults[0], 'Revision 1 is not the one that revision 2 follows');
});

test('a canary must be published, complete, and not blocked, like a current version', async (t) => {
  const { registry, another } = await withCandidates(t);
  const { version, name } = await another(AUTH_BUILD, '1');
  const started = await canary(registry, { name, version }, 10, { by: 'anna' });
  assert.ok(started);
  assert.deepEqual((await verify(registry)).faults, []);
  const folder = registry.versionFolder(name, version);
  await writeFile(path.join(folder, GONE_FILE), '{}');
  assert.deepEqual((await verify(registry)).faults, [`${name}@${version}: its files were deleted by gc`]);
  await rm(folder, { recursive: true });
  assert.deepEqual((await verify(registry)).faults, [`${name}@${version} is a canary, but not published`]);
  const blocked = [{ version, why: null }];
  const auth = { current: '', ...started.state[name], blocked };
  await registry.append({ event: started.event, state: { ...started.state, [name]: auth } }, started);
  assert.equal((await verify(registry)).faults[0], `${name}@${version} is a canary, but blocked`);
});
