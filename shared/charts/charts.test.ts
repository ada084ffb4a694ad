import type { QueryResult, ResultColumn } from '../contract/index.ts';
import { localeOf } from '../contract/ground/language.ts';
import {
  autoMark,
  chartData,
  chartWords,
  fitOf,
  legendOf,
  measuredWords,
  valueWords,
  partialPeriods,
  scene,
  summaryOf,
  ticksOf,
  type ChartText,
} from './index.ts';
import { tickWords } from './value-words.ts';

type Cells = readonly (string | null)[];
const column = (as: string, rest: Partial<ResultColumn> = {}): ResultColumn => ({
  ...{ as, role: 'breakout', kind: 'text', type: 'VARCHAR', grain: null, width: null, others: [] },
  ...rest,
});
const MEASURE = column('sum', { role: 'measure', kind: 'number', type: 'BIGINT' });
const DAY = column('day', { kind: 'date', type: 'DATE', grain: 'day' });
const result = (columns: ResultColumn[], values: Cells[]): QueryResult => ({
  ...{ version: 1, columns, values: values.map((one) => [...one]), rows: values[0]!.length },
  ...{ cut: null, totals: null, notes: [], sql: '' },
});
const text: ChartText = {
  brief: (values) => values.map(String),
  ticks: (values) => values.map(String),
  xTicks: (values) => values.map(String),
  x: (key) => key.text ?? 'none',
  group: (key) => key.text ?? 'none',
};
const byDay = (...values: Cells) =>
  chartData(result([DAY, MEASURE], [values.map((_, at) => `2024-01-0${at + 1}`), values]));

test('an axis goes on where nothing is known yet, and nothing is drawn there', () => {
  const known = result(
    [DAY, MEASURE],
    [
      ['2024-01-01', '2024-01-02'],
      ['1', '2'],
    ],
  );
  const placesOf = (later?: string[]) => {
    const data = chartData({ ...known, ...(later && { later: { keys: later, since: null } }) });
    const drawn = scene('line', data, 400, 200, text);
    return { xs: drawn.places.map(({ x }) => x), labels: drawn.labels.map((one) => one.text) };
  };
  const [whole, part] = [placesOf(), placesOf(['2024-01-03', '2024-01-04'])];
  expect(part.xs).toHaveLength(2);
  expect(part.xs[0]).toBe(whole.xs[0]);
  expect(part.xs[1]! - part.xs[0]!).toBeCloseTo((whole.xs[1]! - whole.xs[0]!) / 3);
  expect(part.labels).toContain('2024-01-04');
});

describe('the data of a chart', () => {
  const COUNTRY = column('country', { others: [2] });
  const days = ['2024-01-01', '2024-01-01', '2024-01-01', '2024-01-02', '2024-01-02'];
  const data = chartData(
    result([DAY, COUNTRY, MEASURE], [days, ['SE', null, null, 'DE', 'SE'], ['1', '2', '90', '40', '3']]),
  );

  test('are a series for each group, the most important first, and all others last', () => {
    expect(data.series.map(({ key, values }) => [key?.text, key?.isOther, values])).toEqual([
      ['DE', false, [null, 40]],
      ['SE', false, [1, 3]],
      [null, false, [2, null]],
      [null, true, [90, null]],
    ]);
    expect(data.keys.map(({ text: day }) => day)).toEqual(['2024-01-01', '2024-01-02']);
  });

  test('keep periods that are groups in their order', () => {
    const months = ['2024-01-01', '2024-02-01', '2024-02-01'];
    const month = column('month', { kind: 'date', type: 'DATE', grain: 'month' });
    const grouped = chartData(
      result([COUNTRY, month, MEASURE], [['SE', 'SE', 'DE'], months, ['1', '5', '9']]),
    );
    expect(grouped.series.map(({ key }) => key?.text)).toEqual(['2024-01-01', '2024-02-01']);
  });

  test('have the same color for others and for no value, which no other series has', () => {
    expect(data.series.map(({ color }) => color)).toEqual([1, 2, 6, 6]);
  });

  test('leave out what isn’t a finite number', () => {
    expect(byDay('1', 'NaN', 'Infinity', null).series[0]!.values).toEqual([1, null, null, null]);
  });
});

