import { comparesMoments, type RowCondition } from './row-filter.ts';

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
