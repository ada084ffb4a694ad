import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { isInstalled, lockHash } from './installed.mjs';

type Packages = Record<string, { version?: string; optional?: boolean; link?: boolean }>;

const LOCKED: Packages = {
  '': {},
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/mf-data': { link: true },
  'node_modules/@swc/core-win32': { version: '1.0.0', optional: true },
  'mf-data': { version: '0.1.0' },
};

function clone(t: TestContext, installed?: Packages): string {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-installed-'));
  t.after(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  if (!installed) return root;
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(
    path.join(root, 'node_modules', '.package-lock.json'),
    JSON.stringify({ packages: installed }),
  );
  return root;
}
const markOf = (root: string) => path.join(root, 'node_modules', '.headwater-lock');

test('a fresh clone is not installed', (t) => {
  assert.equal(isInstalled(clone(t)), false);
});

test('a manual installation with npm counts and is marked', (t) => {
  const root = clone(t, {
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/mf-data': { link: true },
  });
  assert.equal(isInstalled(root), true);
  assert.equal(readFileSync(markOf(root), 'utf8'), lockHash(root));
});

test('an installation with another version, or without a package or one of our own, does not count', (t) => {
  const linked = { 'node_modules/mf-data': { link: true } };
  const wrong: Packages[] = [
    { ...linked, 'node_modules/fastify': { version: '4.0.0' } },
    linked,
    { 'node_modules/fastify': { version: '5.0.0' } },
  ];
  for (const installed of wrong) {
    const root = clone(t, installed);
    assert.equal(isInstalled(root), false);
    assert.equal(existsSync(markOf(root)), false);
  }
});

test('the mark is enough until the lockfile changes', (t) => {
  const root = clone(t, {});
  writeFileSync(markOf(root), lockHash(root));
  assert.equal(isInstalled(root), true);
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED, changed: true }));
  assert.equal(isInstalled(root), false);
});