describe('more groups than colors', () => {
  const groups = Array.from({ length: 12 }, (_, at) => `g${at}`);
  const by = (x: ResultColumn, keys: string[]) =>
    chartData(
      result(
        [x, column('group'), MEASURE],
        [
          keys.flatMap((key) => groups.map(() => key)),
          keys.flatMap(() => groups),
          keys.flatMap(() => groups.map((_, at) => String(120 - at))),
        ],
      ),
    );
  const days = by(DAY, ['2024-01-01', '2024-01-02', '2024-01-03']);

  test('have a second cue, which no two of one color share', () => {
    const looks = days.series.map(({ color, cue }) => `${color} ${cue}`);
    expect(new Set(looks).size).toBe(12);
    expect(days.series.slice(0, 7).every(({ cue }) => cue === 0)).toBe(true);
    const words = chartWords(days, {
      ...{ measure: 'sum', language: 'en', timeZone: 'UTC' },
      phrases: { other: '', none: '', empty: '' } as never,
    });
    const entries = legendOf('line', days, words).map(({ color, cue }) => `${color} ${cue}`);
    expect(new Set(entries).size).toBe(12);
  });

  test.each(['line', 'area', 'columns', 'bars', 'points'] as const)(
    'are told apart without color in %s',
    (mark) => {
      const data = mark === 'bars' ? by(column('city'), ['a', 'b']) : days;
      const { parts } = scene(mark, data, 800, 600, text);
      const ofFirst = parts.filter(({ color, kind }) => color === 'var(--c1)' && kind !== 'soft');
      expect(ofFirst).toHaveLength(2);
      const [first, second] = ofFirst.map(({ kind, dashes }) => `${kind} ${dashes}`);
      const striped = parts.filter(({ color }) => color === 'var(--surface)');
      expect(mark === 'columns' || mark === 'bars' ? striped.length === 5 : first !== second).toBe(true);
    },
  );

  test('are told apart in a pie', () => {
    const pie = chartData(
      result([column('city'), MEASURE], [groups, groups.map((_, at) => String(20 - at))]),
    );
    const { parts } = scene('pie', pie, 600, 300, text);
    expect(parts.some(({ color }) => color === 'var(--surface)')).toBe(true);
  });
});

describe('the sentence', () => {
  const grouped = chartData(
    result(
      [column('month', { kind: 'number', type: 'INTEGER' }), column('country'), MEASURE],
      [
        ['1', '1', '2', '2'],
        ['SE', 'DE', 'SE', 'DE'],
        ['40', '90', '20', '30'],
      ],
    ),
  );
  const words = chartWords(grouped, {
    ...{ measure: 'sum', language: 'en', timeZone: 'UTC' },
    phrases: {
      ...{ other: 'Other', noValue: 'No value', emptyText: 'Empty' },
      weekOf: (day) => day,
      range: (from, to) => `${from} to ${to}`,
      partial: (period) => `${period}, incomplete`,
      comparison: (message) => message,
    },
  });

  test('adds up what can be added up', () => {
    expect(summaryOf(grouped, words, true).values).toEqual({
      ...{ most: '1', mostValue: '130', least: '2', leastValue: '50' },
    });
  });

  test.each([
    ['two have the most', ['5', '5', '1'], true, 'share', { most: 'a and b', tied: 2, percent: '45.5%' }],
    ['one has the most', ['5', '1', '1'], true, 'share', { most: 'a', tied: 1 }],
    ['nobody adds them up', ['1', '5', '5'], false, 'most', { most: 'b and c', mostValue: '5', tied: 2 }],
    ['three', ['5', '5', '5', '1'], false, 'most', { most: 'a, b, and c', tied: 3 }],
    ['more', ['5', '5', '5', '5', '1'], false, 'most', { most: 'a, b, …', tied: 4 }],
    ['all are the same', ['5', '5'], true, 'same', { value: '5' }],
    [
      'digits beyond a double',
      ['9007199254740993', '9007199254740992'],
      false,
      'most',
      { most: 'a', tied: 1 },
    ],
  ])('names all that have the most: %s', (_, values, hasSums, message, expected) => {
    const data = chartData(
      result([column('country'), MEASURE], [['a', 'b', 'c', 'd', 'e'].slice(0, values.length), values]),
    );
    const found = summaryOf(data, words, hasSums);
    expect(found.message).toBe(message);
    expect(found.values).toMatchObject(expected);
  });

  test('names all months that are the highest or the lowest', () => {
    const month = column('month', { kind: 'date', type: 'DATE', grain: 'month' });
    const days = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'];
    const data = chartData(result([month, MEASURE], [days, ['3', '7', '3', '7']]));
    const inMonths = chartWords(data, {
      ...{ measure: 'sum', language: 'en', timeZone: 'UTC' },
      phrases: {
        ...{ other: 'Other', noValue: 'No value', emptyText: 'Empty' },
        ...{ weekOf: String, range: String, comparison: String, partial: String },
      },
    });
    expect(summaryOf(data, inMonths, true)).toEqual({
      message: 'order',
      values: {
        ...{ most: 'February 2024 and April 2024', mostValue: '7' },
        ...{ least: 'January 2024 and March 2024', leastValue: '3' },
      },
    });
  });

  test('compares each value of several series that mean nothing together', () => {
    expect(summaryOf(grouped, words, false).values).toEqual({
      ...{ most: 'DE, 1', mostValue: '90', least: 'SE, 2', leastValue: '20' },
    });
  });
});

