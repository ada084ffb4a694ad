import { impactOf } from './impact.ts';
import type { LineageDocument } from './levels.ts';

const document = (id: string, columns: LineageDocument['columns']): LineageDocument => ({
  ...{ type: 'report', id, name: id, tables: ['orders'], columns },
});

test('a change of a column concerns what uses it, by its cards', () => {
  const parts = [
    { kind: 'card' as const, name: 'Net revenue' },
    { kind: 'filter' as const, name: 'Period' },
  ];
  const revenue = document('revenue', [{ name: 'total', parts }]);
  const query = document('query', [{ name: 'total', parts: [] }]);
  const other = document('other', [{ name: 'status', parts }]);
  expect(impactOf([revenue, query, other], 'total')).toEqual([
    { document: revenue, cards: ['Net revenue'] },
    { document: query, cards: [] },
  ]);
  expect(impactOf([revenue], 'note')).toEqual([]);
});
