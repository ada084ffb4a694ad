import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { ESLint } from 'eslint';
import { configs } from 'typescript-eslint';
import { newRemote, NewRemoteError } from './new-remote/new-remote.ts';
import { describeRemote, type RemoteOptions } from './new-remote/remote.ts';
import { readJson, readText, type PackageJson } from './new-remote/repository.ts';
import { REMOTES, ROOT } from './packages.ts';

const LISTS = [
  'package.json',
  'package-lock.json',
  '.prettierrc.json',
  '.github/CODEOWNERS',
  'shell/package.json',
  ...REMOTES.map((name) => `${name}/package.json`),
];
const TIDES = { path: '/w/:organizationId/tides', title: 'Tides', 'title-de': 'Gezeiten' };

/** Creates a folder with the parts of the repository that are read and written. */
function clone(t: TestContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-new-remote-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const file of LISTS) cpSync(path.join(ROOT, file), path.join(root, file));
  return root;
}

/** Returns every file below `root` with its text. */
const filesOf = (root: string) =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .sort()
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );

const make = (root: string, name: string, options: RemoteOptions) =>
  newRemote(root, describeRemote(name, options));

test('a new remote has everything that other remotes have, and is in every list', async (t) => {
  const root = clone(t);
  const written = await make(root, 'mf-tide-tables', { path: '/w/:organizationId/tide-tables' });
  assert.deepEqual(written.filter((file) => !LISTS.includes(file)).sort(), [
    '.github/workflows/mf-tide-tables.yml',
    'mf-tide-tables/README.md',
    'mf-tide-tables/jest.config.cjs',
    'mf-tide-tables/package.json',
    'mf-tide-tables/src/messages.ts',
    'mf-tide-tables/src/messages/de.json',
    'mf-tide-tables/src/messages/en.json',
    'mf-tide-tables/src/routes.test.tsx',
    'mf-tide-tables/src/routes.tsx',
    'mf-tide-tables/src/tide-tables/tide-tables.page.test.tsx',
    'mf-tide-tables/src/tide-tables/tide-tables.page.tsx',
    'mf-tide-tables/webpack.config.cjs',
  ]);
  assert.deepEqual(readJson<PackageJson>(root, 'mf-tide-tables/package.json').headwater, {
    owner: { team: 'tide-tables', contact: 'tide-tables@headwater.example' },
    areas: [{ group: 'workspace', mount: '/w/:organizationId/tide-tables' }],
    menu: [
      {
        place: 'workspace',
        order: 100,
        icon: 'layers',
        path: '/w/:organizationId/tide-tables',
        message: 'title',
        permission: 'workspace:read',
      },
    ],
    routes: [{ path: '/w/:organizationId/tide-tables', chunks: ['tide-tables'], requests: [] }],
  });
  assert.ok(readJson<PackageJson>(root, 'package.json').workspaces.includes('mf-tide-tables'));
  assert.match(readText(root, '.github/CODEOWNERS'), /^\/mf-tide-tables\/ +@headwater\/tide-tables$/m);
});

test('the lockfile has the new remote as npm would write it, and no other changes', async (t) => {
  const root = clone(t);
  type Lockfile = { packages: Record<string, { workspaces: string[] }> };
  const before = readJson<Lockfile>(root, 'package-lock.json').packages;
  await make(root, 'mf-tides', TIDES);
  const after = readJson<Lockfile>(root, 'package-lock.json').packages;
  assert.deepEqual(after['node_modules/mf-tides'], { resolved: 'mf-tides', link: true });
  assert.deepEqual(after['mf-tides'], after['mf-workspace']);
  assert.deepEqual(after['']?.workspaces, readJson<PackageJson>(root, 'package.json').workspaces);
  const { 'mf-tides': _, 'node_modules/mf-tides': __, ...rest } = after;
  assert.deepEqual(Object.keys(rest), Object.keys(before));
  assert.deepEqual({ ...rest, '': null }, { ...before, '': null });
});

test('a new remote follows the rules of the repository', async (t) => {
  const root = clone(t);
  await make(root, 'mf-tides', { ...TIDES, team: 'insight', contact: 'insight@finch-outdoor.com' });
  // The compiler only knows files that exist, and it checks the template in its own folder.
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: configs.disableTypeChecked });
  for (const [file, text] of Object.entries(filesOf(path.join(root, 'mf-tides')))) {
    assert.doesNotMatch(text, /ExamplePage|mf-example|example@|_example_|Ein Beispiel|An example/, file);
    if (!/\.(tsx?|cjs)$/.test(file)) continue;
    const [result] = await eslint.lintText(text, { filePath: path.join(ROOT, 'mf-tides', file) });
    assert.deepEqual(result?.messages, [], file);
  }
  assert.equal(JSON.parse(readText(root, 'mf-tides/src/messages/de.json')).title, 'Gezeiten');
  assert.match(readText(root, 'mf-tides/README.md'), /team _insight_, insight@finch-outdoor\.com/);
});