describe('a number in words', () => {
  test.each([
    ['88184.30', 'DECIMAL(38,2)', 'en', '88,184.30'],
    ['88184.30', 'DECIMAL(38,2)', 'de', '88.184,30'],
    ['0.00', 'DECIMAL(18,2)', 'en', '0.00'],
    ['-1250.5000', 'DECIMAL(18,4)', 'en', '-1,250.5000'],
    ['12345678901234567890123.45', 'DECIMAL(38,2)', 'en', '12,345,678,901,234,567,890,123.45'],
    ['1200', 'BIGINT', 'de', '1.200'],
    ['88184.3', 'DOUBLE', 'en', '88,184.3'],
    ['0.123456', 'DOUBLE', 'en', '0.1235'],
    ['NaN', 'DOUBLE', 'en', 'NaN'],
  ] as const)('%s of type %s is written in %s as %s', (value, type, language, text) =>
    expect(valueWords(localeOf(language))(value, { type })).toBe(text),
  );

  test.each([
    ['88184.30', 'DECIMAL(38,2)', 'EUR', 'en', '€88,184.30'],
    ['-88184.30', 'DECIMAL(38,2)', 'USD', 'en', '-$88,184.30'],
    ['88184.30', 'DECIMAL(38,2)', 'EUR', 'de', '88.184,30\u00a0€'],
    ['632.0512', 'DOUBLE', 'EUR', 'en', '€632.05'],
    ['88184', 'DECIMAL(38,0)', 'EUR', 'en', '€88,184'],
    ['1250.4', 'DOUBLE', 'JPY', 'en', '¥1,250'],
    ['12345678901234567890.45', 'DECIMAL(38,2)', 'GBP', 'en', '£12,345,678,901,234,567,890.45'],
    ['inf', 'DOUBLE', 'EUR', 'en', 'inf'],
  ] as const)('%s of type %s in %s is written in %s as %s', (value, type, currency, language, text) =>
    expect(valueWords(localeOf(language))(value, { type, currency })).toBe(text),
  );
});

test.each([
  [0, '0%'],
  [0.0003, '0.03%'],
  [0.000004, '0.0004%'],
  [0.0567, '5.7%'],
  [0.5, '50%'],
  [0.9997, '99.97%'],
  [1, '100%'],
  [-0.0003, '-0.03%'],
  [2.345, '234.5%'],
])('a share of %d is %s: little isn’t nothing, and nearly all isn’t all', (share, written) => {
  expect(valueWords('en')(String(share), { type: 'DOUBLE', percent: true })).toBe(written);
});

