import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { ROOT } from '../packages.ts';
import { readOptions } from './options.ts';

test('remotes can be names or folders, and the target is reduced to its origin', () => {
  const args = ['mf-data', '../mf-auth', '--target', 'https://bi.example.com/login', '--port', '9000'];
  assert.deepEqual(readOptions(args, path.join(ROOT, 'docs')), {
    remotes: [
      { name: 'mf-data', folder: path.join(ROOT, 'mf-data') },
      { name: 'mf-auth', folder: path.join(ROOT, 'mf-auth') },
    ],
    target: new URL('https://bi.example.com'),
    port: 9000,
  });
  assert.equal(readOptions(['mf-data'], ROOT).target.origin, 'http://localhost:8080');
});

const refused: Record<string, { args: string[]; message: RegExp; remedy: RegExp }> = {
  'no remote': { args: [], message: /Which remote/, remedy: /npm run dev -- mf-data/ },
  'the shell': { args: ['shell'], message: /live in every/, remedy: /mf-data/ },
  'one that does not exist': { args: ['mf-none'], message: /mf-none/, remedy: /mf-auth, mf-data/ },
  'a target that is not a URL': { args: ['mf-data', '--target', '8080'], message: /8080/, remedy: /http:/ },
  'an invalid port': { args: ['mf-data', '--port', 'x'], message: /--port x/, remedy: /8090/ },
  'an unknown option': { args: ['mf-data', '--prot', '1'], message: /--prot/, remedy: /--port/ },
};

for (const [what, { args, message, remedy }] of Object.entries(refused)) {
  test(`${what} is refused with advice`, () => {
    assert.throws(
      () => readOptions(args, ROOT),
      (error) => error instanceof StartError && message.test(error.message) && remedy.test(error.remedy),
    );
  });
}
