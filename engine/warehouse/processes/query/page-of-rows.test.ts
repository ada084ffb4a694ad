import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beside } from './page-of-rows.ts';

test('groups of columns are joined by their rows’ IDs, in whatever order each was read', () => {
  const rows = beside([
    {
      width: 2,
      rows: [
        ['["a","b"]', null, '7'],
        ['["c","d"]', [1], '9'],
      ],
    },
    {
      width: 1,
      rows: [
        ['["z"]', [0], '9'],
        ['["y"]', null, '7'],
      ],
    },
  ]);
  assert.deepEqual(rows, [
    ['["a","b","y"]', [], '7'],
    ['["c","d","z"]', [1, 2], '9'],
  ]);
});