test.each([
  ['2017', { as: 'year', type: 'BIGINT' }, '2017'],
  ['2017.0', { as: 'founded_year', type: 'DOUBLE' }, '2017'],
  ['1234567', { as: 'customerId', type: 'BIGINT' }, '1234567'],
  ['12345', { as: 'zip', type: 'DECIMAL(20,0)' }, '12345'],
  ['2017', { as: 'visits', type: 'BIGINT' }, '2,017'],
  ['2017', { as: 'paid', type: 'BIGINT' }, '2,017'],
  // Of a measure, only what is one of the values itself.
  ['2017', { as: 'm', role: 'measure', type: 'BIGINT', aggregate: { agg: 'max', column: 'year' } }, '2017'],
  [
    '2017',
    { as: 'm', role: 'measure', type: 'BIGINT', aggregate: { agg: 'distinct', column: 'id' } },
    '2,017',
  ],
  ['0.30000000000000004', { as: 'rate', type: 'DOUBLE' }, '0.3'],
] as const)('%s of %o is written as %s', (value, of, written) =>
  expect(valueWords('en')(value, of)).toBe(written),
);

test('a number without its result is written as its measure says', () => {
  const write = measuredWords('de-DE');
  const share = { as: 'share', ratio: [{ agg: 'count' }, { agg: 'count' }], percent: true } as never;
  expect(write(0.9997, share)).toBe('99,97\u00a0%');
  expect(write(0.1 + 0.2, undefined)).toBe('0,3');
  expect(write(1354, { as: 'rows', agg: 'count' })).toBe('1.354');
  expect(write(2017, { as: 'latest', agg: 'max', column: 'year' })).toBe('2017');
});

test('a moment is written as the workspace’s clock shows it, as a value and as a group', () => {
  const type = 'TIMESTAMP WITH TIME ZONE';
  const moment = { kind: 'timestamp', type } as const;
  const data = chartData(
    result(
      [column('x', moment), { ...MEASURE, ...moment }],
      [['2026-11-01T05:30:00Z'], ['2026-11-02T04:59:59Z']],
    ),
  );
  const words = chartWords(data, {
    ...{ measure: 'latest', language: 'en', timeZone: 'America/New_York' },
    phrases: { weekOf: String, range: String, partial: String, comparison: String } as never,
  });
  expect(words.x(data.keys[0]!)).toBe('2026-11-01 01:30:00');
  expect(words.exact('2026-11-02T04:59:59Z')).toBe('2026-11-01 23:59:59');
});

describe('labels', () => {
  const words = (measure: Partial<ResultColumn>, x: Partial<ResultColumn> = {}) =>
    chartWords(
      chartData(
        result(
          [column('x', x), { ...MEASURE, ...measure }],
          [
            ['2016', '2017'],
            ['1', '2'],
          ],
        ),
      ),
      {
        ...{ measure: 'sum', language: 'en', timeZone: 'UTC' },
        phrases: {
          ...{ other: 'Other', noValue: 'No value', emptyText: 'Empty' },
          ...{ weekOf: String, range: String, partial: String, comparison: String },
        },
      },
    );

  test.each([
    [{}, [10_000, 10_010, 10_020], ['10K', '10.01K', '10.02K']],
    [{}, [0, 5_000, 10_000], ['0', '5K', '10K']],
    [{}, [1_000_000, 1_000_500], ['1M', '1.0005M']],
    [{ currency: 'EUR' }, [10_125, 10_250], ['€10.125K', '€10.25K']],
    [{ percent: true }, [0, 0.0005, 0.001], ['0%', '0.05%', '0.1%']],
    [{ percent: true }, [0, 0.5, 1], ['0%', '50%', '100%']],
  ] as [Partial<ResultColumn>, number[], string[]][])(
    'of an axis of %o are exact: %j',
    (of, ticks, expected) => {
      expect(words(of).ticks(ticks)).toEqual(expected);
    },
  );

  test('of an axis are grouped in German, too, which shortens no thousands', () => {
    const ticks = tickWords('de', { type: 'BIGINT' });
    expect(ticks([0, 500, 1_000, 1_500])).toEqual(['0', '500', '1.000', '1.500']);
    expect(ticks([0, 1_000_000])).toEqual(['0', '1\u00a0Mio.']);
  });

  test('of values are brief, and different where they are', () => {
    expect(words({}).brief([12_345, 12_349, 5])).toEqual(['12.345K', '12.349K', '5']);
    expect(words({}).brief([12_345, 90_000])).toEqual(['12.3K', '90K']);
  });

  test('of years and IDs are neither grouped nor shortened', () => {
    const year = { as: 'year', kind: 'number', type: 'BIGINT' } as const;
    expect(words({}, year).xTicks([2016, 2017])).toEqual(['2016', '2017']);
    expect(words({}, year).x({ text: '2016', isOther: false })).toBe('2016');
    expect(words({}, { ...year, width: '1' }).x({ text: '2016', isOther: false })).toBe('2016');
  });

  test('of long texts are cut in the middle, so that they stay different', () => {
    const streets = ['A', 'B'].map((end) => `1200 North Commonwealth Avenue, Building ${end}`);
    const data = chartData(result([column('street'), MEASURE], [streets, ['3', '2']]));
    for (const mark of ['bars', 'columns', 'pie'] as const) {
      const found = scene(mark, data, 500, 300, text).labels.filter((one) => one.text.startsWith('1200'));
      expect(new Set(found.map((one) => one.text)).size).toBe(2);
    }
  });
});

