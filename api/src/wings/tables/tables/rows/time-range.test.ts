import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { readFilter, TIME_UNITS, writeFilter, writeTimeRange } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { atMoment, type WeekStart } from './time-range.ts';

const column = (name: string, type: string) => ({ name, type }) as StreamColumn;
const columns = [
  column('day', 'DATE'),
  column('clock', 'TIMESTAMP'),
  column('at', 'TIMESTAMP WITH TIME ZONE'),
  column('total', 'BIGINT'),
];
const NOW = Temporal.Instant.from('2026-11-20T23:30:00Z'); // already Saturday in Berlin
const bounds = (
  name: string,
  range: string,
  zone = 'Europe/Berlin',
  now = NOW,
  weekStart: WeekStart = 'monday',
) =>
  atMoment(
    [[{ column: name, operator: 'in_range', values: [range, zone] }]],
    columns,
    { zone: null, weekStart },
    now,
  ).map(([one]) => one!.values[0]);

test('a range ends before the current period, or with it', () => {
  assert.deepEqual(bounds('day', 'last.7.day'), ['2026-11-14', '2026-11-21']);
  assert.deepEqual(bounds('day', 'last.7.day.with'), ['2026-11-14', '2026-11-22']);
  assert.deepEqual(bounds('day', 'last.7.day', 'UTC'), ['2026-11-13', '2026-11-20']);
  assert.deepEqual(bounds('day', 'this.week'), ['2026-11-16', '2026-11-23']);
  assert.deepEqual(bounds('day', 'this.week', 'UTC', NOW, 'sunday'), ['2026-11-15', '2026-11-22']);
  assert.deepEqual(bounds('day', 'last.1.quarter'), ['2026-07-01', '2026-10-01']);
  assert.deepEqual(bounds('day', 'this.year'), ['2026-01-01', '2027-01-01']);
});

test('days begin by the clocks of the zone for moments, and of no zone for other columns', () => {
  assert.deepEqual(bounds('at', 'last.1.month'), ['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z']);
  assert.deepEqual(bounds('clock', 'last.1.month'), ['2026-10-01T00:00:00', '2026-11-01T00:00:00']);
  // Clocks in Beirut skipped midnight that day.
  const spring = Temporal.Instant.from('2022-03-27T12:00:00Z');
  assert.deepEqual(bounds('at', 'this.day', 'Asia/Beirut', spring), [
    '2022-03-26T22:00:00Z',
    '2022-03-27T21:00:00Z',
  ]);
});

test('a range beside other conditions of a group holds if one of them does', () => {
  const filter = readFilter('total:less:0|day:in_range:this.day,UTC;day:is_not_null')!;
  assert.equal(
    writeFilter(atMoment(filter, columns, { zone: null, weekStart: 'monday' }, NOW)),
    'total:less:0|day:one_of:2026-11-20%2F2026-11-21;day:is_not_null',
  );
});

/** What a filter means in New York, where clocks go back on November 1. */
const inNewYork = (filter: string) =>
  decodeURIComponent(
    writeFilter(
      atMoment(readFilter(filter)!, columns, { zone: 'America/New_York', weekStart: 'monday' }, NOW),
    ),
  );

