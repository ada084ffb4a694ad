import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentsOf } from './source-comments.ts';

test('comments are kept without what can’t be shown, and empty ones not at all', () => {
  const { table, columns } = commentsOf('  Orders\r\nof\u0000 the \u202eshop\u0007. ', [
    ['a', ''],
    ['b', ' \u0001 '],
    ['c', null],
    ['d', 12],
    ['__proto__', 'What it is.\tOr not.'],
    ['e', 'half \ud83d'],
  ]);
  assert.equal(table, 'Orders\nof  the  shop .');
  assert.deepEqual(Object.entries(columns!), [
    ['__proto__', 'What it is.\tOr not.'],
    ['e', 'half \ufffd'],
  ]);
  assert.deepEqual(commentsOf(undefined, []), {});
});

test('comments are no longer than what people may write', () => {
  const { table, columns } = commentsOf('x'.repeat(1_000_000), [
    ['a', 'y'.repeat(501)],
    ['b', 'z'.repeat(500)],
  ]);
  assert.equal(table, `${'x'.repeat(1_999)}…`);
  assert.equal(columns!['a'], `${'y'.repeat(499)}…`);
  assert.equal(columns!['b'], 'z'.repeat(500));
});
