import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { ROOT } from '../packages.ts';
import { readOptions } from './options.ts';

test('remotes by name or folder, the target by its origin', () => {
  const words = ['mf-data', '../mf-auth', '--target', 'https://bi.example.com/login', '--port', '9000'];
  assert.deepEqual(readOptions(words, path.join(ROOT, 'docs')), {
    remotes: [
      { name: 'mf-data', folder: path.join(ROOT, 'mf-data') },
      { name: 'mf-auth', folder: path.join(ROOT, 'mf-auth') },
    ],
    target: new URL('https://bi.example.com'),
    port: 9000,
  });
  assert.equal(readOptions(['mf-data'], ROOT).target.origin, 'http://localhost:8080');
});

const refused: Record<string, { words: string[]; says: RegExp; remedy: RegExp }> = {
  'no remote': { words: [], says: /Which remote/, remedy: /npm run dev -- mf-data/ },
  'the shell': { words: ['shell'], says: /live in every/, remedy: /mf-data/ },
  'one that is not there': { words: ['mf-none'], says: /mf-none/, remedy: /mf-auth, mf-data/ },
  'a target that is no address': { words: ['mf-data', '--target', '8080'], says: /8080/, remedy: /http:/ },
  'a port that is none': { words: ['mf-data', '--port', 'x'], says: /--port x/, remedy: /8090/ },
  'an unknown option': { words: ['mf-data', '--prot', '1'], says: /--prot/, remedy: /--port/ },
};

for (const [what, { words, says, remedy }] of Object.entries(refused)) {
  test(`${what} is refused, with what would be right`, () => {
    assert.throws(
      () => readOptions(words, ROOT),
      (error) => error instanceof StartError && says.test(error.message) && remedy.test(error.remedy),
    );
  });
}
