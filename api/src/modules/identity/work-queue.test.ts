import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkQueue } from './work-queue.ts';

test('runs two at once in their order, lets three wait, and takes no more', async () => {
  const queue = new WorkQueue(2, 3);
  const begun: number[] = [];
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  const works = gates.map((gate, index) =>
    queue.add(async () => {
      begun.push(index);
      await gate.promise;
      return index;
    }),
  );
  assert.equal(works[5], undefined);
  assert.deepEqual(begun, [0, 1]);
  gates[1]!.reject(new Error('one that fails gives its place on, too'));
  await assert.rejects(works[1]!);
  await new Promise(setImmediate);
  assert.deepEqual(begun, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await Promise.all([works[0], works[2], works[3], works[4]]), [0, 2, 3, 4]);
  assert.equal(await queue.add(async () => 'free again'), 'free again');
});
