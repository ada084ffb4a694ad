import { unionOfValues } from './union-of-values.ts';

test('values of several columns are listed once, the most frequent first, without a number of rows of several tables', () => {
  const values = (...pairs: [string | null, number][]) => pairs.map(([value, rows]) => ({ value, rows }));
  expect(
    unionOfValues([
      { values: values(['de', 5], ['at', 3], [null, 2], ['', 1]), hasMore: false },
      { values: values(['at', 4], ['ch', 3], [null, 2]), hasMore: true },
    ]),
  ).toEqual({
    values: ['at', 'de', null, 'ch', ''].map((value) => ({ value, rows: null })),
    hasMore: true,
  });
  const alone = { values: values(['de', 5], [null, 3]), hasMore: false };
  expect(unionOfValues([alone])).toEqual(alone);
  expect(unionOfValues([])).toEqual({ values: [], hasMore: false });
});
