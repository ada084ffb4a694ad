import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const repository = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const left = ['**/node_modules/**', '**/dist/**', '**/*.test.tsx'];

test('every shortcut that a control of the product names is in the list that people see', () => {
  const listed = new Set(
    [...read('shared/ui/menu/shortcuts.ts').matchAll(/(\w+): '/g)].map(([, name]) => name),
  );
  assert.ok(listed.size > 20);
  const named = globSync('{mf-*,shell,shared}/**/*.tsx', { cwd: repository, exclude: left }).flatMap((path) =>
    [...read(path).matchAll(/aria-keyshortcuts=(\{[^}]*\}|"[^"]*")/g)].map(([, value]) => ({
      path,
      value: value!,
    })),
  );
  assert.ok(named.length > 5);
  const unlisted = named.filter(({ value }) => {
    const [, shortcut] = /ariaKeys\((?:'(\w+)'|shortcut)\)/.exec(value) ?? [value, ''];
    return shortcut !== undefined && !listed.has(shortcut);
  });
  assert.deepEqual(unlisted, []);
});
