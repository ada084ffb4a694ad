import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { catalogParts } from './catalog-parts.ts';

const partsOf = (widths: readonly number[]) => [...catalogParts(widths, (width) => width)];
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

test('puts every stream into one part, in order, and exceeds the limits only for a single wide stream', () => {
  const widths = fc.array(fc.oneof(fc.nat(20), fc.nat(7_000)), { maxLength: 2_000 });
  fc.assert(
    fc.property(widths, (all) => {
      const parts = partsOf(all);
      assert.deepEqual(parts.flat(), all);
      for (const part of parts) {
        assert.ok(part.length > 0 && part.length <= 500);
        assert.ok(part.length === 1 || sum(part) <= 5_000);
      }
    }),
  );
});

test('makes each part as large as possible', () => {
  assert.deepEqual(
    partsOf(Array<number>(10_000).fill(10)).map(({ length }) => length),
    Array(20).fill(500),
  );
  assert.deepEqual(
    partsOf(Array<number>(7).fill(1_600)).map(({ length }) => length),
    [3, 3, 1],
  );
});
