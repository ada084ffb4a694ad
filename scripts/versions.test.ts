import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { BUILT, ROOT } from './packages.ts';

const LERNA = path.join(ROOT, 'node_modules/lerna/dist/cli.js');
const VERSIONED = ['shared', 'api', 'delivery', ...BUILT];

/** Creates a repository with our manifests and Lerna settings, released once. */
function released(t: TestContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-versions-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, NX_DAEMON: 'false' },
    });
  const git = (...args: string[]) => run('git', ...args);
  const lerna = (...args: string[]) => run(process.execPath, LERNA, ...args, '--loglevel=error');
  const manifest = (name: string) => JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
  const change = (file: string) => {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    appendFileSync(path.join(root, file), '\n');
    git('add', '-A');
    git('commit', '-qm', `Change ${file}`);
  };
  cpSync(path.join(ROOT, 'lerna.json'), path.join(root, 'lerna.json'));
  for (const name of ['.', ...VERSIONED]) {
    mkdirSync(path.join(root, name), { recursive: true });
    cpSync(path.join(ROOT, name, 'package.json'), path.join(root, name, 'package.json'));
  }
  git('init', '-qb', 'main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.com');
  change('README.md');
  git('tag', '-am', 'released', 'shell@0.1.0');
  const changed = () =>
    JSON.parse(lerna('changed', '--all', '--json').trim() || '[]').map(({ name }: { name: string }) => name);
  return { change, changed, lerna, manifest };
}

test('a package gets a new version if its code has changed, but not for tests or documentation', (t) => {
  const { change, changed } = released(t);
  change('shared/ui/button.test.tsx');
  change('shared/testing/fake-api.ts');
  change('shared/README.md');
  change('mf-data/src/routes.tsx');
  assert.deepEqual(changed(), ['mf-data']);
});

test('packages built on shared get a new version with it and depend on exactly that version', (t) => {
  const { change, lerna, manifest } = released(t);
  const before = Object.fromEntries(VERSIONED.map((name) => [name, manifest(name).version]));
  change('shared/contract/ground/words.ts');
  lerna('version', 'minor', '--yes', '--no-push');
  const { version } = manifest('shared');
  for (const name of VERSIONED) assert.notEqual(manifest(name).version, before[name], name);
  for (const name of VERSIONED.filter((each) => each !== 'shared'))
    assert.equal(manifest(name).dependencies['@headwater/shared'], version, name);
});

/** Returns the packages in the table of what isn't current whose version there isn't the one that is installed. */
function staleRows(table: string, installed: Record<string, string>): string[] {
  const rows = [...table.matchAll(/^\| `(\S+)` +\| (\S+) +\| (\S+) +\|/gm)];
  return rows.flatMap(([, name, here, newest]) =>
    installed[name!] === here && here !== newest ? [] : [`${name} is ${installed[name!]}, not ${here}`],
  );
}

test('the table of dependencies that are not current says what is installed', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const manifests = ['.', 'e2e', 'bench', ...VERSIONED].map((name) =>
    JSON.parse(read(path.join(name, 'package.json'))),
  );
  const installed = Object.assign(
    {},
    ...manifests.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]),
  );
  assert.deepEqual(staleRows(read('docs/dependencies.md'), installed), []);
  const table = '| `a`   | 1.0.0 | 2.0.0 | old |\n| `@b/c` | 1.0.0 | 3.0.0 | gone on |\n';
  assert.deepEqual(staleRows(table, { a: '1.0.0', '@b/c': '2.0.0' }), ['@b/c is 2.0.0, not 1.0.0']);
});

test('a version manager gives a checkout the Node that the product runs on', () => {
  const { devDependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  assert.equal(readFileSync(path.join(ROOT, '.nvmrc'), 'utf8'), `${devDependencies.node}\n`);
});
