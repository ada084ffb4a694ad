import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failure } from '@headwater/base/failures/failure';
import { nameStreams, type Choice, type KnownStream } from './stream-names.ts';

const broken = failure('file_empty', { file: 'orders.csv' });
const known = (key: string | null, tableName: string, facts: Partial<KnownStream> = {}): KnownStream => ({
  streamKey: key,
  tableName,
  isListed: true,
  hasTable: true,
  problem: null,
  ...facts,
});
const gone = { isListed: false };
const stream = (suggestedTableName: string) => ({
  namespace: null,
  name: suggestedTableName,
  suggestedTableName,
  columns: [],
  primaryKey: [],
  estimatedRows: null,
  estimatedBytes: null,
  problem: null,
  findings: [],
  source: {},
});
const file = (uploadId: string, table: string) => ({
  ...stream(table),
  name: `${table}.csv`,
  source: { uploadId },
});
const table = (namespace: string, name: string) => ({ ...stream(name), namespace });
const keyOf = (namespace: string, name: string) => JSON.stringify([namespace, name]);

const choices = (...entries: [key: string, selected: boolean, deselected?: boolean][]) =>
  new Map<string, Choice>(
    entries.map(([key, selected, deselected = false]) => [key, { selected, deselected }]),
  );
const outcome = (...args: Parameters<typeof nameStreams>) =>
  nameStreams(...args).map(({ tableName, selected }) => [tableName, selected]);

describe('a stream', () => {
  test('that was known keeps its table, even if a new one with that name precedes it', () => {
    const streams = [file('new', 'orders'), file('old', 'orders')];
    assert.deepEqual(outcome([known('old', 'orders')], choices(), streams, true), [
      ['orders_2', true],
      ['orders', false],
    ]);
  });

  test('that was gone and returns gets its table and its selection back', () => {
    const before = [known(keyOf('a', 'orders'), 'orders', gone)];
    const chosen = choices([keyOf('a', 'orders'), true]);
    assert.deepEqual(outcome(before, chosen, [table('a', 'orders')], false), [['orders', true]]);
  });

  test('with the name of one that is gone does not take its table', () => {
    const before = [known(keyOf('a', 'orders'), 'orders', gone)];
    const chosen = choices([keyOf('a', 'orders'), true]);
    assert.deepEqual(outcome(before, chosen, [table('b', 'orders')], false), [['orders_2', false]]);
  });

  test('takes the name of one that is gone and was never loaded', () => {
    const before = [known(keyOf('a', 'orders'), 'orders', { hasTable: false })];
    const chosen = choices([keyOf('a', 'orders'), true]);
    assert.deepEqual(outcome(before, chosen, [table('b', 'orders')], false), [['orders', false]]);
  });

  test('takes a table that was left without a stream before keys were stored', () => {
    assert.deepEqual(outcome([known(null, 'orders', gone)], choices(), [table('a', 'orders')], false), [
      ['orders', false],
    ]);
  });

  test('that can no longer be read stays selected', () => {
    const streams = [{ ...file('a', 'orders'), problem: broken }];
    assert.deepEqual(outcome([known('a', 'orders')], choices(['a', true]), streams, true), [
      ['orders', true],
    ]);
  });

  test('that is new is selected if new ones are to be selected', () => {
    assert.deepEqual(outcome([], choices(), [file('a', 'n'), file('b', 'n')], true), [
      ['n', true],
      ['n_2', true],
    ]);
    assert.deepEqual(outcome([], choices(), [file('a', 'n')], false), [['n', false]]);
  });
});

describe('a file', () => {
  test('that replaces another takes over its table, selection, and settings', () => {
    for (const selected of [true, false]) {
      const [named] = nameStreams(
        [known('old', 'orders')],
        choices(['old', selected]),
        [file('new', 'orders')],
        true,
      );
      assert.deepEqual([named?.tableName, named?.selected, named?.replaces], ['orders', selected, 'old']);
    }
  });

  test('keeps its table, whatever its name is', () => {
    assert.deepEqual(outcome([known('old', 'orders')], choices(), [file('old', 'orders_2026')], true), [
      ['orders', false],
    ]);
  });

  test("that couldn't be read and now can be is selected like a new one", () => {
    const unread = [known('a', 'orders', { problem: broken })];
    assert.deepEqual(outcome(unread, choices(), [file('a', 'orders')], true), [['orders', true]]);
    assert.deepEqual(outcome(unread, choices(), [file('replacement', 'orders')], true), [['orders', true]]);
    const stillUnread = { ...file('a', 'orders'), problem: broken };
    assert.deepEqual(outcome(unread, choices(), [stillUnread], true), [['orders', false]]);
    assert.deepEqual(outcome(unread, choices(), [file('a', 'orders')], false), [['orders', false]]);
  });

  test('that someone has deselected stays deselected, whether or not it could be read then', () => {
    const unread = [known('a', 'orders', { problem: broken })];
    assert.deepEqual(outcome(unread, choices(['a', false, true]), [file('a', 'orders')], true), [
      ['orders', false],
    ]);
    const unreadNow = { ...file('a', 'orders'), problem: broken };
    const [after] = nameStreams([known('a', 'orders')], choices(), [unreadNow], true);
    assert.deepEqual([after?.selected, after?.deselected], [false, true]);
  });
});
