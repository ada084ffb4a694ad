import { type Query, type QueryResult, type ResultColumn, writeFilter } from '@headwater/shared/contract';
import { chartData, nextPeriod, sumOf } from '@headwater/shared/ui/charts';
import { drillTo, drillToRow } from './drill.ts';

const column = (as: string, rest: Partial<ResultColumn>): ResultColumn => ({
  ...{ as, role: 'breakout', kind: 'text', type: 'VARCHAR', grain: null, width: null, others: [] },
  ...rest,
});
const TYPES = new Map([
  ['at', 'TIMESTAMP WITH TIME ZONE'],
  ['total', 'DECIMAL(10,2)'],
  ['word', 'VARCHAR'],
]);
function rowsAt(
  columns: ResultColumn[],
  values: (string | null)[][],
  at: number,
  series: number | null = null,
  zone = 'Europe/Berlin',
) {
  const measure = column('rows', { role: 'measure', kind: 'number', type: 'BIGINT' });
  const all = [...values, values[0]!.map(() => '1')];
  const result = { columns: [...columns, measure], values: all, rows: all[0]!.length } as QueryResult;
  const query: Query = {
    filter: [[{ column: 'id', operator: 'less', values: ['9'] }]],
    breakouts: columns.map(({ as }) => ({ as, column: as })),
    measures: [{ as: 'rows', agg: 'count' }],
    zone,
  };
  const filter = drillTo(query, chartData(result), TYPES, at, series);
  return filter && writeFilter(filter).replace('id:less:9;', '');
}

