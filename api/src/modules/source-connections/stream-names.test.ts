import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failure } from '../../platform/failures/failure.ts';
import { nameStreams, type KnownStream } from './stream-names.ts';

const broken = failure('file_empty', { file: 'orders.csv' });
const known = (uploadId: string, tableName: string, selected = true): KnownStream => ({
  namespace: null,
  name: `${tableName}.csv`,
  table_name: tableName,
  selected,
  deselected: false,
  problem: null,
  source: { uploadId },
});
const found = (uploadId: string, suggestedTableName: string) => ({
  namespace: null,
  name: `${suggestedTableName}.csv`,
  suggestedTableName,
  columns: [],
  primaryKey: [],
  estimatedRows: null,
  estimatedBytes: null,
  problem: null,
  findings: [],
  source: { uploadId },
});
const outcome = (...args: Parameters<typeof nameStreams>) =>
  nameStreams(...args).map(({ tableName, selected }) => [tableName, selected]);

describe('a stream', () => {
  test('that was known keeps its table, even if a new one with that name precedes it', () => {
    const streams = [found('new', 'orders'), found('old', 'orders')];
    assert.deepEqual(outcome([known('old', 'orders', false)], streams, true), [
      ['orders_2', true],
      ['orders', false],
    ]);
  });

  test('that replaces another takes over its table and selection', () => {
    for (const selected of [true, false])
      assert.deepEqual(outcome([known('old', 'orders', selected)], [found('new', 'orders')], true), [
        ['orders', selected],
      ]);
  });

  test("of a file keeps its table, whatever the file's name is", () => {
    assert.deepEqual(outcome([known('old', 'orders', false)], [found('old', 'orders_2026')], true), [
      ['orders', false],
    ]);
  });

  test("that couldn't be read and now can be is selected like a new one", () => {
    const unread = { ...known('a', 'orders', false), problem: broken };
    assert.deepEqual(outcome([unread], [found('a', 'orders')], true), [['orders', true]]);
    assert.deepEqual(outcome([unread], [found('replacement', 'orders')], true), [['orders', true]]);
    assert.deepEqual(outcome([unread], [{ ...found('a', 'orders'), problem: broken }], true), [
      ['orders', false],
    ]);
    assert.deepEqual(outcome([unread], [found('a', 'orders')], false), [['orders', false]]);
  });

  test('that someone has deselected stays deselected, whether or not it could be read then', () => {
    const deselected = { ...known('a', 'orders', false), deselected: true, problem: broken };
    assert.deepEqual(outcome([deselected], [found('a', 'orders')], true), [['orders', false]]);
    const unreadNow = { ...found('a', 'orders'), problem: broken };
    const [after] = nameStreams([known('a', 'orders', false)], [unreadNow], true);
    assert.deepEqual([after?.selected, after?.deselected], [false, true]);
  });

  test('that can no longer be read stays selected', () => {
    const streams = [{ ...found('a', 'orders'), problem: broken }];
    assert.deepEqual(outcome([known('a', 'orders')], streams, true), [['orders', true]]);
  });

  test('that is new is selected if new ones are to be selected', () => {
    assert.deepEqual(outcome([], [found('a', 'n'), found('b', 'n')], true), [
      ['n', true],
      ['n_2', true],
    ]);
    assert.deepEqual(outcome([], [found('a', 'n')], false), [['n', false]]);
  });
});
