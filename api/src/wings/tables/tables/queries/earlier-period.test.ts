import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { readTimeRange, TIME_UNITS, writeTimeRange, type Query } from '@headwater/shared/contract';
import { earlierQuery } from './compare-with.ts';
import { earlierPeriod, type ComparedPeriod } from './earlier-period.ts';
import { atMoment, type WeekStart } from '../rows/time-range.ts';

interface At {
  range: string;
  now: string;
  to?: ComparedPeriod;
  type?: string;
  zone?: string;
  weekStart?: WeekStart;
}
const periodOf = ({ range, now, to = 'previous', type = 'DATE', zone = 'UTC', weekStart = 'monday' }: At) =>
  earlierPeriod({ values: [range, zone] }, { to, type, weekStart, now: Temporal.Instant.from(now) });
const endsOf = (at: At) => {
  const { begin, end } = periodOf(at);
  return [begin, end];
};

test('a range that is over is compared with as many whole units before it, or a year ago', () => {
  const now = '2026-11-27T12:00:00Z';
  assert.deepEqual(endsOf({ range: 'last.30.day', now }), ['2026-09-28', '2026-10-28']);
  assert.deepEqual(endsOf({ range: 'last.1.month', now }), ['2026-09-01', '2026-10-01']);
  assert.deepEqual(endsOf({ range: 'last.2.quarter', now }), ['2025-10-01', '2026-04-01']);
  assert.deepEqual(endsOf({ range: 'last.1.month', now, to: 'year_ago' }), ['2025-10-01', '2025-11-01']);
  assert.deepEqual(endsOf({ range: 'last.1.week', now, to: 'year_ago' }), ['2025-11-17', '2025-11-24']);
  assert.deepEqual(endsOf({ range: 'last.1.day', now: '2024-03-01T12:00:00Z', to: 'year_ago' }), [
    '2023-02-28',
    '2023-03-01',
  ]);
});

test('a range that isn’t over is compared with the equal part, to the same day and time', () => {
  const now = '2026-11-27T12:34:56Z';
  const clock = { type: 'TIMESTAMP', now };
  assert.deepEqual(endsOf({ range: 'this.month', now }), ['2026-10-01', '2026-10-28']);
  assert.deepEqual(endsOf({ range: 'this.month', ...clock }), ['2026-10-01T00:00:00', '2026-10-27T12:34:00']);
  assert.deepEqual(endsOf({ range: 'this.year', ...clock }), ['2025-01-01T00:00:00', '2025-11-27T12:34:00']);
  assert.deepEqual(endsOf({ range: 'this.quarter', ...clock }), [
    '2026-07-01T00:00:00',
    '2026-08-27T12:34:00',
  ]);
  // A week from Sunday, on its sixth day.
  assert.deepEqual(endsOf({ range: 'this.week', now, weekStart: 'sunday' }), ['2026-11-15', '2026-11-21']);
  assert.deepEqual(endsOf({ range: 'last.2.day.with', ...clock }), [
    '2026-11-22T00:00:00',
    '2026-11-24T12:34:00',
  ]);
  assert.equal(periodOf({ range: 'this.month', ...clock }).until, '12:34');
  // The month before has no such day, so all of it counts.
  const whole = periodOf({ range: 'this.month', type: 'TIMESTAMP', now: '2026-03-31T10:00:00Z' });
  assert.deepEqual([whole.end, whole.isPart, whole.through], ['2026-03-01T00:00:00', false, '2026-02-28']);
  const leap = periodOf({ range: 'this.year', to: 'year_ago', now: '2024-02-29T10:00:00Z' });
  assert.deepEqual([leap.end, leap.isPart, leap.through], ['2023-03-01', true, '2023-02-28']);
});

test('the same time by the clock is another moment on the other side of a change of clocks', () => {
  const now = '2026-10-26T12:00:00Z'; // 13:00 in Berlin, the day after clocks went back
  assert.deepEqual(
    endsOf({ range: 'this.week', now, type: 'TIMESTAMP WITH TIME ZONE', zone: 'Europe/Berlin' }),
    ['2026-10-18T22:00:00Z', '2026-10-19T11:00:00Z'],
  );
});

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'Asia/Kathmandu',
];
const MINUTE = 60_000;
const DAY = 86_400_000;

const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
  ]),
);

