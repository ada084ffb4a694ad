import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCollapsed } from './collapse.ts';

for (const [before, after, collapsed] of [
  [null, 0, false],
  [0, 0, false],
  [1, 0, true],
  [9, 1, false],
  [9, 0, true],
  [10, 1, false],
  [11, 1, true],
  [1_000, 100, false],
  [1_000, 99, true],
  [5, 5_000, false],
] as const) {
  test(`a table with ${before} rows that now has ${after} has ${collapsed ? '' : 'not '}collapsed`, () => {
    assert.equal(hasCollapsed(before, after), collapsed);
  });
}
