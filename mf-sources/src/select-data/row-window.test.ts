import { rowWindow } from './row-window.ts';

const rowHeight = 36;

test('draws what is in sight and some around it; what is left out keeps its height', () => {
  const shown = rowWindow({ count: 10_000, rowHeight, scrollTop: 36_000, height: 360 });
  expect(shown).toEqual({ first: 988, end: 1022, above: 988 * 36, below: (10_000 - 1022) * 36 });
});

test('stays within the rows at both ends', () => {
  expect(rowWindow({ count: 100, rowHeight, scrollTop: 0, height: 360 })).toMatchObject({
    first: 0,
    end: 22,
    above: 0,
  });
  expect(rowWindow({ count: 100, rowHeight, scrollTop: 3_240, height: 360 })).toMatchObject({
    first: 78,
    end: 100,
    below: 0,
  });
});

test('a list that has shrunk under the scroll position still draws its end', () => {
  expect(rowWindow({ count: 5, rowHeight, scrollTop: 36_000, height: 360 })).toMatchObject({
    end: 5,
    below: 0,
  });
  expect(rowWindow({ count: 0, rowHeight, scrollTop: 0, height: 360 })).toEqual({
    first: 0,
    end: 0,
    above: 0,
    below: 0,
  });
});
