import {
  columnsIn,
  filterIn,
  nextSort,
  sortIn,
  withColumns,
  withCondition,
  withFilter,
  withoutGroup,
  withSort,
} from './query-address.ts';

const paid = { column: 'status, or so', operator: 'one_of', values: ['paid', 'a;b|c:d,e'] } as const;
const low = { column: '-total', operator: 'less', values: ['0'] } as const;

test('a filter and a sort are written to the URL and read from it, and start at the first page', () => {
  const filter = [[paid], [low, { column: 'total', operator: 'is_null', values: [] } as const]];
  const sort = [
    { column: '-total', descending: true },
    { column: 'a,b', descending: false },
  ];
  const query = withSort(withFilter(new URLSearchParams('size=250&after=p2'), filter), sort);
  const reloaded = new URLSearchParams(query.toString());
  expect(filterIn(reloaded)).toEqual(filter);
  expect(sortIn(reloaded)).toEqual(sort);
  expect(withSort(withFilter(reloaded, []), []).toString()).toBe('size=250');
});

test('a text that is no filter or sort is none', () => {
  for (const text of ['x', 'a:likes:b', 'a:less:%', 'a:less:1:2', ';']) {
    expect(filterIn(new URLSearchParams({ filter: text }))).toEqual([]);
  }
  expect(sortIn(new URLSearchParams({ sort: 'a,-a' }))).toEqual([]);
});

test('columns stay with the page, and all of them need no names', () => {
  const query = withColumns(new URLSearchParams('after=p2'), ['a,b', '-c']);
  expect(columnsIn(new URLSearchParams(query.toString()))).toEqual(['a,b', '-c']);
  expect(withColumns(query, []).toString()).toBe('after=p2');
});

test('a column is sorted by ascending, then descending, then not at all', () => {
  const up = nextSort([{ column: 'b', descending: true }], 'a', false);
  expect(up).toEqual([{ column: 'a', descending: false }]);
  const down = nextSort(up, 'a', false);
  expect(down).toEqual([{ column: 'a', descending: true }]);
  expect(nextSort(down, 'a', false)).toEqual([]);
});

test('with Shift, the other columns stay', () => {
  const sort = [{ column: 'b', descending: true }];
  const both = nextSort(sort, 'a', true);
  expect(both).toEqual([...sort, { column: 'a', descending: false }]);
  expect(nextSort(nextSort(both, 'a', true), 'a', true)).toEqual(sort);
});

test('a condition is added, replaced, or removed', () => {
  const filter = withCondition(withCondition([], null, paid), null, low);
  expect(filter).toEqual([[paid], [low]]);
  expect(withCondition(filter, 0, low)).toEqual([[low], [low]]);
  expect(withoutGroup(filter, 0)).toEqual([[low]]);
});
