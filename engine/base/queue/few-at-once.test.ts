import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewAtOnce } from './few-at-once.ts';

test('all items are done, four at a time, and the results are in their order', async () => {
  let running = 0;
  let most = 0;
  const results = await fewAtOnce([5, 1, 4, 2, 3, 6, 0], async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return turns * 10;
  });
  assert.deepEqual(results, [50, 10, 40, 20, 30, 60, 0]);
  assert.equal(most, 4);
  assert.deepEqual(await fewAtOnce([], () => Promise.reject(new Error('nothing to do'))), []);
});

test('what fails fails as a whole', async () => {
  await assert.rejects(
    fewAtOnce([1, 2], (one) => (one === 2 ? Promise.reject(new Error('two')) : Promise.resolve(one))),
    /two/,
  );
});
