import type { PeriodComparison } from '../contract/index.ts';
import { comparisonWords, differenceOf } from './index.ts';

const comparison: PeriodComparison = {
  ...{ to: 'previous', state: 'compared', value: '80', from: '2026-10-01', through: '2026-10-27' },
  ...{ until: null, isPart: false },
};
const told = (now: string | null, changes: Partial<PeriodComparison> = {}, percent = false) =>
  comparisonWords({ ...comparison, ...changes }, now, {
    ...{ language: 'en', measure: { type: 'BIGINT', percent } },
    words: { exact: (text) => text ?? '–' },
    say: (message, values) => [message, ...Object.values(values)].join(' '),
  });

describe('a number beside an earlier one', () => {
  it('says the difference in absolute terms and in percent', () => {
    expect(told('100')).toMatchObject({ direction: 'up', change: 'up_percent 20 25%' });
    expect(told('60')).toMatchObject({ direction: 'down', change: 'down_percent 20 25%' });
    expect(told('80')).toMatchObject({ direction: 'same', change: 'same' });
    expect(told('100').details[0]).toMatch(/^previous 80 Oct 1\D+27, 2026$/);
  });

  it('says why there is no percentage of what was negative', () => {
    expect(told('5', { value: '0' })).toMatchObject({ change: 'up 5 ' });
    expect(told('5', { value: '0' }).details.join()).not.toContain('no_percent');
    expect(told('5', { value: '-10' }).details).toContain('no_percent -10');
  });

  it('says that there is nothing to compare with', () => {
    const { direction, change, details } = told('5', { value: null });
    expect([direction, change]).toEqual([null, null]);
    expect(details[0]).toMatch(/^none_previous Oct 1\D+27, 2026$/);
    expect(told('5', { state: 'no_range', value: null }).details[0]).toMatch(/^no_range/);
    expect(told(null)).toMatchObject({ direction: null, change: null });
  });

  it('says which part of the earlier period counts', () => {
    expect(told('5', { isPart: true, until: '12:34' }).details[1]).toBe('part_until Oct 27, 2026 12:34');
    expect(told('5', { isPart: true }).details[1]).toMatch(/^part Oct 27, 2026/);
  });

  it('counts shares in percentage points', () => {
    expect(told('0.25', { value: '0.2' }, true).change).toBe('up_percent points 5 25%');
  });
});

test('a difference loses no digit', () => {
  expect(differenceOf('12345678901234567890.10', '0.2')).toBe('12345678901234567889.90');
  expect(differenceOf('0.1', '0.30')).toBe('-0.20');
  expect(differenceOf('5', '5')).toBe('0');
  expect(differenceOf('1e3', '1')).toBe('999');
});
