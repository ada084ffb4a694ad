import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { lockHash } from './installed.mjs';
import { ROOT } from './packages.ts';

/** Creates a clone with the bootstrap, a script to run, and the test's files. */
function clone(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-bootstrap-'));
  t.after(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'scripts'));
  for (const file of ['bootstrap.mjs', 'installed.mjs'])
    cpSync(path.join(ROOT, 'scripts', file), path.join(root, 'scripts', file));
  const plain = { 'package-lock.json': '{"packages":{}}', 'package.json': '{}' };
  for (const [file, text] of Object.entries({ ...plain, ...files })) {
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

/**
 * Creates node_modules as npm ci does. The `version` of its Node decides whether the bootstrap may continue
 * in its own process.
 */
function install(root: string, version = process.version.slice(1)): void {
  mkdirSync(path.join(root, 'node_modules', '.bin'), { recursive: true });
  mkdirSync(path.join(root, 'node_modules', 'node'));
  writeFileSync(path.join(root, 'node_modules', 'node', 'package.json'), JSON.stringify({ version }));
  symlinkSync(process.execPath, path.join(root, 'node_modules', '.bin', 'node'));
  writeFileSync(path.join(root, 'node_modules', '.headwater-lock'), lockHash(root));
}

function boot(root: string, args: string[], env: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'bootstrap.mjs'), ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  return { child, ended };
}

const ECHO = 'console.log(process.argv.slice(2).join("|"), process.ppid); process.exitCode = 7;';
const OTHER_NODE = '0.0.0';

test('a script runs in the same process if that is the right Node', async (t) => {
  const root = clone(t, { 'x.ts': ECHO });
  install(root);
  const { ended } = boot(root, ['x.ts', 'one', '--two=3']);
  assert.deepEqual(await ended, { code: 7, output: `one|--two=3 ${process.pid}\n` });
});

test('otherwise, it runs in the Node of node_modules, with arguments and exit code passed on', async (t) => {
  const root = clone(t, { 'x.ts': ECHO });
  install(root, OTHER_NODE);
  const { child, ended } = boot(root, ['x.ts', 'one', '--two=3']);
  assert.deepEqual(await ended, { code: 7, output: `one|--two=3 ${child.pid}\n` });
});

for (const [where, version] of [
  ['in the same process', process.version.slice(1)],
  ['in the Node of node_modules', OTHER_NODE],
] as const) {
  test(`compiled code is kept next to the packages, ${where}`, async (t) => {
    const script = `console.log(require('node:path').dirname(require('node:module').getCompileCacheDir()));`;
    const root = clone(t, { 'x.ts': script });
    install(root, version);
    const { ended } = boot(root, ['x.ts'], { NODE_COMPILE_CACHE: undefined });
    assert.equal((await ended).output, `${path.join(root, 'node_modules', '.cache', 'compile')}\n`);
  });
}

test('signals are passed to the script, and its result is passed back', async (t) => {
  const waits = (onSignal: string) => `setInterval(() => {}, 1000); ${onSignal} console.log('up');`;
  const cases: [string, number][] = [
    ["process.on('SIGTERM', () => process.exit(5));", 5],
    ['', 128 + 15],
  ];
  for (const [onSignal, expected] of cases) {
    const root = clone(t, { 'x.ts': waits(onSignal) });
    install(root, OTHER_NODE);
    const { child, ended } = boot(root, ['x.ts']);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.equal((await ended).code, expected);
  }
});

/** A fake npm that prints its arguments and does what the test wants. */
function fakeNpm(root: string, body: string): Record<string, string> {
  const file = path.join(root, 'npm.cjs');
  writeFileSync(file, `console.log('npm', process.argv[2]); ${body}`);
  chmodSync(file, 0o755);
  return { npm_execpath: file, npm_node_execpath: process.execPath };
}

test('a fresh clone is installed once, by the npm that started the script', async (t) => {
  const root = clone(t, { 'x.ts': ECHO });
  const make = `
    const fs = require('node:fs');
    fs.mkdirSync('node_modules/.bin', { recursive: true });
    fs.mkdirSync('node_modules/node');
    fs.writeFileSync('node_modules/node/package.json', '{"version":"${OTHER_NODE}"}');
    fs.symlinkSync(process.execPath, 'node_modules/.bin/node');`;
  const env = fakeNpm(root, make);
  const first = await boot(root, ['x.ts'], env).ended;
  assert.equal(first.code, 7);
  assert.match(first.output, /^Installing packages with npm ci[^\n]*\nnpm ci\n/);
  const second = await boot(root, ['x.ts'], env).ended;
  assert.equal(second.code, 7);
  assert.doesNotMatch(second.output, /npm/);
});

test('only installed packages that package.json allows run install scripts', async (t) => {
  const allowScripts = { node: true, '@x/other-platform': true, nosy: false };
  const root = clone(t, { 'x.ts': ECHO, 'package.json': JSON.stringify({ allowScripts }) });
  const make = `
    console.log(process.argv.slice(2).join(' '));
    const fs = require('node:fs');
    for (const name of ['.bin', 'node', 'nosy', 'unjudged'])
      fs.mkdirSync('node_modules/' + name, { recursive: true });
    fs.writeFileSync('node_modules/node/package.json', '{"version":"${OTHER_NODE}"}');
    if (process.argv[2] === 'ci') fs.symlinkSync(process.execPath, 'node_modules/.bin/node');`;
  const { code, output } = await boot(root, ['x.ts'], fakeNpm(root, make)).ended;
  assert.equal(code, 7, output);
  const [, ci, , rebuild] = output.split('\n').filter((line) => /^(npm|ci|rebuild) ?/.test(line));
  assert.match(ci!, /^ci --ignore-scripts /);
  assert.equal(rebuild, 'rebuild --ignore-scripts=false --loglevel=error node');
});

test('a failed installation reports whether the network was the reason', async (t) => {
  const root = clone(t, { 'x.ts': ECHO });
  const run = (words: string) =>
    boot(root, ['x.ts'], fakeNpm(root, `console.error('${words}'); process.exit(1);`)).ended;
  const offline = await run('npm error code EAI_AGAIN');
  assert.equal(offline.code, 1);
  assert.match(offline.output, /needs the network/);
  const other = await run('npm error code EUSAGE');
  assert.equal(other.code, 1);
  assert.match(other.output, /npm ci failed with exit code 1/);
});
