import { unionOfValues } from './union-of-values.ts';

test('values of several columns are listed once, with all their rows, the most frequent first', () => {
  const values = (...pairs: [string, number][]) => pairs.map(([value, rows]) => ({ value, rows }));
  expect(
    unionOfValues([
      { values: values(['de', 5], ['at', 3], ['', 1]), hasMore: false },
      { values: values(['at', 4], ['ch', 3]), hasMore: true },
    ]),
  ).toEqual({ values: values(['at', 7], ['de', 5], ['ch', 3], ['', 1]), hasMore: true });
  expect(unionOfValues([])).toEqual({ values: [], hasMore: false });
});