test('the template has the dependencies that all remotes have', () => {
  const template = readJson<PackageJson>(ROOT, 'scripts/new-remote/template/package.json');
  for (const name of REMOTES) {
    const { dependencies, devDependencies } = readJson<PackageJson>(ROOT, `${name}/package.json`);
    // A remote may have more, which only its own pages load, or its own tests.
    assert.deepEqual({ ...dependencies, ...template.dependencies }, dependencies);
    assert.deepEqual({ ...devDependencies, ...template.devDependencies }, devDependencies);
    const proof = 'src/routes.test.tsx';
    assert.equal(readText(ROOT, `${name}/${proof}`), readText(ROOT, `scripts/new-remote/template/${proof}`));
  }
});

test('a new remote changes nothing in the shell', async (t) => {
  const root = clone(t);
  const written = [
    ...(await make(root, 'mf-tides', TIDES)),
    ...(await make(root, 'mf-tide-table', { path: '/tide-table', public: true })),
  ];
  assert.deepEqual(
    written.filter((file) => file.startsWith('shell/')),
    [],
  );
});

test('the commands that README and docs show create a remote', async (t) => {
  const pages = ['README.md', 'docs/new-remote.md'].map((page) => readText(ROOT, page));
  const shown = pages.flatMap((page) => [
    ...page.matchAll(/^npm run new:remote -- (?<name>\S+) --path (?<address>\S+)/gm),
  ]);
  assert.equal(shown.length, 2);
  for (const { groups } of shown) await make(clone(t), groups!.name!, { path: groups!.address! });
});

test('a remote outside of a workspace is in no menu', async (t) => {
  const root = clone(t);
  await make(root, 'mf-tide-table', { path: '/tide-table', public: true });
  const { areas, menu } = readJson<PackageJson>(root, 'mf-tide-table/package.json').headwater;
  assert.deepEqual(areas, [{ group: 'public', audience: 'everyone', mount: '/tide-table' }]);
  assert.equal(menu, undefined);
});

test('a standalone remote is for signed-in users by default', async (t) => {
  const root = clone(t);
  await make(root, 'mf-tide-table', { path: '/tide-table' });
  const { areas } = readJson<PackageJson>(root, 'mf-tide-table/package.json').headwater;
  assert.deepEqual(areas, [{ group: 'standalone', audience: 'signed-in', mount: '/tide-table' }]);
});

test('creating the same remote twice is refused', async (t) => {
  const root = clone(t);
  await make(root, 'mf-tides', TIDES);
  const before = filesOf(root);
  await assert.rejects(make(root, 'mf-tides', TIDES), {
    name: 'NewRemoteError',
    message: /mf-tides exists already\n.*"\/w\/:organizationId\/tides" is taken: .* of mf-tides/,
  });
  assert.deepEqual(filesOf(root), before);
});

const faulty: [string, string, RemoteOptions, RegExp][] = [
  ['a name that is not a remote’s', 'tides', TIDES, /"tides" can't be the name/],
  ['a name with a path in it', 'mf-../x', TIDES, /"mf-\.\.\/x" can't be the name/],
  ['a name whose folder is used otherwise', 'mf-messages', TIDES, /"messages" already/],
  ['another remote’s area', 'mf-x', { path: '/w/:organizationId/data' }, /is taken: .*data of mf-data/],
  [
    'a path within another remote’s area',
    'mf-x',
    { path: '/w/:organizationId/data/x' },
    /is taken: .*data of mf-data/,
  ],
  [
    'the superuser’s',
    'mf-x',
    { path: '/superuser/x' },
    /\/superuser belongs to the server or to another group/,
  ],
  ['a path of the shell', 'mf-x', { path: '/signup-beta' }, /is taken: there is \/signup-beta of shell/],
  ['a path of the server', 'mf-x', { path: '/api/tides' }, /\/api belongs to the server/],
  ['a workspace itself', 'mf-x', { path: '/w/:organizationId' }, /can't be an address/],
  ['a workspace by another name', 'mf-x', { path: '/w/:id/x' }, /can't be an address/],
  ['an invalid path', 'mf-x', { path: 'tides' }, /can't be an address/],
  ['an invalid team', 'mf-x', { ...TIDES, team: 'A b' }, /"A b" can't be a team/],
  ['a title that is a message format', 'mf-x', { ...TIDES, title: '{x}' }, /"\{x\}" can't be a title/],
];

for (const [what, name, options, message] of faulty) {
  test(`${what} is refused, and nothing is written`, async (t) => {
    const root = clone(t);
    const before = filesOf(root);
    await assert.rejects(make(root, name, options), (error: Error) => {
      assert.ok(error instanceof NewRemoteError);
      assert.match(error.message, message);
      return true;
    });
    assert.deepEqual(filesOf(root), before);
  });
}

test('a file that cannot be written leaves everything unchanged', async (t) => {
  const root = clone(t);
  // a folder in place of one of the last files
  mkdirSync(path.join(root, '.github/workflows/mf-tides.yml'), { recursive: true });
  const before = filesOf(root);
  await assert.rejects(make(root, 'mf-tides', TIDES), { code: 'EISDIR' });
  assert.deepEqual(filesOf(root), before);
});
