import type { Language, PeriodComparison, QueryResult, ResultColumn } from '../contract/index.ts';
import {
  chartData,
  chartWords,
  legendOf,
  scene,
  seriesComparison,
  type ChartData,
  type Mark,
  type SayComparison,
} from './index.ts';
import { earlierColumns } from './earlier-columns.ts';

type Cells = (string | null)[];
const column = (as: string, rest: Partial<ResultColumn> = {}): ResultColumn => ({
  ...{ as, role: 'breakout', kind: 'text', type: 'VARCHAR', grain: null, width: null, others: [] },
  ...rest,
});
const MONTH = column('month', { kind: 'date', type: 'DATE', grain: 'month' });
const TOTAL = column('total', { role: 'measure', kind: 'number', type: 'DECIMAL(38,2)' });
const compared = (
  from: Cells,
  through: Cells,
  before: Cells,
  rest: Partial<PeriodComparison> = {},
): PeriodComparison => ({
  ...{ to: 'year_ago', state: 'compared', value: null, until: null, isPart: false },
  ...{ from: from[0]!, through: through.findLast((text) => text !== null) ?? null },
  series: { current: { from: '2026-01-01', through: '2026-03-10' }, from, through, values: [before] },
  ...rest,
});
const result = (
  columns: ResultColumn[],
  values: Cells[],
  comparison: PeriodComparison,
): QueryResult & { comparison: PeriodComparison } => ({
  ...{ version: 1, columns, values, rows: values[0]!.length, cut: null, totals: null, notes: [], sql: '' },
  comparison,
});

const say: SayComparison = (message, values) => [message, ...Object.values(values)].join(' ');
const wordsFor = (data: ChartData, language: Language = 'en') =>
  chartWords(data, {
    ...{ measure: 'total', language, timeZone: 'UTC' },
    phrases: {
      ...{ other: 'Other', noValue: 'None', emptyText: 'Empty', comparison: say },
      partial: (period) => period,
      weekOf: (day) => `Week of ${day}`,
      range: (from, to) => `${from} to ${to}`,
    },
  });

const FROM = ['2025-01-01', '2025-02-01', '2025-03-01', null];
const THROUGH = ['2025-01-31', '2025-02-28', '2025-03-10', null];
const months = result(
  [MONTH, TOTAL],
  [
    ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'],
    ['110.00', '90.00', '30.50', null],
  ],
  compared(FROM, THROUGH, ['100.00', '0.00', '61.00', null], { isPart: true }),
);
const data = chartData(months);
const words = wordsFor(data);
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

describe('what positions are compared with', () => {
  test('is named as the period that it is, or by its days if it’s only a part of one', () => {
    expect(data.keys.map((_, at) => plain(words.earlierAt(at)))).toEqual([
      ...['January 2025', 'February 2025', 'Mar 1 – 10, 2025', '–'],
    ]);
  });

  test('has a change, unless there is no telling what that is a part of', () => {
    expect(words.change('110.00', '100.00')).toBe('+10%');
    expect(words.change('30.50', '61.00')).toBe('-50%');
    expect(words.change('5', '5')).toBe('0%');
    for (const [now, before] of [
      ['90.00', '0.00'],
      ['90.00', '-1'],
      ['90.00', null],
      [null, '90.00'],
      ['NaN', '90'],
    ] as const)
      expect(words.change(now, before)).toBe('–');
    expect(plain(wordsFor(data, 'de').change('110', '100'))).toBe('+10 %');
  });

  test('has a change in points, if values are shares', () => {
    const shares = chartData({ ...months, columns: [MONTH, { ...TOTAL, percent: true }] });
    expect(wordsFor(shares).change('0.25', '0.2')).toBe('points +5');
  });
});

