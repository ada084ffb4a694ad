import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder, temporaryRegistry } from '../testing/builds.ts';
import { openKey } from './key.ts';
import { openRegistry } from './registry.ts';

test('the key is created once, by the first process that needs it, and readable only by its owner', async (t) => {
  const registry = openRegistry(await temporaryFolder(t));
  const keys = await Promise.all(Array.from({ length: 8 }, () => openKey(registry)));
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.equal(keys[0]?.length, 32);
  const file = path.join(registry.folder, 'delivery.key');
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.equal(await readFile(file, 'utf8'), keys[0]?.toString('base64'));
  assert.deepEqual(await openKey(openRegistry(registry.folder)), keys[0]);
});

test('no key is created while the registry is missing, and a truncated key is refused', async (t) => {
  const away = await temporaryRegistry(t);
  await assert.rejects(openKey(away), { code: 'damaged' });
  await assert.rejects(stat(away.folder), { code: 'ENOENT' });

  const truncated = openRegistry(await temporaryFolder(t));
  await writeFile(path.join(truncated.folder, 'delivery.key'), 'AAAA');
  await assert.rejects(openKey(truncated), { code: 'damaged', message: /does not hold 32 bytes$/ });
});
