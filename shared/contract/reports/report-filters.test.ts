import type { ComputedCard, FilterValue, ReportFilter } from './report.ts';
import { boundColumns, filteredQuery, filterValueIn, withFilterValue } from './report-filters.ts';

const filter: ReportFilter = {
  ...{ id: 'country', label: 'Country', default: { operator: 'equals' as const, values: ['DE'] } },
  bind: [{ card: 'one', column: 'land' }],
};
const card = (id: string) =>
  ({
    id,
    kind: 'number',
    query: { breakouts: [], measures: [{ as: 'n', agg: 'count' }] },
  }) as unknown as ComputedCard;

describe('a filter of a report', () => {
  test('is in the URL unless it is as it was saved', () => {
    const values: (FilterValue | null)[] = [
      null,
      { operator: 'one_of', values: ['a:b', 'c,d', ''] },
      { operator: 'is_null', values: [] },
    ];
    for (const value of values) {
      const query = withFilterValue(new URLSearchParams('edit=1'), filter, value);
      expect(query.has('f.country')).toBe(true);
      expect(filterValueIn(new URLSearchParams(query.toString()), filter)).toEqual(value);
      expect(withFilterValue(query, filter, filter.default).toString()).toBe('edit=1');
    }
    expect(filterValueIn(new URLSearchParams('f.country=%25nonsense'), filter)).toBeNull();
    expect(filterValueIn(new URLSearchParams(), filter)).toEqual(filter.default);
  });

  test('narrows the cards that it is bound to, and is named by others', () => {
    const valueOf = () => filter.default;
    expect(filteredQuery(card('one'), [filter], valueOf).query.filter).toEqual([
      [{ column: 'land', operator: 'equals', values: ['DE'] }],
    ]);
    expect(filteredQuery(card('two'), [filter], valueOf)).toMatchObject({ unbound: [filter] });
    expect(filteredQuery(card('two'), [filter], () => null)).toMatchObject({ unbound: [] });
  });

  test('is about the columns that still exist, each once', () => {
    const on = (id: string, table: string) => ({ ...card(id), table: { id: table, name: table } });
    const tables = new Map([
      ['tbl_1', { columns: [{ name: 'land' }] }],
      ['tbl_2', { columns: [{ name: 'country' }, { name: 'land' }] }],
      ['tbl_3', { columns: null }],
    ]);
    const bind = [
      { card: 'one', column: 'gone' },
      { card: 'one', column: 'land' },
      { card: 'two', column: 'land' },
      { card: 'three', column: 'country' },
      { card: 'four', column: 'land' },
      { card: 'lost', column: 'land' },
    ];
    const cards = [on('one', 'tbl_1'), on('two', 'tbl_1'), on('three', 'tbl_2'), on('four', 'tbl_3')];
    expect(boundColumns({ ...filter, bind }, { cards }, tables)).toEqual([
      { table: tables.get('tbl_1'), column: { name: 'land' } },
      { table: tables.get('tbl_2'), column: { name: 'country' } },
    ]);
  });
});
