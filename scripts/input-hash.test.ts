import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { inputHasher } from './input-hash.ts';

test('a build is stale if its sources, shared, or the lockfile change, but not if a test or another package changes', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-inputs-'));
  t.after(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const hash = () => inputHasher(root)('mf-data');
  write('package-lock.json', '1');
  write('shared/ui/index.ts', '1');
  write('mf-data/package.json', '1');
  write('mf-data/src/routes.tsx', '1');
  const first = hash();

  for (const irrelevant of [
    'mf-data/src/a.test.tsx',
    'mf-data/dist/x.js',
    'shared/testing/x.ts',
    'mf-auth/src/a.ts',
  ]) {
    write(irrelevant, '1');
    assert.equal(hash(), first, irrelevant);
  }
  const seen = new Set([first]);
  for (const relevant of [
    'package-lock.json',
    'shared/ui/index.ts',
    'mf-data/package.json',
    'mf-data/src/routes.tsx',
    'mf-data/src/new.ts',
  ]) {
    write(relevant, '2');
    assert.ok(!seen.has(hash()), relevant);
    seen.add(hash());
  }
});

test('a moved file changes the hash', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-inputs-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'x/a'), { recursive: true });
  mkdirSync(path.join(root, 'x/b'));
  writeFileSync(path.join(root, 'package-lock.json'), '');
  writeFileSync(path.join(root, 'x/a/f.ts'), '1');
  const before = inputHasher(root)('x');
  rmSync(path.join(root, 'x/a/f.ts'));
  writeFileSync(path.join(root, 'x/b/f.ts'), '1');
  assert.notEqual(inputHasher(root)('x'), before);
});
