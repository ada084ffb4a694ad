import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readShard } from './shard.ts';
import { testStages } from './test-sections.ts';

test('a part is named by its number and theirs', () => {
  assert.deepEqual(readShard([]), { part: 1, of: 1 });
  assert.deepEqual(readShard(['--shard', '2/4']), { part: 2, of: 4 });
  assert.deepEqual(readShard(['--shard=4/4']), { part: 4, of: 4 });
  for (const wrong of [['--shard'], ['--shard', '5/4'], ['--shard', '0/4'], ['2/4'], ['--watch']])
    assert.throws(() => readShard(wrong), /^Error: Usage: npm test/, wrong.join(' '));
});

test('parts divide the long sections, and the first one has all others', (t) => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'headwater-shard-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const sections = (shard?: { part: number; of: number }) =>
    testStages(scratch, shard).flatMap((stage) => stage.sections);
  const names = sections().map(({ name }) => name);
  const divided = ['Build', 'Tests of the browser', 'Tests of engine and api', 'Journeys in a browser'];
  assert.deepEqual(
    sections({ part: 1, of: 3 }).map(({ name }) => name),
    names,
  );
  const second = sections({ part: 2, of: 3 });
  assert.deepEqual(
    second.map(({ name }) => name),
    divided,
  );
  for (const { name, args } of second.filter((one) => one.name !== 'Build'))
    assert.equal(args.filter((arg) => arg.endsWith('shard=2/3')).length, 1, name);
  assert.ok(!sections().some(({ args }) => args.some((arg) => arg.includes('shard='))));
});
