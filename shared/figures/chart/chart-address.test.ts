import type { Column } from '@headwater/shared/contract';
import { chartIn, currencyColumns, queryFor, withChart } from './chart-address.ts';

const column = (name: string, kind: Column['kind'], type: string): Column => ({
  ...{ name, kind, type, sourceType: type, nullable: true },
});
const COLUMNS = [
  column('total', 'number', 'DECIMAL(10,2)'),
  column('a:b,c', 'text', 'VARCHAR'),
  column('day', 'date', 'DATE'),
];
const read = (text: string) => chartIn(new URLSearchParams(text), COLUMNS);

describe('the chart in a URL', () => {
  test('is the number of rows over time, unless it says something else', () => {
    expect(read('')).toEqual({
      ...{ x: { column: 'day', how: 'auto' }, y: { agg: 'count', column: null, currency: null } },
      ...{ group: null, mark: null, compare: null },
    });
    expect(chartIn(new URLSearchParams(), COLUMNS.slice(0, 2)).x).toEqual({ column: 'a:b,c', how: '12' });
    expect(read('x=').x).toBeNull();
  });

  test('is read as it was written, whatever columns are called', () => {
    const choice = {
      ...{
        x: { column: 'total', how: '20' },
        y: { agg: 'median' as const, column: 'total', currency: 'a:b,c' },
      },
      ...{ group: { column: 'a:b,c', how: '5' }, mark: 'line' as const, compare: 'year_ago' as const },
    };
    const written = withChart(new URLSearchParams('tab=chart'), choice).toString();
    expect(read(written)).toEqual(choice);
  });

  test('is usable, however it was typed', () => {
    for (const text of ['x=%25&y=:&group=::', 'y=nothing:total', 'x=day:never&mark=cube', 'x=total:-5'])
      expect(() => queryFor(read(text), COLUMNS, [], 'UTC')).not.toThrow();
  });
});

test('only amounts have a currency, from a column of texts, those first that are called so', () => {
  const text = (name: string) => column(name, 'text', 'VARCHAR');
  const columns = [text('note'), text('currency_code'), ...COLUMNS];
  expect(currencyColumns(columns).map(({ name }) => name)).toEqual(['currency_code', 'note', 'a:b,c']);
  expect(queryFor(read('x=&y=sum:total:land'), COLUMNS, [], 'UTC').measures).toEqual([
    { as: 'sum of total', agg: 'sum', column: 'total', currency: 'land' },
  ]);
  for (const none of ['y=distinct:total:land', 'y=count::land', 'y=sum:total'])
    expect(read(none).y.currency).toBeNull();
});

test('the query has ranges of numbers, the top of other values, and names of its own', () => {
  const query = queryFor(read('x=total:20&y=sum:total&group=total:5'), COLUMNS, [], 'Europe/Berlin');
  expect(query.breakouts).toEqual([
    { as: 'total', column: 'total', bins: 20 },
    { as: 'total (2)', column: 'total', top: { n: 5 } },
  ]);
  expect(query.measures).toEqual([{ as: 'sum of total', agg: 'sum', column: 'total' }]);
});
