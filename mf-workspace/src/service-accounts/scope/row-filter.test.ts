import { comparesMoments, readValues, writeValues, type RowCondition } from './row-filter.ts';

test('values survive being shown as one line, whatever is in them', () => {
  for (const values of [
    ['paid', 'shipped'],
    ['Smith, John', 'O"Neil', ' padded '],
    ['"quoted"', ','],
    ['a""b', 'c" , "d'],
  ])
    expect(readValues(writeValues(values))).toEqual(values);
});

test('a line is read as people type it', () => {
  expect(readValues(' a@b.de ,c@d.de,, ')).toEqual(['a@b.de', 'c@d.de']);
  expect(readValues('5" pipe, 6" pipe')).toEqual(['5" pipe', '6" pipe']);
  expect(readValues('"Smith, Jo')).toEqual(['Smith, Jo']);
  expect(readValues('')).toEqual([]);
});

test('only comparisons with days and times are about the workspace’s clock', () => {
  const columns = [
    { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' },
    { name: 'day', type: 'DATE' },
    { name: 'id', type: 'BIGINT' },
  ];
  const compares = (column: string, operator: RowCondition['operator'], ...values: string[]) =>
    comparesMoments([[{ column, operator, values }]], columns);
  expect(compares('at', 'equals', '2026-11-01')).toBe(true);
  expect(compares('day', 'one_of', '2026-11-01')).toBe(true);
  expect(compares('at', 'is_null')).toBe(false);
  expect(compares('at', 'in_range', 'this.week', 'Europe/Berlin')).toBe(false);
  expect(compares('id', 'equals', '7')).toBe(false);
  expect(compares('gone', 'equals', '7')).toBe(false);
});