/** Returns what clocks in a zone show at a moment, as if it were UTC. By the platform, not by Temporal. */
function clockIn(zone: string, moment: number): number {
  const parts = clocks.get(zone)!.formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** Numbers the unit that a day is in, by arithmetic alone. */
function numberOf(unit: (typeof TIME_UNITS)[number], clock: number, weekStart: WeekStart): number {
  const date = new Date(clock);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const days = Math.floor(clock / DAY);
  if (unit === 'day') return days;
  // 1970 began on a Thursday.
  if (unit === 'week') return Math.floor((days + (weekStart === 'sunday' ? 4 : 3)) / 7);
  return Math.floor(months / { month: 1, quarter: 3, year: 12 }[unit]);
}

const someRange = fc.record({
  unit: fc.constantFrom(...TIME_UNITS),
  last: fc.integer({ min: 1, max: 30 }),
  kind: fc.constantFrom('with', 'without', 'this'),
});
const someReading = fc.record({
  range: someRange,
  zone: fc.constantFrom(...ZONES),
  weekStart: fc.constantFrom<WeekStart>('monday', 'sunday'),
  now: fc.integer({ min: Date.UTC(1996, 0, 1), max: Date.UTC(2035, 0, 1) }).map((ms) => ms - (ms % 1_000)),
});
const textOf = ({ unit, last, kind }: { unit: (typeof TIME_UNITS)[number]; last: number; kind: string }) =>
  writeTimeRange(kind === 'this' ? { this: unit } : { last, unit, current: kind as 'with' });

test('the previous period has exactly the moments whose units are that far away, and of the last one the equal part', () => {
  fc.assert(
    fc.property(
      someReading,
      fc.array(fc.double({ min: -0.2, max: 1.2, noNaN: true }), { minLength: 10, maxLength: 10 }),
      ({ range, zone, weekStart, now }, places) => {
        const { unit, last, kind } = range;
        const period = periodOf({
          ...{ range: textOf(range), type: 'TIMESTAMP WITH TIME ZONE', zone, weekStart },
          now: new Date(now).toISOString(),
        });
        const [begin, end] = [Date.parse(period.begin), Date.parse(period.end)];
        const isOpen = kind !== 'without';
        const count = kind === 'this' ? 1 : last + (isOpen ? 1 : 0);
        const clock = clockIn(zone, now);
        const current = numberOf(unit, clock, weekStart);
        const oldest = current - (kind === 'this' ? 0 : last) - count;
        const newest = oldest + count - 1;
        // What of a unit is over, in an order that holds for all units: the month, the day, the time.
        const progress = (at: number) => {
          const date = new Date(at);
          const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
          const minutes = Math.floor((at % DAY) / MINUTE);
          if (unit === 'day') return minutes;
          if (unit === 'week')
            return ((Math.floor(at / DAY) + (weekStart === 'sunday' ? 4 : 3)) % 7) * 1_440 + minutes;
          return (
            ((months % { month: 1, quarter: 3, year: 12 }[unit]) * 40 + date.getUTCDate()) * 1_440 + minutes
          );
        };
        for (const place of places) {
          const moment = Math.floor((begin + (end - begin + DAY) * place) / 1_000) * 1_000;
          const at = clockIn(zone, moment);
          const number = numberOf(unit, at, weekStart);
          // In the hour that clocks repeat or skip, a time by the clock isn't one moment.
          const nearChange =
            clockIn(zone, moment - 4 * 3_600_000) !== at - 4 * 3_600_000 ||
            clockIn(zone, moment + 4 * 3_600_000) !== at + 4 * 3_600_000;
          if (nearChange) continue;
          const isWithin = number >= oldest && number <= newest;
          const expected = isWithin && (!isOpen || number < newest || progress(at) < progress(clock));
          assert.equal(
            moment >= begin && moment < end,
            expected,
            `${textOf(range)} at ${new Date(now).toISOString()} ${zone}: ${new Date(moment).toISOString()}`,
          );
        }
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

test('the previous period ends where a range that is over begins', () => {
  const columns = [{ name: 'at', type: 'TIMESTAMP WITH TIME ZONE' }];
  fc.assert(
    fc.property(someReading, ({ range, zone, weekStart, now }) => {
      const text = textOf({ ...range, kind: 'without' });
      assert.notEqual(readTimeRange(text), null);
      const moment = Temporal.Instant.fromEpochMilliseconds(now);
      const condition = { column: 'at', operator: 'in_range' as const, values: [text, zone] };
      const [first] = atMoment([[condition]], columns, { zone, weekStart }, moment);
      const reading = { to: 'previous' as const, type: columns[0]!.type, weekStart, now: moment };
      assert.equal(earlierPeriod(condition, reading).end, first![0]!.values[0]);
    }),
    { numRuns: 200, seed: 11 },
  );
});

const columns = [
  { name: 'day', type: 'DATE' },
  { name: 'country', type: 'VARCHAR' },
];
const counted = (
  filter: Query['filter'],
  measures: Query['measures'] = [{ as: 'n', agg: 'count' }],
): Query => ({
  ...{ filter: filter ?? [], breakouts: [], measures },
});
const range = { column: 'day', operator: 'in_range' as const, values: ['last.7.day', 'UTC'] };
const german = { column: 'country', operator: 'equals' as const, values: ['de'] };
const ofQuery = (query: Query) => {
  const found = earlierQuery(query, 'previous', columns, Temporal.Instant.from('2026-11-27T12:00:00Z'));
  return typeof found === 'string' ? found : found.query.filter;
};

test('only the range of a query is another one in the earlier period', () => {
  assert.deepEqual(ofQuery(counted([[german], [range]])), [
    [german],
    [{ column: 'day', operator: 'greater_or_equal', values: ['2026-11-13'] }],
    [{ column: 'day', operator: 'less', values: ['2026-11-20'] }],
  ]);
});

test('a query without one range that says all about time isn’t compared', () => {
  const from = { column: 'day', operator: 'greater' as const, values: ['2026-01-01'] };
  assert.equal(ofQuery(counted([[german]])), 'no_range');
  assert.equal(ofQuery(counted([[range], [range]])), 'several_ranges');
  assert.equal(ofQuery(counted([[range, german]])), 'several_ranges');
  assert.equal(ofQuery(counted([[range], [from]])), 'several_ranges');
  assert.equal(ofQuery(counted([[range]], [{ as: 'n', agg: 'count', where: [[range]] }])), 'several_ranges');
});
