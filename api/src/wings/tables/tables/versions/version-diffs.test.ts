import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VersionDiff } from '@headwater/shared/contract';
import { VersionDiffs } from './version-diffs.ts';

const NONE = { changed: 0 } as VersionDiff;
const stays = () => new AbortController().signal;

test('the same comparison is made once, and its result is kept', async () => {
  const diffs = new VersionDiffs();
  let made = 0;
  const compare = async () => ((made += 1), NONE);
  const both = await Promise.all([diffs.watch('a', compare, stays()), diffs.watch('a', compare, stays())]);
  assert.deepEqual([...both, await diffs.watch('a', compare, stays())], [NONE, NONE, NONE]);
  assert.equal(made, 1);
  diffs.close();
});

test('a request doesn’t wait for more than 10 seconds, and the next one continues', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const diffs = new VersionDiffs();
  const { promise, resolve } = Promise.withResolvers<VersionDiff>();
  const first = diffs.watch('a', () => promise, stays());
  t.mock.timers.tick(10_000);
  assert.equal(await first, null);
  t.mock.timers.tick(4_999);
  const second = diffs.watch('a', () => Promise.reject(new Error('made again')), stays());
  resolve(NONE);
  assert.equal(await second, NONE);
});

test('a comparison that everyone has left is canceled after 5 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const diffs = new VersionDiffs();
  const leaving = new AbortController();
  let signal = stays();
  const never = (given: AbortSignal) => {
    signal = given;
    return new Promise<VersionDiff>(() => undefined);
  };
  const watching = diffs.watch('a', never, leaving.signal);
  leaving.abort();
  await assert.rejects(watching, { name: 'AbortError' });
  t.mock.timers.tick(4_999);
  assert.equal(signal.aborted, false);
  t.mock.timers.tick(1);
  assert.equal(signal.aborted, true);
});

test('one that has failed is made again for the next request', async () => {
  const diffs = new VersionDiffs();
  await assert.rejects(
    diffs.watch('a', () => Promise.reject(new Error('no room')), stays()),
    /no room/,
  );
  assert.equal(await diffs.watch('a', async () => NONE, stays()), NONE);
  diffs.close();
});
