import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWords } from './words.ts';

const one = 'mf-data@0.1.0-3f9a52c1d07e';
const other = 'shell@0.1.0-604636cd8b1d';

test('--with takes one or several versions, and the rest is left to Playwright', () => {
  assert.deepEqual(readWords([]), { candidates: [], more: [] });
  assert.deepEqual(readWords(['sign-in', '-g', 'a@b']), { candidates: [], more: ['sign-in', '-g', 'a@b'] });
  const both = { candidates: [one, other], more: [] };
  assert.deepEqual(readWords(['--with', one, '--with', other]), both);
  assert.deepEqual(readWords(['--with', one, other]), both);
  assert.deepEqual(readWords(['--headed', '--with', one, '-g', 'rows', 'sign-in']), {
    candidates: [one],
    more: ['--headed', '-g', 'rows', 'sign-in'],
  });
});

test('--with without a version is refused', () => {
  for (const words of [['--with'], ['--with', 'mf-data'], ['--with', '-g', 'rows']])
    assert.throws(() => readWords(words), { name: 'RegistryFault', message: /Say which version/ });
});
