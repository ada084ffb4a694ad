import { pageOf, rangeOf, withPage } from './paging.ts';

test('the page and its size are written to the URL and read from it', () => {
  const query = withPage(new URLSearchParams('tab=rows'), { size: 500, after: 'v3.a/b' });
  expect(pageOf(query)).toMatchObject({ size: 500, after: 'v3.a/b' });
  expect(query.get('tab')).toBe('rows');
  expect(withPage(query, { size: 100, after: null }).toString()).toBe('tab=rows');
});

test('a size that is not offered falls back to the default', () => {
  expect(pageOf(new URLSearchParams('size=7'))).toMatchObject({ size: 100, after: null });
});

test('rows are counted from 1', () => {
  expect(rangeOf({ offset: 0, rows: [['a'], ['b']] })).toEqual({ from: 1, to: 2 });
  expect(rangeOf({ offset: 200, rows: [['a']] })).toEqual({ from: 201, to: 201 });
  expect(rangeOf({ offset: 0, rows: [] })).toEqual({ from: 0, to: 0 });
});