describe('a period that isn’t complete', () => {
  const months = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'];
  const MONTH = column('month', { kind: 'date', type: 'DATE', grain: 'month' });
  const of = (partial: string[], values = ['1', '20', '30', '2']) =>
    chartData({ ...result([MONTH, MEASURE], [months, values]), partial });
  const wordsOf = (data: ReturnType<typeof chartData>) =>
    chartWords(data, {
      ...{ measure: 'sum', language: 'en', timeZone: 'UTC' },
      phrases: {
        ...{ other: 'Other', noValue: 'No value', emptyText: 'Empty' },
        ...{ weekOf: String, range: String, comparison: String },
        partial: (period) => `${period}, incomplete`,
      },
    });
  const both = [months[0]!, months[3]!];

  test('is never the lowest or the highest', () => {
    const data = of(both);
    expect(summaryOf(data, wordsOf(data), true)).toEqual({
      message: 'order',
      values: { most: 'March 2024', mostValue: '30', least: 'February 2024', leastValue: '20' },
    });
    const high = of(both, ['99', '20', '30', '2']);
    expect(summaryOf(high, wordsOf(high), true).values).toMatchObject({ most: 'March 2024' });
    expect(partialPeriods(data, wordsOf(data))).toBe('January 2024, April 2024');
  });

  test('is said to be one where there are no others', () => {
    const data = of(months);
    expect(summaryOf(data, wordsOf(data), true)).toEqual({
      message: 'one',
      values: { at: 'April 2024, incomplete', value: '2' },
    });
  });

  test('is drawn in another way', () => {
    const kinds = (mark: Parameters<typeof scene>[0], data = of(both)) =>
      scene(mark, data, 640, 380, text).parts.map(({ kind, d }) => [kind, d.match(/M/g)?.length]);
    expect(kinds('columns')).toEqual([
      ['fill', 2],
      ['open', 2],
    ]);
    expect(kinds('bars')).toEqual([
      ['fill', 2],
      ['open', 2],
    ]);
    expect(kinds('line')).toEqual([
      ['line', 1],
      ['dotted', 2],
    ]);
    expect(kinds('area')).toEqual([
      ['soft', 1],
      ['line', 1],
      ['dotted', 2],
    ]);
    expect(kinds('line', of([]))).toEqual([['line', 1]]);
  });
});

test('amounts in several currencies are parts of nothing', () => {
  const wordsOf = (data: ReturnType<typeof chartData>) =>
    chartWords(data, {
      ...{ measure: 'sum', language: 'en', timeZone: 'UTC' },
      phrases: {
        ...{ other: 'Other', noValue: 'No value', emptyText: 'Empty' },
        ...{ weekOf: String, range: String, comparison: String },
        partial: (period) => `${period}, incomplete`,
      },
    });
  const values = [
    ['EUR', 'JPY'],
    ['40', '1500'],
  ];
  const of = (rest: Partial<ResultColumn>) =>
    chartData(result([column('c'), { ...MEASURE, ...rest }], values));
  expect(fitOf('pie', of({}), true)).toBe('fits');
  expect(fitOf('pie', of({ mixed: true }), true)).toBe('no_stack');
  expect(summaryOf(of({}), wordsOf(of({})), true).message).toBe('share');
  const mixed = of({ mixed: true });
  expect(summaryOf(mixed, wordsOf(mixed), true).message).toBe('mixed');
});