test('a day is all of its moments in the zone, whatever it is compared by', () => {
  const [from, until] = ['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'];
  const DAY = '2026-11-01';
  assert.equal(inNewYork(`at:less:${DAY}`), `at:less:${from}`);
  assert.equal(inNewYork(`at:less_or_equal:${DAY}`), `at:less:${until}`);
  assert.equal(inNewYork(`at:greater:${DAY}`), `at:greater_or_equal:${until}`);
  assert.equal(inNewYork(`at:greater_or_equal:${DAY}`), `at:greater_or_equal:${from}`);
  assert.equal(inNewYork(`at:equals:${DAY}`), `at:greater_or_equal:${from};at:less:${until}`);
  assert.equal(inNewYork(`at:not_equals:${DAY}`), `at:none_of:${from}/${until}`);
  assert.equal(
    inNewYork(`at:one_of:${DAY},2026-11-05T10%3A00%3A00Z`),
    `at:one_of:${from}/${until},2026-11-05T10:00:00Z`,
  );
  assert.equal(
    inNewYork(`clock:equals:${DAY}`),
    'clock:greater_or_equal:2026-11-01T00:00:00;clock:less:2026-11-02T00:00:00',
  );
  assert.equal(inNewYork(`clock:none_of:${DAY}`), 'clock:none_of:2026-11-01T00:00:00/2026-11-02T00:00:00');
  assert.equal(inNewYork(`total:less:0|at:equals:${DAY}`), `total:less:0|at:one_of:${from}/${until}`);
  assert.equal(inNewYork(`day:less_or_equal:${DAY}`), `day:less_or_equal:${DAY}`);
});

test('a moment is compared with columns of days, and with clocks of no zone, by the clock of the zone', () => {
  const AT = '2026-11-02T01%3A30%3A00Z'; // 20:30 on November 1
  assert.equal(inNewYork(`day:equals:${AT}`), 'day:equals:2026-11-01');
  assert.equal(inNewYork(`day:less:${AT}`), 'day:less_or_equal:2026-11-01');
  assert.equal(inNewYork(`day:less:2026-11-01T00%3A00%3A00`), 'day:less:2026-11-01');
  assert.equal(inNewYork(`day:greater_or_equal:${AT}`), 'day:greater:2026-11-01');
  assert.equal(inNewYork(`day:greater_or_equal:2026-11-01T04%3A00%3A00Z`), 'day:greater_or_equal:2026-11-01');
  assert.equal(inNewYork(`clock:less:${AT}`), 'clock:less:2026-11-01T20:30:00');
  assert.equal(inNewYork(`at:less:2026-11-01%2020%3A30`), 'at:less:2026-11-02T01:30:00Z');
  assert.equal(inNewYork(`at:less:${AT}`), 'at:less:2026-11-02T01:30:00Z');
});

/** A generator of numbers below 1, the same on each run. */
function draws(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Counts periods by the calendar alone: the number of the one that a day in UTC is in. */
function periodOf(unit: (typeof TIME_UNITS)[number], day: Date): number {
  const months = day.getUTCFullYear() * 12 + day.getUTCMonth();
  const days = Math.floor(day.getTime() / 86_400_000);
  // 1970 began on a Thursday.
  return {
    day: days,
    week: Math.floor((days + 3) / 7),
    month: months,
    quarter: Math.floor(months / 3),
    year: day.getUTCFullYear(),
  }[unit];
}

test('1,000 random ranges contain exactly the days whose periods are that far away', () => {
  const draw = draws(7);
  for (let run = 0; run < 1_000; run += 1) {
    const now = new Date(Date.UTC(1975, 0, 1) + Math.floor(draw() * 80 * 365 * 86_400) * 1_000);
    const unit = TIME_UNITS[Math.floor(draw() * TIME_UNITS.length)]!;
    const last = 1 + Math.floor(draw() * 30);
    const current = draw() < 0.5 ? 'with' : 'without';
    const range = draw() < 0.3 ? ({ this: unit } as const) : ({ last, unit, current } as const);
    const text = writeTimeRange(range);
    const [from, to] = bounds('day', text, 'UTC', Temporal.Instant.fromEpochMilliseconds(now.getTime()));
    for (let day = 0; day < 20; day += 1) {
      const date = new Date(now.getTime() + Math.floor((draw() - 0.7) * 2 * last * 366) * 86_400_000);
      const away = periodOf(unit, now) - periodOf(unit, date);
      const isIn = 'this' in range ? away === 0 : away <= last && away >= (current === 'with' ? 0 : 1);
      const iso = date.toISOString().slice(0, 10);
      assert.equal(iso >= from! && iso < to!, isIn, `${text} at ${now.toISOString()}: ${iso}`);
    }
  }
});
