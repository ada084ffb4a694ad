import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nullDrift, rowDrift } from './drift.ts';

const STEADY = [100, 102, 98, 101, 99];

test('a table drifts if its rows are far from what they usually are', () => {
  const { usual, drifts } = rowDrift(105, STEADY);
  assert.deepEqual(
    usual,
    { low: 90, high: 110 },
    '10 % of the median, which is more than 4.5 deviations of 1',
  );
  assert.equal(drifts, false);
  for (const [rows, expected] of [
    [110, false],
    [111, true],
    [90, false],
    [89, true],
    [0, true],
  ] as const)
    assert.equal(rowDrift(rows, STEADY).drifts, expected, String(rows));
});

test('a table whose rows vary a lot has a wider range, and one that grows steadily doesn’t drift', () => {
  assert.deepEqual(rowDrift(0, [100, 50, 150, 60, 140]).usual, { low: 0, high: 280 });
  const growing = Array.from({ length: 10 }, (_, at) => 1_000 + at * 500);
  assert.equal(rowDrift(1_000 + 10 * 500, growing).drifts, false);
});

test('nothing is said with fewer than five earlier runs, or without a count', () => {
  assert.deepEqual(rowDrift(1, [100, 100, 100, 100]), { earlier: 4, usual: null, drifts: false });
  assert.equal(rowDrift(null, STEADY).drifts, false);
});

test('a share of NULLs drifts by more than five percentage points, within 0 and 1', () => {
  const none = [0, 0, 0, 0, 0];
  assert.deepEqual(nullDrift(0.05, none), { earlier: 5, usual: { low: 0, high: 0.05 }, drifts: false });
  assert.equal(nullDrift(0.06, none).drifts, true);
  assert.deepEqual(nullDrift(1, [1, 1, 1, 1, 1, 1]).usual, { low: 0.95, high: 1 });
});
