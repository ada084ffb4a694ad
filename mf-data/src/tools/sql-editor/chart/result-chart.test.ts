import { choiceIn, withChoice } from './choice.ts';
import { bestMark, chartOf, type SqlResult } from './result-chart.ts';

const KINDS = { BIGINT: 'number', VARCHAR: 'text', DATE: 'date', INSTANT: 'timestamp' } as const;
const typeOf = (name: string) => (name === 'INSTANT' ? 'TIMESTAMP WITH TIME ZONE' : name);
const result = (
  types: Readonly<Record<string, keyof typeof KINDS>>,
  ...rows: (string | null)[][]
): SqlResult => ({
  columns: Object.entries(types).map(([name, type]) => ({ name, type: typeOf(type), kind: KINDS[type] })),
  rows,
  zone: 'America/New_York',
});
const drawn = (given: SqlResult, choice = {}) => {
  const chart = chartOf(given, choice);
  if (chart.state !== 'drawn') throw new Error(chart.state);
  return chart;
};
const keysOf = (given: SqlResult, choice = {}) => drawn(given, choice).data.keys.map(({ text }) => text);

test('months lie in their order and are named as months', () => {
  const given = result(
    { total: 'BIGINT', month: 'DATE' },
    ['3', '2026-03-01'],
    ['1', '2026-01-01'],
    ['2', '2026-02-01'],
  );
  const { data, columns } = drawn(given);
  expect(columns).toEqual({ x: 'month', y: 'total', group: null });
  expect(data.x!.grain).toBe('month');
  expect(data.series[0]!.values).toEqual([1, 2, 3]);
  expect(bestMark(data)).toBe('columns');
});

test('days and years are told apart, and a single date is a day', () => {
  const of = (...dates: string[]) =>
    drawn(result({ on: 'DATE', n: 'BIGINT' }, ...dates.map((date) => [date, '1']))).data.x!.grain;
  expect(of('2026-01-01', '2026-01-02')).toBe('day');
  expect(of('2025-01-01', '2026-01-01')).toBe('year');
  expect(of('2026-01-01')).toBe('day');
});

test('periods without rows have their place on the axis, and no value', () => {
  const months = result(
    { m: 'DATE', n: 'BIGINT' },
    ['2026-01-01', '5'],
    ['2026-04-01', '2'],
    ['2026-05-01', '9'],
  );
  const { data, shown, result: figures } = drawn(months);
  expect(data.keys.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5].map((at) => `2026-0${at}-01`));
  expect(data.series[0]!.values).toEqual([5, null, null, 2, 9]);
  expect([shown, figures.rows]).toEqual([3, 3]);
  const weeks = ['2026-01-05', '2026-01-12', '2026-02-02'].map((day) => [day, '1']);
  expect(drawn(result({ w: 'DATE', n: 'BIGINT' }, ...weeks)).data.x!.grain).toBe('week');
  expect(keysOf(result({ w: 'DATE', n: 'BIGINT' }, ...weeks))).toHaveLength(5);
  const hours = ['2026-01-05T01:00:00Z', '2026-01-05T04:00:00Z'].map((time) => [time, '1']);
  expect(keysOf(result({ h: 'INSTANT', n: 'BIGINT' }, ...hours))).toHaveLength(4);
  const moments = ['2026-01-05T01:02:00Z', '2026-01-05T04:00:00Z'].map((time) => [time, '1']);
  expect(keysOf(result({ h: 'INSTANT', n: 'BIGINT' }, ...moments))).toHaveLength(2);
});

test('periods without rows are there for each group, once', () => {
  const given = result(
    { m: 'DATE', kind: 'VARCHAR', n: 'BIGINT' },
    ['2026-01-01', 'a', '5'],
    ['2026-01-01', 'b', '6'],
    ['2026-03-01', 'b', '7'],
  );
  const { data } = drawn(given);
  expect(data.keys).toHaveLength(3);
  expect(data.series.map(({ key, values }) => [key!.text, values])).toEqual([
    ['b', [6, null, 7]],
    ['a', [5, null, null]],
  ]);
});

