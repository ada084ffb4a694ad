import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsOf } from './parts.ts';

const parts = (weights: readonly number[]) => [
  ...partsOf(weights, { items: 500, weight: 5_000 }, (weight) => weight),
];
const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);

test('every item is in one part, in order, and a part exceeds the weight only with a single item', () => {
  const weights = fc.array(fc.oneof(fc.nat(20), fc.nat(7_000)), { maxLength: 2_000 });
  fc.assert(
    fc.property(weights, (all) => {
      const split = parts(all);
      assert.deepEqual(split.flat(), all);
      for (const part of split) {
        assert.ok(part.length > 0 && part.length <= 500);
        assert.ok(part.length === 1 || sum(part) <= 5_000);
      }
    }),
  );
});

test('a part is as large as it can be', () => {
  assert.deepEqual(
    parts(Array<number>(10_000).fill(10)).map(({ length }) => length),
    Array(20).fill(500),
  );
  assert.deepEqual(
    parts(Array<number>(7).fill(1_600)).map(({ length }) => length),
    [3, 3, 1],
  );
});
