import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { LimitWatch } from './limit-watch.ts';
import { startChild } from './start-child.ts';

const hasUsage = existsSync('/proc/self/stat');

async function endOf(what: string, limits: ConstructorParameters<typeof LimitWatch>[1]) {
  const child = startChild(new URL('./testing/spin.ts', import.meta.url), 'reader');
  const watch = new LimitWatch(child, limits);
  await once(child, 'message');
  child.send(what);
  await once(child, 'exit');
  return watch.reached?.failure;
}

test('a process that works without a word is ended, and told by its limit', { skip: !hasUsage }, async () => {
  const failure = await endOf('spin', { silentSeconds: 0.5 });
  assert.equal(failure?.code, 'work_without_progress');
  assert.deepEqual([failure.values, failure.retryable], [{ seconds: 0.5 }, false]);
});

test('a process that fills the memory is ended, and told by its limit', { skip: !hasUsage }, async () => {
  const failure = await endOf('fill', { residentBytes: 200 * 1024 ** 2 });
  assert.equal(failure?.code, 'memory_limit_reached');
  assert.deepEqual([failure.values, failure.retryable], [{ megabytes: 200 }, false]);
});

test('the end of a process that got no more memory is told as that, and any other end isn’t', async () => {
  assert.equal((await endOf('abort', {}))?.code, 'memory_limit_reached');
  const child = startChild(new URL('./testing/spin.ts', import.meta.url), 'reader');
  const watch = new LimitWatch(child);
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(watch.reached, null);
});
