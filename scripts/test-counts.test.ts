import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { runSection } from './sections.ts';
import { countJest, countLine, countNode, sum, summary } from './test-counts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'headwater-counts-'));
test.after(() => rmSync(folder, { recursive: true }));
const write = (value: unknown) => {
  const file = path.join(folder, 'counts.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
};

test('Jest counts a file that could not be run as a failure', () => {
  const file = write({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    numRuntimeErrorTestSuites: 1,
  });
  assert.deepEqual(countJest(file), { passed: 3, failed: 2, skipped: 3 });
});

test('Node counts a canceled test as a failure', () => {
  const file = write({ passed: 3, failed: 1, cancelled: 1, skipped: 2, todo: 0, tests: 7, suites: 1 });
  assert.deepEqual(countNode(file), { passed: 3, failed: 2, skipped: 2 });
});

test('the last line of counts is used', () => {
  assert.deepEqual(countLine('1 passed, 1 failed\nmore\n12 passed, 0 failed, 3 skipped\n'), {
    passed: 12,
    failed: 0,
    skipped: 3,
  });
  assert.throws(() => countLine('no counts here'));
});

test('the summary contains skipped only if something was skipped', () => {
  const total = sum([
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 1, skipped: 0 },
  ]);
  assert.equal(summary(total), '3 passed, 1 failed');
  assert.equal(summary({ ...total, skipped: 4 }), '3 passed, 1 failed, 4 skipped');
});

test('a section fails by its exit code, by its counts, without counts, or by its time limit', async () => {
  const run = async (code: string, count?: (output: string) => ReturnType<typeof countLine>, minutes = 1) => {
    const { passed, failed } = await runSection({ name: 'x', args: ['-e', code], minutes, count });
    return { passed, failed };
  };
  assert.deepEqual(await run(''), { passed: 1, failed: 0 });
  assert.deepEqual(await run('process.exit(3)'), { passed: 0, failed: 1 });
  assert.deepEqual(await run('console.log("5 passed, 0 failed")', countLine), { passed: 5, failed: 0 });
  assert.deepEqual(await run('console.log("5 passed, 2 failed"); process.exit(1)', countLine), {
    passed: 5,
    failed: 2,
  });
  assert.deepEqual(await run('console.log("5 passed, 0 failed"); process.exit(1)', countLine), {
    passed: 5,
    failed: 1,
  });
  assert.deepEqual(await run('', countLine), { passed: 0, failed: 1 });
  assert.deepEqual(await run('setInterval(() => {}, 1000)', undefined, 0.005), { passed: 0, failed: 1 });
});

test('the reporter writes the counts of all files', async () => {
  const first = path.join(folder, 'a.test.mjs');
  writeFileSync(
    first,
    "import test from 'node:test'; test('a', () => {}); test('b', () => { throw 1 }); test.skip('c');",
  );
  const file = path.join(folder, 'node.json');
  const reporters = [
    '--test-reporter=./scripts/node-test-reporter.mjs',
    `--test-reporter-destination=${file}`,
  ];
  // The runner of this file must not be inherited, or the inner one would only report to it.
  const env = { NODE_TEST_CONTEXT: undefined };
  const { passed, failed, skipped } = await runSection({
    name: 'x',
    args: ['--test', ...reporters, first],
    env,
    minutes: 1,
    count: () => countNode(file),
  });
  assert.deepEqual({ passed, failed, skipped }, { passed: 1, failed: 1, skipped: 1 });
});