describe('the mark', () => {
  const few = byDay('1', '2');
  const categories = chartData(
    result(
      [column('c'), MEASURE],
      [
        ['a', 'b'],
        ['1', '-2'],
      ],
    ),
  );

  test('follows what is shown', () => {
    expect(autoMark(few, true)).toBe('columns');
    expect(autoMark(byDay(...Array<string>(25).fill('1')), true)).toBe('line');
    expect(autoMark(categories, true)).toBe('bars');
    expect(autoMark(chartData(result([MEASURE], [['7']])), true)).toBe('number');
    const two = chartData(result([column('a'), column('b'), MEASURE], [['x'], ['y'], ['1']]));
    expect(autoMark(two, true)).toBe('heatmap');
    const number = column('n', { kind: 'number', type: 'BIGINT' });
    expect(autoMark(chartData(result([number, MEASURE], [['1'], ['2']])), true)).toBe('points');
  });

  test('is not one that would mislead', () => {
    expect(fitOf('line', categories, true)).toBe('needs_order');
    expect(fitOf('pie', categories, true)).toBe('negative');
    expect(fitOf('heatmap', few, true)).toBe('needs_group');
    expect(fitOf('number', few, true)).toBe('needs_no_x');
    expect(fitOf('number', categories, true)).toBe('needs_no_x');
    const groups = chartData(
      result(
        [DAY, column('g'), MEASURE],
        [
          ['a', 'a'],
          ['x', 'y'],
          ['1', '2'],
        ],
      ),
    );
    expect(fitOf('columns', groups, false)).toBe('no_stack');
    expect([fitOf('pie', groups, true), fitOf('pie', groups, false)]).toEqual(['needs_no_group', 'no_stack']);
    const ranked = (...texts: Cells) =>
      chartData(
        result([column('n', { kind: 'number', type: 'BIGINT' }), MEASURE], [texts, texts.map(() => '1')]),
      );
    expect(
      [ranked('9', '2', '5'), ranked('2', '5', '9', null)].map((one) => fitOf('line', one, true)),
    ).toEqual(['needs_order', 'fits']);
    const many = (count: number, of: ResultColumn) => {
      const texts = Array.from({ length: count }, (_, at) => `${at}`);
      return chartData(result([of, MEASURE], [texts, texts.map(() => '1')]));
    };
    expect(fitOf('columns', many(10_000, column('word')), true)).toBe('too_many');
    expect(autoMark(many(10_000, column('word')), true)).toBe('table');
    expect(fitOf('columns', many(731, DAY), true)).toBe('fits');
    expect(fitOf('columns', many(10_000, DAY), true)).toBe('too_many');
    expect(autoMark(groups, false)).toBe('line');
  });
});

describe('ticks', () => {
  test.each([
    [0, 309_700, 4, [0, 100_000, 200_000, 300_000, 400_000]],
    [-0.3, 0.2, 4, [-0.4, -0.2, 0, 0.2]],
    [5, 5, 4, [0, 2, 4, 6]],
    [0, 0, 4, [0, 0.5, 1]],
  ])('from %d to %d are round', (min, max, wanted, expected) => {
    expect(ticksOf(min, max, wanted)).toEqual(expected);
  });

  test.each([
    [0, 1, [0, 1]],
    [0, 3, [0, 1, 2, 3]],
    [0, 0, [0, 1]],
    [0, 100, [0, 50, 100]],
  ])('of things that are counted, from %d to %d, are whole', (min, max, expected) => {
    expect(ticksOf(min, max, 4, true)).toEqual(expected);
  });

  test('of the largest numbers are finite', () => {
    expect(ticksOf(-1e300, 1e300, 4).every(Number.isFinite)).toBe(true);
  });
});