test('moments at midnight in the zone of the query are days, months, and quarters, and others are not', () => {
  const of = (...moments: string[]) => {
    const given = result({ at: 'INSTANT', n: 'BIGINT' }, ...moments.map((moment) => [moment, '1']));
    const { grain, type } = drawn(given).data.x!;
    return [type, grain, drawn(given).data.keys[0]!.text];
  };
  expect(of('2026-01-05T05:00:00Z', '2026-07-12T04:00:00Z')).toEqual(['DATE', 'day', '2026-01-05']);
  expect(of('2026-01-01T05:00:00Z', '2026-05-01T04:00:00Z')).toEqual(['DATE', 'month', '2026-01-01']);
  const quarters = ['2026-01-01T05:00:00Z', '2026-04-01T04:00:00Z', '2026-07-01T04:00:00Z'];
  expect(of(...quarters)).toEqual(['DATE', 'quarter', '2026-01-01']);
  expect(of('2026-01-05T00:00:00Z', '2026-01-12T00:00:00Z').slice(0, 2)).toEqual([
    'TIMESTAMP WITH TIME ZONE',
    'hour',
  ]);
});

test('names stay in the order of the result, and numbers are sorted as numbers', () => {
  expect(keysOf(result({ name: 'VARCHAR', n: 'BIGINT' }, ['b', '1'], ['a', '2']))).toEqual(['b', 'a']);
  expect(keysOf(result({ size: 'BIGINT', n: 'BIGINT' }, ['10', '1'], [null, '3'], ['9', '2']))).toEqual([
    '9',
    '10',
    null,
  ]);
});

test('a column that tells rows apart becomes the colors', () => {
  const given = result(
    { on: 'DATE', kind: 'VARCHAR', n: 'BIGINT' },
    ['2026-01-01', 'a', '1'],
    ['2026-01-01', 'b', '2'],
    ['2026-01-02', 'a', '3'],
  );
  const { columns, data } = drawn(given);
  expect(columns.group).toBe('kind');
  expect(data.series.map(({ values }) => values)).toEqual([
    [1, 3],
    [2, null],
  ]);
  expect(chartOf(given, { group: null }).state).toBe('repeated');
});

test('rows at the same place are never drawn over each other', () => {
  const given = result({ name: 'VARCHAR', n: 'BIGINT' }, ['a', '1'], ['a', '2']);
  expect(chartOf(given, {})).toMatchObject({ state: 'repeated', columns: { x: 'name' } });
});

test('what a result lacks for a chart is said', () => {
  expect(chartOf(result({ name: 'VARCHAR' }, ['a']), {}).state).toBe('no_number');
  expect(chartOf(result({ name: 'VARCHAR', n: 'BIGINT' }), {}).state).toBe('no_rows');
  expect(chartOf(result({ n: 'BIGINT' }, ['1'], ['2']), {}).state).toBe('no_x');
  expect(bestMark(drawn(result({ n: 'BIGINT' }, ['1'])).data)).toBe('number');
});

test('a column that the result no longer has gives way to what fits best', () => {
  const given = result({ name: 'VARCHAR', n: 'BIGINT' }, ['a', '1']);
  expect(drawn(given, { x: 'gone', y: 'gone', group: 'gone' }).columns).toEqual({
    ...{ x: 'name', y: 'n', group: null },
  });
});

test('the choice is in the URL, apart from the query', () => {
  const query = new URLSearchParams({ query: 'q_1' });
  expect(choiceIn(query)).toBeNull();
  const chosen = withChoice(query, { x: 'a b', y: undefined, group: null, mark: 'pie' });
  expect(chosen.toString()).toBe('query=q_1&chart=1&x=a+b&group=&mark=pie');
  expect(choiceIn(chosen)).toEqual({ x: 'a b', y: undefined, group: null, mark: 'pie' });
  expect(withChoice(chosen, null).toString()).toBe('query=q_1');
});
