import { readTimeRange, writeTimeRange, type TimeRange } from './time-range.ts';

test('a range of time is read as it is written', () => {
  const ranges: TimeRange[] = [
    { last: 90, unit: 'day', current: 'without' },
    { last: 1_000, unit: 'week', current: 'with' },
    { this: 'quarter' },
  ];
  expect(ranges.map(writeTimeRange)).toEqual(['last.90.day', 'last.1000.week.with', 'this.quarter']);
  expect(ranges.map(writeTimeRange).map(readTimeRange)).toEqual(ranges);
});

test.each([
  '',
  'last.0.day',
  'last.1001.day',
  'last.7.hour',
  'this.7',
  'last.7.day.now',
  'this.month.with',
  'last.07.day',
])('“%s” is no range of time', (text) => expect(readTimeRange(text)).toBeNull());
