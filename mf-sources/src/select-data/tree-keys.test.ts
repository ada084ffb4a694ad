import { stream } from '../testing/fixtures.ts';
import { effectOf } from './tree-keys.ts';
import { treeRows } from './tree-rows.ts';

const streams = ['a', 'b', 'c'].map((name) => stream(name));
const open = treeRows(streams, streams, new Set());
const closed = treeRows(streams, streams, new Set(['public']));
const press = (key: string, at: number, { opened = null as string | null, rows = open } = {}) =>
  effectOf(key, { rows, at, opened, page: 2 });

test('moves by one row, by a page, and to both ends, and stays within the rows', () => {
  expect(press('ArrowDown', 0)).toEqual({ goTo: 1 });
  expect(press('ArrowDown', 3)).toEqual({ goTo: 3 });
  expect(press('ArrowUp', 0)).toEqual({ goTo: 0 });
  expect(press('PageDown', 0)).toEqual({ goTo: 2 });
  expect(press('PageUp', 1)).toEqual({ goTo: 0 });
  expect(press('End', 0)).toEqual({ goTo: 3 });
  expect(press('Home', 3)).toEqual({ goTo: 0 });
});

test('Right opens a schema, then moves into it, and Left closes it', () => {
  expect(press('ArrowRight', 0, { rows: closed })).toEqual({ open: closed[0] });
  expect(press('ArrowRight', 0)).toEqual({ goTo: 1 });
  expect(press('ArrowLeft', 0)).toEqual({ close: open[0] });
});

test('Right opens the columns of a table, and Left closes them, then moves to its schema', () => {
  expect(press('ArrowRight', 2)).toEqual({ open: open[2] });
  expect(press('ArrowLeft', 2, { opened: 'b' })).toEqual({ close: open[2] });
  expect(press('ArrowLeft', 2, { opened: 'c' })).toEqual({ goTo: 0 });
});

test('in a source without schemas, Left stays where it is', () => {
  const files = [stream('orders', { namespace: null })];
  expect(press('ArrowLeft', 0, { rows: treeRows(files, files, new Set()) })).toEqual({ goTo: 0 });
});

test('Space selects a table, Enter moves to its columns, and both open and close a schema', () => {
  expect(press(' ', 1)).toEqual({ select: open[1] });
  expect(press('Enter', 1)).toEqual({ enter: open[1] });
  for (const key of [' ', 'Enter']) {
    expect(press(key, 0)).toEqual({ close: open[0] });
    expect(press(key, 0, { rows: closed })).toEqual({ open: closed[0] });
  }
});

test('other keys do nothing, and no key does in a list without rows', () => {
  expect(press('a', 1)).toBeUndefined();
  expect(press('ArrowDown', 0, { rows: [] })).toBeUndefined();
});