describe('the picture', () => {
  const paths = (mark: Parameters<typeof scene>[0], data = byDay('1', null, '3', '4')) =>
    scene(mark, data, 640, 380, text).parts.map(({ d }) => d);

  test('of a count has only whole numbers beside it', () => {
    const beside = scene('columns', byDay('1', '0'), 640, 380, text).labels.filter(
      ({ anchor }) => anchor === 'end',
    );
    expect(beside.map((label) => label.text)).toEqual(['0', '1']);
  });

  test('breaks a line where there is no value, and shows a value on its own as a dot', () => {
    const [line, dots] = paths('line');
    expect(line!.match(/M/g)).toHaveLength(1);
    expect(dots!.match(/h0/g)).toHaveLength(1);
  });

  test('of twelve bars fits into a low card, and of few is no higher than it has to be', () => {
    const bars = (count: number, height: number) =>
      scene('bars', byDay(...Array<string>(count).fill('3')), 360, height, text).height;
    expect(bars(9, 180)).toBeLessThanOrEqual(180);
    expect(bars(12, 180)).toBeLessThanOrEqual(180);
    expect(bars(3, 180)).toBe(3 * 28 + 8);
    // What doesn't fit scrolls.
    expect(bars(40, 180)).toBe(40 * 14 + 8);
  });

  test('piles up negative values below zero', () => {
    const { places, labels } = scene('columns', byDay('5', '-5'), 640, 380, text);
    const zero = labels.find(({ text: label }) => label === '0')!.y - 4;
    expect(places[0]!.y).toBeLessThan(zero);
    expect(places[1]!.y).toBeCloseTo(zero, 0);
  });

  test('has a place for each value, within its size, and labels that don’t touch', () => {
    const many = byDay(...Array<string>(9).fill('3'));
    for (const mark of ['columns', 'line', 'area', 'points', 'bars', 'pie'] as const) {
      const { places, width, height, labels } = scene(mark, many, 360, 280, text);
      expect(places).toHaveLength(9);
      for (const { x, y } of places) {
        expect(x >= 0 && x <= width).toBe(true);
        expect(y >= 0 && y <= height).toBe(true);
      }
      const days = labels.filter(({ text: label, y }) => label.startsWith('2024') && y > 260);
      days.slice(1).forEach(({ x }, at) => expect(x - days[at]!.x).toBeGreaterThan(60));
    }
  });

  test('has labels of long dates that end before the next one begins', () => {
    const long: ChartText = { ...text, x: ({ text: day }) => `Oct ${day!.slice(8)}, 2025` };
    for (let width = 240; width < 1_000; width += 20) {
      const { labels, height } = scene('line', byDay(...Array<string>(28).fill('3')), width, 280, long);
      const ends = labels
        .filter(({ y }) => y === height - 8)
        .map(
          ({ x, anchor, text: { length } }) =>
            x + length * 6.2 * (anchor === 'start' ? 1 : anchor === 'end' ? 0 : 0.5),
        );
      const begins = ends.map((end) => end - 12 * 6.2);
      for (const [at, begin] of begins.slice(1).entries()) expect(begin).toBeGreaterThan(ends[at]!);
      expect(begins[0]).toBeGreaterThanOrEqual(0);
    }
  });

  test.each(['columns', 'line', 'area', 'points', 'bars', 'pie', 'heatmap'] as const)(
    'of %s has only numbers in it, whatever the values',
    (mark) => {
      for (const values of [[], [null], ['0'], ['0', '0'], ['1.7e308', '-1.7e308'], ['1e-300']] as Cells[])
        expect(paths(mark, byDay(...values)).join()).not.toMatch(/NaN|Infinity|undefined/);
    },
  );

  test('of 10,000 values takes one path for each series', () => {
    const days = Array.from({ length: 10_000 }, (_, at) =>
      new Date(at * 86_400_000).toISOString().slice(0, 10),
    );
    const data = chartData(result([DAY, MEASURE], [days, days.map((_, at) => String(at % 97))]));
    for (const mark of ['columns', 'line', 'points'] as const)
      expect(scene(mark, data, 1_000, 380, text).parts).toHaveLength(1);
  });
});
