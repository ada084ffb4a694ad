import { sharedColumns, suggestedPairs, type ComparedTable } from './suggest-pairs.ts';

const table = (names: string[], primaryKey: string[] = []) =>
  ({ id: names.join(), version: 1, columns: names.map((name) => ({ name })), primaryKey }) as ComparedTable;
const pair = (name: string) => ({ left: name, right: name });

test('rows are matched by the primary key that both have, and the other shared columns are compared', () => {
  const found = suggestedPairs(table(['no', 'a', 'b'], ['no']), table(['b', 'no', 'c']));
  expect(found).toEqual({ key: [pair('no')], columns: [pair('b')] });
});

test('a key that one side lacks is not suggested, and an id is', () => {
  expect(suggestedPairs(table(['no', 'id'], ['no']), table(['id', 'x'])).key).toEqual([pair('id')]);
  expect(suggestedPairs(table(['no', 'a'], ['no']), table(['a'])).key).toEqual([]);
});

test('columns of the key are not compared twice', () => {
  const [left, right] = [table(['id', 'a', 'b']), table(['id', 'a', 'b'])];
  expect(sharedColumns(left, right, [{ left: 'id', right: 'a' }])).toEqual(['b']);
});