describe('the picture of an earlier period', () => {
  const kinds = (mark: Mark, of = data) =>
    scene(mark, of, 600, 300, wordsFor(of)).parts.map(({ kind, color }) => `${kind} ${color}`);

  test('is a dashed line of the same color, or a paler column', () => {
    expect(kinds('line')).toEqual(['dashed var(--c1)', 'line var(--c1)']);
    expect(kinds('area')).toEqual(['soft var(--c1)', 'line var(--c1)', 'dashed var(--c1)']);
    expect(kinds('columns')).toEqual(['soft var(--c1)', 'fill var(--c1)']);
    expect(kinds('bars')).toEqual(['fill var(--c1)']);
  });

  test('is on the scale of both, and columns stand beside each other', () => {
    const high = chartData({ ...months, comparison: compared(FROM, THROUGH, ['9000', '1', '1', null]) });
    const { labels, parts } = scene('columns', high, 600, 300, wordsFor(high));
    expect(labels.map(({ text }) => text)).toContain('10K');
    const firstOf = (at: number) => /^M([\d.]+) [\d.]+h([\d.]+)/.exec(parts[at]!.d)!.slice(1).map(Number);
    const [[before, wide], [now]] = [firstOf(0), firstOf(1)] as [[number, number], [number]];
    expect(before + wide).toBeLessThanOrEqual(now);
  });

  test('doesn’t make the current one end at zero where it isn’t known', () => {
    const later = chartData({
      ...months,
      comparison: compared(FROM.with(3, '2025-04-01'), THROUGH.with(3, '2025-04-30'), ['1', '2', '3', '4']),
    });
    const [soft, , dashed] = scene('area', later, 600, 300, wordsFor(later)).parts;
    const last = (d: string) => Math.max(...[...d.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x)));
    expect(last(soft!.d)).toBeLessThan(last(dashed!.d));
  });

  test('is one line of the total over areas that lie on each other', () => {
    const country = column('country');
    const keys = ['2026-01-01', '2026-01-01', '2026-02-01', '2026-02-01'];
    const twice = <T>(list: T[]) => list.slice(0, 2).flatMap((one) => [one, one]);
    const grouped = chartData(
      result(
        [MONTH, country, TOTAL],
        [keys, ['SE', 'DE', 'SE', 'DE'], ['1', '2', '3', '4']],
        compared(twice(FROM), twice(THROUGH), ['5', '6', '7', null]),
      ),
    );
    expect(kinds('area', grouped).filter((kind) => kind.startsWith('dashed'))).toEqual([
      'dashed var(--text-3)',
    ]);
    expect(kinds('line', grouped)).toEqual([
      ...['dashed var(--c1)', 'dashed var(--c2)', 'line var(--c1)', 'line var(--c2)'],
    ]);
    expect(legendOf('line', grouped, wordsFor(grouped)).map(({ kind }) => kind)).toEqual([
      ...['fill', 'fill', 'dashed'],
    ]);
  });
});

test('the legend names both periods', () => {
  expect(legendOf('columns', data, words).map(({ kind, text }) => `${kind}: ${plain(text)}`)).toEqual([
    'fill: current_period Jan 1 – Mar 10, 2026',
    'soft: year_ago_period Jan 1 – Mar 10, 2025',
  ]);
  expect(legendOf('pie', data, words)).toEqual([]);
});

describe('the sentence about an earlier period', () => {
  const told = { language: 'en' as const, words, say };
  const sentence = (of: ChartData, mark: Mark = 'line', isAdditive = true) =>
    plain(seriesComparison(of, mark, isAdditive, { ...told, words: wordsFor(of) }) ?? '');

  test('compares the sums of both', () => {
    expect(sentence(data)).toBe(
      'up_percent 69.50 43.2%. year_ago 161.00 Jan 1 – Mar 10, 2025. part Mar 10, 2025 .',
    );
  });

  test('only names the period of what has no sum, and says if it isn’t drawn', () => {
    expect(sentence(data, 'line', false)).toMatch(/^year_ago_period Jan 1 – Mar 10, 2025\. part/);
    expect(sentence(data, 'bars')).toMatch(/not_drawn\.$/);
  });

  test('says why there is none', () => {
    const none = compared(FROM, THROUGH, [null, null, null, null]);
    expect(sentence(chartData({ ...months, comparison: none }))).toMatch(/^none_year_ago/);
    const { series: _series, ...without } = none;
    const refused = { ...without, state: 'other_time' as const };
    expect(sentence(chartData({ ...months, comparison: refused }))).toBe('other_time.');
    const { comparison: _comparison, ...alone } = months;
    expect(seriesComparison(chartData(alone), 'line', true, told)).toBeNull();
  });
});

describe('the table of both periods', () => {
  test('has columns for where the earlier one begins, its values, and the change', () => {
    const { columns, values } = earlierColumns(months, say);
    expect(columns.map(({ as }) => as)).toEqual([
      ...['month', 'year_ago_from', 'total', 'year_ago_value total', 'change total'],
    ]);
    expect(values.slice(1)).toEqual([
      FROM,
      ['110.00', '90.00', '30.50', null],
      ['100.00', '0.00', '61.00', null],
      ['0.1', null, '-0.5', null],
    ]);
  });

  test('has only its own columns if nothing is there to compare with', () => {
    const none = { ...months, comparison: compared(FROM, THROUGH, [null, null, null, null]) };
    expect(earlierColumns(none, say)).toBe(none);
  });
});
