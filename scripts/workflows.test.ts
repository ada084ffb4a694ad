import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { WINGS } from './lint/storeys.ts';
import { fillTemplate } from './new-remote/fill-template.ts';
import { describeRemote } from './new-remote/remote.ts';
import { readText } from './new-remote/repository.ts';
import { BUILT, ROOT } from './packages.ts';

for (const name of BUILT) {
  test(`${name} has a workflow that runs when it or its dependencies change`, () => {
    const file = `.github/workflows/${name}.yml`;
    const files = fillTemplate(describeRemote(name, { path: '/' }));
    assert.equal(readText(ROOT, file), files.get(file));
  });
}

test('no workflow has more than read permission or keeps the token in the checkout', () => {
  for (const name of [...BUILT, 'remote', 'test', 'deliver']) {
    const text = readText(ROOT, `.github/workflows/${name}.yml`);
    assert.match(text, /^permissions:\n {2}contents: read$/m, name);
    assert.doesNotMatch(text, /: write$/m, name);
    const checkouts = text.match(/uses: actions\/checkout@/g)?.length ?? 0;
    assert.equal(text.match(/persist-credentials: false/g)?.length ?? 0, checkouts, name);
  }
});

test('the parts that run at the same time are all parts', () => {
  const text = readText(ROOT, '.github/workflows/test.yml');
  const parts = /^ +part: \[(.*)\]$/m.exec(text)![1]!.split(', ').map(Number);
  const [, of] = /npm test -- --shard \$\{\{ matrix\.part \}\}\/(\d+)$/m.exec(text)!;
  assert.deepEqual(
    parts,
    Array.from({ length: Number(of) }, (_, at) => at + 1),
  );
});

/** Returns the folders that CODEOWNERS should name and doesn't, and those that it names and aren't there. */
function faultsOfOwners(text: string, folders: readonly string[]): string[] {
  const named = [...text.matchAll(/^\/(\S+)\/ +@/gm)].map(([, folder]) => folder!);
  return [
    ...folders.filter((folder) => !named.includes(folder)).map((folder) => `${folder} has no owner`),
    ...named.filter((folder) => !existsSync(path.join(ROOT, folder))).map((folder) => `${folder} is gone`),
  ];
}

test('each remote and each wing has its owners', () => {
  const folders = [...BUILT, 'api', 'delivery', ...WINGS.map((wing) => `api/src/wings/${wing}`)];
  assert.deepEqual(faultsOfOwners(readText(ROOT, '.github/CODEOWNERS'), folders), []);
  assert.deepEqual(faultsOfOwners('* @a/b\n/api/  @a/b\n/gone/ @a/b\n', ['api', 'shell']), [
    'shell has no owner',
    'gone is gone',
  ]);
});
