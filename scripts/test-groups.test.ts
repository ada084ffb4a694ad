import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { runSection } from './sections.ts';
import { countNode } from './test-counts.ts';
import { testGroups, writeTestGroups } from './test-groups.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'headwater-groups-')));
test.after(() => rmSync(root, { recursive: true }));

/** Writes test files of a package, and returns its name. */
function packageOf(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(root, 'package-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return path.basename(folder);
}

const namesIn = (folder: string) =>
  testGroups([folder], root).map((group) =>
    group.map((file) => path.relative(path.join(root, folder), file)),
  );

describe('groups', () => {
  test('are of a similar size, the largest files first, and always the same', () => {
    const sizes = [900, 500, 400, 300, 200, 100, 50, 40, 30, 20];
    const folder = packageOf(
      Object.fromEntries(sizes.map((size, at) => [`${at}.test.ts`, '/'.repeat(size)])),
    );
    assert.deepEqual(namesIn(folder), [
      ['0.test.ts', '3.test.ts', '6.test.ts', '9.test.ts'],
      ['1.test.ts', '2.test.ts', '4.test.ts', '5.test.ts', '7.test.ts', '8.test.ts'],
    ]);
  });

  test('consist of one file if it says that it needs a process of its own, and these are first', () => {
    const folder = packageOf({
      'a.test.ts': '',
      'deep/b.test.ts': '// In a process of its own: it takes minutes.\n',
      'node_modules/c.test.ts': '',
      'd.ts': '',
      'e.test.ts': '',
    });
    assert.deepEqual(namesIn(folder), [['deep/b.test.ts'], ['a.test.ts', 'e.test.ts']]);
  });
});

const IMPORT = `import assert from 'node:assert/strict'; import { after, before, test } from 'node:test';\n`;

describe('files in one process', () => {
  /** Runs one group. */
  async function run(files: Record<string, string>) {
    const folder = packageOf(files);
    const counts = path.join(root, 'counts.json');
    const groups = writeTestGroups(testGroups([folder], root), path.join(root, folder, 'groups'), 2_000);
    const { output, passed, failed } = await runSection({
      name: 'x',
      args: [
        ...['--test', '--test-timeout=2000'],
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
        ...['--test-reporter=./scripts/node-test-reporter.mjs', `--test-reporter-destination=${counts}`],
        groups,
      ],
      // The runner of this file must not be inherited, or the inner one would only report to it.
      env: { NODE_TEST_CONTEXT: undefined },
      minutes: 1,
      count: () => countNode(counts),
    });
    return { output, passed, failed };
  }

  test('run one after another with hooks of their own, and are counted as if each had its own process', async () => {
    const text = `${IMPORT}
      globalThis.state ??= [];
      assert.ok(!globalThis.state.includes('open'));
      before(() => globalThis.state.push('open'));
      after(() => globalThis.state.pop());
      await new Promise(setImmediate);
      test('one', () => assert.deepEqual(globalThis.state, ['open']));
      test('two', () => assert.deepEqual(globalThis.state, ['open']));`;
    const { passed, failed, output } = await run({ 'a.test.ts': text, 'b.test.ts': text });
    assert.deepEqual([passed, failed], [4, 0], output);
  });

  test('fail with the file and line of the test', async () => {
    const { passed, failed, output } = await run({
      'a.test.ts': `${IMPORT}test('right', () => {});`,
      'b.test.ts': `${IMPORT}\ntest('wrong', () => assert.fail('a reason'));`,
    });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(output, /test at .*b\.test\.ts:3:1\n.*wrong.*\n.*a reason/);
  });

  test('fail with the name of a file that has no tests, or can’t be loaded, and the others run', async () => {
    const { passed, failed, output } = await run({
      'a.test.ts': '',
      'b.test.ts': `throw new Error('a reason');`,
      'c.test.ts': `${IMPORT}await new Promise(() => {}); test('never', () => {});`,
      'd.test.ts': `${IMPORT}test('right', () => {});`,
    });
    assert.equal(passed, 1);
    assert.ok(failed > 0);
    assert.match(output, /✖ .*a\.test\.ts has no tests/);
    assert.match(output, /✖ .*b\.test\.ts .*\n.*a reason/);
    assert.match(output, /✖ .*c\.test\.ts .*\n.*could not be loaded in time/);
  });

  test('fail with the name of a test that hangs', async () => {
    const { passed, failed, output } = await run({
      'a.test.ts': `${IMPORT}test('hangs', () => new Promise(() => {}));`,
      'b.test.ts': `${IMPORT}test('right', () => {});`,
    });
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(output, /test at .*a\.test\.ts:2:1\n.*hangs.*\n.*timed out/);
  });

  test('fail if one leaves something open, and tell which', async () => {
    const { passed, failed, output } = await run({
      'a.test.ts': `${IMPORT}test('leaks', () => { setInterval(() => {}, 1_000) });`,
      'b.test.ts': `${IMPORT}test('right', () => {}); // longer than the other, and so before it`,
    });
    assert.deepEqual([passed, failed], [2, 1]);
    assert.match(output, /b\.test\.ts: (?!.*Timeout Timeout).*\n.*a\.test\.ts: .*Timeout Timeout/);
  });

  test('fail if one leaves the environment changed', async () => {
    const { passed, failed, output } = await run({
      'a.test.ts': `${IMPORT}test('right', () => { process.env.TMPDIR = '/nowhere' });`,
      'b.test.ts': `${IMPORT}test('right', () => {});`,
    });
    assert.deepEqual([passed, failed], [2, 1]);
    assert.match(output, /a\.test\.ts leaves process\.env or the working directory changed/);
  });

  test('fail if one ends the process before the others have run', async () => {
    const { failed, output } = await run({
      'a.test.ts': `${IMPORT}test('exits', () => process.exit(0)); // longer, and so first`,
      'b.test.ts': `${IMPORT}test('right', () => {});`,
    });
    assert.equal(failed, 1);
    assert.match(output, /a\.test\.ts ended the process/);
  });

  test('fail with the test that throws after its end', async () => {
    const { failed, output } = await run({
      'a.test.ts': `${IMPORT}test('throws late', () => { setImmediate(() => assert.fail('a reason')) });`,
      'b.test.ts': `${IMPORT}test('right', () => new Promise((resolve) => setImmediate(resolve)));`,
    });
    assert.ok(failed > 0);
    assert.match(output, /Test "throws late" at .*a\.test\.ts:2:1 generated asynchronous activity/);
  });
});