describe('a place in a chart leads to exactly its rows', () => {
  test('of a day in a time zone, also when clocks change', () => {
    const day = column('at', { kind: 'date', type: 'DATE', grain: 'day' });
    expect(rowsAt([day], [['2023-10-29']], 0)).toBe(
      'at:greater_or_equal:2023-10-28T22%3A00%3A00Z;at:less:2023-10-29T23%3A00%3A00Z',
    );
  });

  test('of an hour, which clocks may show twice', () => {
    const hour = column('at', { kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE', grain: 'hour' });
    expect(rowsAt([hour], [['2023-10-29T01:00:00Z']], 0)).toBe(
      'at:greater_or_equal:2023-10-29T01%3A00%3A00Z;at:less:2023-10-29T02%3A00%3A00Z',
    );
  });

  test.each([
    ['2023-09-30T14:30:00Z', '2023-09-30T15%3A30%3A00Z'],
    ['2023-09-30T15:30:00Z', '2023-09-30T16%3A00%3A00Z'],
    ['2023-04-01T15:00:00Z', '2023-04-01T15%3A30%3A00Z'],
  ])('of an hour at %s, which ends where clocks change by half of one', (begin, end) => {
    const hour = column('at', { kind: 'timestamp', type: 'TIMESTAMP WITH TIME ZONE', grain: 'hour' });
    expect(rowsAt([hour], [[begin]], 0, null, 'Australia/Lord_Howe')).toBe(
      `at:greater_or_equal:${encodeURIComponent(begin)};at:less:${end}`,
    );
  });

  test('of a range of numbers', () => {
    const range = column('total', { kind: 'number', type: 'DECIMAL(38,2)', width: '0.20' });
    expect(rowsAt([range], [['0.10']], 0)).toBe('total:greater_or_equal:0.10;total:less:0.30');
  });

  test('of a value, of none, and of all others', () => {
    const word = column('word', { others: [2] });
    const values = [['', null, null]];
    expect(rowsAt([word], values, 0)).toBe('word:equals:');
    expect(rowsAt([word], values, 1)).toBe('word:is_null');
    expect(rowsAt([word], values, 2)).toBe('word:none_of:;word:is_not_null');
    expect(rowsAt([column('word', { others: [1] })], [['a', null]], 1)).toBe('word:none_of:a');
  });

  test('of a text that is cut off can’t be said', () => {
    expect(rowsAt([column('word', {})], [['x'.repeat(1_000)]], 0)).toBeNull();
  });
});

describe('a row of a table leads to exactly its rows', () => {
  const rows = (...names: string[]): Query => ({
    ...{ filter: [], breakouts: names.map((as) => ({ as, column: as })), measures: [], zone: 'UTC' },
  });
  const types = new Map([...TYPES, ['doc', 'JSON'], ['id', 'BIGINT']]);
  const shown = (query: Query, values: (string | null)[][], primaryKey: string[] = [], row = 0) => {
    const columns = query.breakouts.map(({ as }) => column(as, {}));
    const filter = drillToRow(query, { columns, values }, { types, primaryKey }, row);
    return filter && writeFilter(filter);
  };

  test('as it is: by its key if that is shown, and otherwise by all that can be compared', () => {
    const values = [['7'], ['a:b'], ['{}'], [null]];
    const all = rows('id', 'word', 'doc', 'total');
    expect(shown(all, values, ['id'])).toBe('id:equals:7');
    expect(shown(all, values)).toBe('id:equals:7;word:equals:a%3Ab;total:is_null');
    expect(shown(rows('word', 'doc'), [['x'], ['{}']], ['id'])).toBe('word:equals:x');
    expect(shown(rows('gone'), [['x']])).toBeNull();
  });

  test('unless the filter has no room to say it', () => {
    const full = Array.from({ length: 50 }, (_, at) => [
      { column: 'total', operator: 'not_equals' as const, values: [String(at)] },
    ]);
    const values = [['7'], ['a']];
    expect(shown({ ...rows('id', 'word'), filter: full }, values, ['id'])).toBeNull();
    const grouped = { ...rows('word'), filter: full, measures: [{ as: 'rows', agg: 'count' as const }] };
    expect(shown(grouped, [['a']])).toBeNull();
  });

  test('of a group, with NULL told from all others', () => {
    const query: Query = { ...rows('word'), measures: [{ as: 'rows', agg: 'count' }] };
    const columns = [column('word', { others: [2] })];
    const at = (row: number) =>
      writeFilter(
        drillToRow(query, { columns, values: [['a', null, null]] }, { types, primaryKey: [] }, row)!,
      );
    expect([at(0), at(1), at(2)]).toEqual([
      'word:equals:a',
      'word:is_null',
      'word:none_of:a;word:is_not_null',
    ]);
  });
});

test.each([
  ['2024-01-29', 'week', '2024-02-05'],
  ['2024-12-01', 'month', '2025-01-01'],
  ['2024-10-01', 'quarter', '2025-01-01'],
  ['2024-02-28T23:00:00', 'hour', '2024-02-29T00:00:00'],
  ['0044-03-15 BC', 'day', null],
] as const)('%s is the beginning of a %s that ends before %s', (text, grain, next) => {
  expect(nextPeriod(text, grain)).toBe(next);
});

test.each([
  ['2023-09-23T13:15:00Z', 'hour', '2023-09-23T14:15:00Z', 'Pacific/Chatham'],
  ['2023-09-30T15:00:00', 'hour', '2023-09-30T16:00:00', 'Australia/Lord_Howe'],
  ['2023-09-30T15:30:00Z', 'hour', '2023-09-30T16:00:00Z', 'Australia/Lord_Howe'],
  ['2023-09-30T15:29:00Z', 'minute', '2023-09-30T15:30:00Z', 'Australia/Lord_Howe'],
  ['1985-12-31T17:30:00Z', 'hour', '1985-12-31T18:30:00Z', 'Asia/Kathmandu'],
  ['1985-12-31T18:30:00Z', 'hour', '1985-12-31T19:15:00Z', 'Asia/Kathmandu'],
  // From clocks that showed the sun's time.
  ['1893-03-31T23:06:00Z', 'minute', '1893-03-31T23:06:32Z', 'Europe/Berlin'],
  ['0044-03-15T10:15:00Z', 'hour', '0044-03-15T11:15:00Z', 'Asia/Kathmandu'],
] as const)('%s is the beginning of a %s that ends before %s in %s', (text, grain, next, zone) => {
  expect(nextPeriod(text, grain, zone)).toBe(next);
});

test.each([
  ['0.1', '0.2', '0.3'],
  ['-0.05', '0.1', '0.05'],
  ['-5', '5', '0'],
  ['9007199254740993', '8', '9007199254741001'],
  ['1e+300', '1e+299', '1.1e+300'],
])('%s and %s are %s', (one, other, sum) => expect(sumOf(one, other)).toBe(sum));
