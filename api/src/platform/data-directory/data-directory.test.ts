import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { makeDataDirectory } from './data-directory.ts';

test('the data directory is created with its parents, for this user alone, and may exist', async (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-data-'));
  t.after(() => rmSync(root, { recursive: true }));
  const data = path.join(root, 'a', 'b');
  await makeDataDirectory(data);
  await makeDataDirectory(data);
  assert.equal(statSync(data).mode & 0o776, 0o700);

  const file = path.join(root, 'file');
  writeFileSync(file, '');
  for (const wrong of [file, path.join(file, 'below')])
    await assert.rejects(makeDataDirectory(wrong), { name: 'StartError', message: /can't be created/ });
});

// Node's recursive mkdir doesn't return there.
test('a folder that no one can create is refused', { skip: !existsSync('/proc') }, async () => {
  await assert.rejects(makeDataDirectory('/proc/headwater'), {
    name: 'StartError',
    message: /\/proc\/headwater can't be created/,
  });
});
