import { rowWindow } from './row-window.ts';

const rowHeight = 36;
const numbers = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, index) => first + index);

test('draws the visible rows and some around them', () => {
  const shown = { count: 10_000, rowHeight, scrollTop: 36_000, height: 360, also: 1_000 };
  expect(rowWindow(shown)).toEqual(numbers(988, 1022));
});

test('the focused row is always drawn', () => {
  const shown = { count: 10_000, rowHeight, scrollTop: 36_000, height: 360 };
  expect(rowWindow({ ...shown, also: 0 })).toEqual([0, ...numbers(988, 1022)]);
  expect(rowWindow({ ...shown, also: 9_999 })).toEqual([...numbers(988, 1022), 9_999]);
});

test('stays within the rows at both ends of the list', () => {
  const shown = { count: 100, rowHeight, height: 360, also: 90 };
  expect(rowWindow({ ...shown, scrollTop: 0, also: 0 })).toEqual(numbers(0, 22));
  expect(rowWindow({ ...shown, scrollTop: 3_240 })).toEqual(numbers(78, 100));
});

test('a list that has shrunk under the scroll position still draws its end', () => {
  expect(rowWindow({ count: 5, rowHeight, scrollTop: 36_000, height: 360, also: 0 })).toContain(4);
  expect(rowWindow({ count: 0, rowHeight, scrollTop: 0, height: 360, also: 0 })).toEqual([]);
});
