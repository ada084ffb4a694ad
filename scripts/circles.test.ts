import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './packages.ts';

/** What each file imports of the others, types included, by its path from the top. */
type Imports = ReadonlyMap<string, readonly string[]>;

const PRODUCT = ['api/src', 'engine', 'shared', 'shell/src', 'mf-*/src', 'delivery/src'];

/** A request may have to sign in with a request of its own, which is sent in the same way. */
const MUTUAL = [
  'engine/manifests/stream/authenticators.ts',
  'engine/manifests/stream/requester.ts',
  'engine/manifests/stream/token-quotas.ts',
];

function importsOfProduct(): Imports {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', ...PRODUCT];
  const all = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const files = new Set(all.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file)));
  return new Map([...files].map((file) => [file, importsIn(file).filter((target) => files.has(target))]));
}

/** Packages only import those before them, which the linter holds, so a circle is always within one. */
function importsIn(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport\(?) ?'(\.[^']+)'/g)].map(([, specifier]) =>
    path.posix.join(path.posix.dirname(file), specifier!),
  );
}

/** Returns the groups of files of which each leads back to itself through the others. */
function circlesIn(imports: Imports): string[][] {
  const reached = (from: string) => {
    const seen = new Set<string>();
    const next = [from];
    for (let file = next.pop(); file !== undefined; file = next.pop())
      for (const target of imports.get(file) ?? [])
        if (!seen.has(target)) {
          seen.add(target);
          next.push(target);
        }
    return seen;
  };
  const all = new Map([...imports.keys()].map((file) => [file, reached(file)]));
  const groups = new Map<string, string[]>();
  for (const [file, seen] of all)
    if (seen.has(file)) {
      const group = [...seen].filter((other) => all.get(other)!.has(file)).sort();
      groups.set(group.join(), group);
    }
  return [...groups.values()];
}

test('no file leads back to itself by its imports, types included', () => {
  assert.deepEqual(circlesIn(importsOfProduct()), [MUTUAL]);
});

test('circles are found, also long ones and two beside each other', () => {
  const imports = (text: string): Imports =>
    new Map(text.split(' ').map((line) => [line[0]!, [...line.slice(1)]] as const));
  assert.deepEqual(circlesIn(imports('ab bc c')), []);
  assert.deepEqual(circlesIn(imports('ab bc ca d')), [['a', 'b', 'c']]);
  assert.deepEqual(circlesIn(imports('aa')), [['a']]);
  assert.deepEqual(circlesIn(imports('ab bac cd dc')), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
