import { moveBy } from './use-active-cell.ts';

const size = { rows: 100, columns: 5, page: 12, withHead: false };
const from = { row: 50, column: 2 };

test.each([
  ['ArrowUp', false, { row: 49, column: 2 }],
  ['ArrowDown', false, { row: 51, column: 2 }],
  ['ArrowLeft', false, { row: 50, column: 1 }],
  ['ArrowRight', false, { row: 50, column: 3 }],
  ['PageUp', false, { row: 38, column: 2 }],
  ['PageDown', false, { row: 62, column: 2 }],
  ['Home', false, { row: 50, column: 0 }],
  ['End', false, { row: 50, column: 4 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 99, column: 4 }],
  ['Tab', false, undefined],
])('%s (with Ctrl: %s) moves to %j', (key, ctrl, to) => expect(moveBy(key, ctrl, from, size)).toEqual(to));

test('the head is above the first row if it is part of the grid', () => {
  const withHead = { ...size, withHead: true };
  expect(moveBy('ArrowUp', false, { row: 0, column: 3 }, withHead)).toEqual({ row: -1, column: 3 });
  expect(moveBy('ArrowUp', false, { row: -1, column: 3 }, withHead)).toEqual({ row: -1, column: 3 });
  expect(moveBy('ArrowDown', false, { row: -1, column: 3 }, withHead)).toEqual({ row: 0, column: 3 });
  expect(moveBy('Home', true, { row: 5, column: 3 }, withHead)).toEqual({ row: 0, column: 0 });
});

test('no key moves out of the grid', () => {
  expect(moveBy('ArrowUp', false, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  expect(moveBy('PageDown', false, { row: 95, column: 4 }, size)).toEqual({ row: 99, column: 4 });
});
