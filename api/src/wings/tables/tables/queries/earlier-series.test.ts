import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { writeTimeRange, type Grain, type Query, type TimeUnit } from '@headwater/shared/contract';
import type { EarlierPeriods } from '@headwater/warehouse';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { resultOf } from '@headwater/warehouse/processes/query/result-of';
import { compareWith, type ComparedPeriod } from './compare-with.ts';
import { requireComputable } from './table-query.ts';
import { atMoment } from '../rows/time-range.ts';

const COLUMNS = [
  { name: 'moment', type: 'TIMESTAMP WITH TIME ZONE' },
  { name: 'wall', type: 'TIMESTAMP' },
  { name: 'day', type: 'DATE' },
  { name: 'group', type: 'VARCHAR' },
  { name: 'cents', type: 'DECIMAL(18,2)' },
].map((column): StreamColumn => ({
  ...{ ...column, sourceType: column.type, nullable: true, encoding: 'value' },
  kind: column.name === 'cents' ? 'number' : column.name === 'group' ? 'text' : 'timestamp',
}));

let connection: DuckDBConnection;
before(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run(`set timezone = 'UTC'`);
  await connection.run(`attach ':memory:' as held`);
});
after(() => connection.closeSync());

interface Row {
  /** Milliseconds of the moment, and of what clocks show then. */
  moment: number;
  clock: number;
  group: string | null;
  cents: number;
}
const isoOf = (time: number, length = 19) => new Date(time).toISOString().slice(0, length);

async function insert(rows: readonly Row[]): Promise<void> {
  await connection.run(
    `create or replace table held.main.data (moment timestamptz, wall timestamp, day date, "group" varchar, cents decimal(18,2))`,
  );
  if (rows.length === 0) return;
  const values = rows.map(
    ({ moment, clock, group, cents }) =>
      `('${isoOf(moment)}Z', '${isoOf(clock)}', '${isoOf(clock, 10)}', ${group === null ? 'null' : `'${group}'`}, ${cents / 100})`,
  );
  await connection.run(`insert into held.main.data values ${values.join(', ')}`);
}

interface Asked {
  query: Query;
  to: ComparedPeriod;
  now: number;
}

/** Computes a query, and its comparison, as the API does, at a moment. */
async function compare({ query, to, now }: Asked) {
  const moment = Temporal.Instant.fromEpochMilliseconds(now);
  const { zone = null, weekStart = 'monday' } = query;
  const filterNow = atMoment(query.filter ?? [], COLUMNS, { zone, weekStart }, moment);
  const current = { ...query, filter: filterNow as NonNullable<Query['filter']> };
  const compute = (one: Query, earlier?: EarlierPeriods) =>
    resultOf(connection, {
      ...{ schema: 'held', extents: new Map(), columns: COLUMNS, query: one, earlier, shownAs: 'data' },
    } as Parameters<typeof resultOf>[1]);
  const result = await compute(current);
  return compareWith(query, { to, columns: COLUMNS, result, now: moment }, (earlier, periods) =>
    compute(requireComputable(earlier, COLUMNS, ''), periods && { ...periods, ranked: current.filter ?? [] }),
  );
}

const DAY = 86_400_000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
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

type DayGrain = Exclude<Grain, 'minute' | 'hour'>;
/** Numbers the period that a day is in, by arithmetic alone. */
function numberOf(grain: DayGrain, day: number, isSunday: boolean): number {
  if (grain === 'day') return day;
  // 1970 began on a Thursday.
  if (grain === 'week') return Math.floor((day + (isSunday ? 4 : 3)) / 7);
  const date = new Date(day * DAY);
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return Math.floor(months / { month: 1, quarter: 3, year: 12 }[grain]);
}
/** Returns the first day of a period. */
function firstDay(grain: DayGrain, number: number, isSunday: boolean): number {
  if (grain === 'day') return number;
  if (grain === 'week') return number * 7 - (isSunday ? 4 : 3);
  const months = number * { month: 1, quarter: 3, year: 12 }[grain];
  return Date.UTC(Math.floor(months / 12), months % 12, 1) / DAY;
}
const daysFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

interface Setting {
  unit: TimeUnit;
  last: number;
  kind: 'with' | 'without' | 'this';
  grain: DayGrain;
  to: ComparedPeriod;
  zone: string;
  isSunday: boolean;
  column: 'moment' | 'wall' | 'day';
  now: number;
}

/**
 * Returns for each day of the past that counts the current period that it's compared with, by walking through the days,
 * and up to which part of a day it counts.
 */
function partnersOf({ unit, last, kind, grain, to, isSunday, column, now, zone }: Setting) {
  const clock = clockIn(zone, now);
  const today = Math.floor(clock / DAY);
  const at = numberOf(unit, today, isSunday);
  const isOpen = kind !== 'without';
  const count = kind === 'this' ? 1 : last + (isOpen ? 1 : 0);
  const first = firstDay(unit, at - (kind === 'this' ? 0 : last), isSunday);
  const end = firstDay(unit, at + (isOpen ? 1 : 0), isSunday);
  const current = daysFrom(first, isOpen ? today + 1 : end);
  const earlier = (() => {
    if (to === 'previous') {
      const from = at - (kind === 'this' ? 0 : last) - count;
      return daysFrom(firstDay(unit, from, isSunday), firstDay(unit, from + count, isSunday));
    }
    if (unit === 'week' || grain === 'week') return daysFrom(first - 364, end - 364);
    const date = new Date(first * DAY);
    const isLeapDay = date.getUTCMonth() === 1 && date.getUTCDate() === 29;
    const from =
      Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), isLeapDay ? 28 : date.getUTCDate()) / DAY;
    return unit === 'day'
      ? daysFrom(from, from + count)
      : daysFrom(from, firstDay(unit, numberOf(unit, from, isSunday) + count, isSunday));
  })();
  const periods = [...new Set(current.map((day) => numberOf(grain, day, isSunday)))];
  const isNested =
    grain === 'day' ||
    grain === unit ||
    (grain === 'month' && (unit === 'quarter' || unit === 'year')) ||
    (grain === 'quarter' && unit === 'year');
  const earlierPeriods = [...new Set(earlier.map((day) => numberOf(grain, day, isSunday)))];
  const partners = new Map<number, { period: number; until: number }>();
  const time = clock % DAY;
  const minutes = time - (time % 60_000);
  /** How far a day is in its period, in an order that holds for all periods: the month, and the day of it. */
  const progress = (day: number) => {
    const date = new Date(day * DAY);
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    if (grain === 'day') return 0;
    if (grain === 'week') return (day + (isSunday ? 4 : 3)) % 7;
    return (months % { month: 1, quarter: 3, year: 12 }[grain]) * 40 + date.getUTCDate();
  };
  earlier.forEach((day, offset) => {
    const place = isNested ? earlierPeriods.indexOf(numberOf(grain, day, isSunday)) : undefined;
    const period =
      place === undefined ? current[offset] && numberOf(grain, current[offset], isSunday) : periods[place];
    if (period === undefined) return;
    let until = DAY;
    if (isOpen && period === periods.at(-1)) {
      const [one, other] = isNested ? [progress(day), progress(today)] : [offset, today - first];
      if (one > other) return;
      if (one === other && column !== 'day') until = minutes;
    }
    partners.set(day, { period, until });
  });
  return { partners, periods, first, end };
}

const someSetting: fc.Arbitrary<Setting> = fc.record({
  unit: fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
  last: fc.integer({ min: 1, max: 5 }),
  kind: fc.constantFrom('with', 'without', 'this'),
  grain: fc.constantFrom('day', 'week', 'month', 'quarter', 'year'),
  to: fc.constantFrom('previous', 'year_ago'),
  zone: fc.constantFrom(...ZONES),
  isSunday: fc.boolean(),
  column: fc.constantFrom('moment', 'wall', 'day'),
  now: fc.integer({ min: Date.UTC(2003, 0, 1), max: Date.UTC(2034, 0, 1) }).map((ms) => ms - (ms % 1_000)),
});
const LENGTHS = { day: 1, week: 7, month: 31, quarter: 92, year: 366 };

test('each period has the earlier value of the same place, as rows counted one by one say', async () => {
  await fc.assert(
    fc.asyncProperty(
      someSetting,
      fc.array(
        fc.record({
          place: fc.double({ min: -0.05, max: 1.05, noNaN: true }),
          isNear: fc.boolean(),
          /** From the time of day that it is now, in seconds. */
          beside: fc.option(fc.integer({ min: -2_400, max: 2_400 })),
          group: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null, freq: 8 }),
          cents: fc.integer({ min: -500, max: 5_000 }),
        }),
        { maxLength: 60 },
      ),
      fc.constantFrom('none' as const, 'top' as const, 'each' as const),
      async (setting, places, grouped) => {
        const { unit, last, kind, grain, to, zone, isSunday, column, now } = setting;
        const reach = (last + 1) * LENGTHS[unit];
        const span = (to === 'previous' ? 2 * reach : reach) * DAY;
        const rows = places.flatMap(({ place, isNear, beside, group, cents }): Row[] => {
          const back = isNear || to === 'previous' ? 0 : 365.25 * DAY;
          const any = Math.floor((now - back - span * place) / 1_000) * 1_000;
          const time = beside === null ? any : any - (any % DAY) + (now % DAY) + beside * 1_000;
          const clock = clockIn(zone, time);
          // In the hours that clocks repeat or skip, a time by the clock isn't one moment.
          const nearChange =
            clockIn(zone, time - 4 * 3_600_000) !== clock - 4 * 3_600_000 ||
            clockIn(zone, time + 4 * 3_600_000) !== clock + 4 * 3_600_000;
          return nearChange ? [] : [{ moment: time, clock, group, cents }];
        });
        await insert(rows);
        const range = writeTimeRange(kind === 'this' ? { this: unit } : { last, unit, current: kind });
        const query: Query = {
          filter: [[{ column, operator: 'in_range', values: [range, zone] }]],
          breakouts: [
            { as: 'period', column, grain },
            ...(grouped === 'none'
              ? []
              : [{ as: 'by', column: 'group', ...(grouped === 'top' && { top: { n: 2 } }) }]),
          ],
          measures: [
            { as: 'rows', agg: 'count' },
            { as: 'sum', agg: 'sum', column: 'cents' },
          ],
          ...{ zone, weekStart: isSunday ? 'sunday' : 'monday' },
        };
        const { comparison, result } = await compare({ query, to, now });
        const { partners, periods, first, end } = partnersOf(setting);
        assert.equal(comparison.state, periods.length > 2_000 ? 'too_many_periods' : 'compared');
        if (comparison.state !== 'compared') return;
        const dayOf = (row: Row) => Math.floor(row.clock / DAY);
        const counts = new Map<string | null, number>();
        for (const row of rows)
          if (dayOf(row) >= first && dayOf(row) < end)
            counts.set(row.group, (counts.get(row.group) ?? 0) + 1);
        const ranked = [...counts].sort(
          ([a, n], [b, m]) =>
            m - n || Number(a === null) - Number(b === null) || ((a ?? '') < (b ?? '') ? -1 : 1),
        );
        const top = new Set(ranked.slice(0, 2).map(([group]) => group));
        const keyOf = ({ group }: Row) => {
          if (grouped === 'none') return '';
          return grouped === 'top' && !top.has(group) ? 'OTHER' : group === null ? 'NULL' : `=${group}`;
        };
        const expected = new Map<string, { rows: number; cents: number }>();
        const known = new Set<string>();
        for (const row of rows) {
          const partner = partners.get(dayOf(row));
          if (!partner || row.clock % DAY >= partner.until) continue;
          const begin = isoOf(firstDay(grain, partner.period, isSunday) * DAY, 10);
          const name = `${begin} ${keyOf(row)}`;
          const found = expected.get(name) ?? { rows: 0, cents: 0 };
          expected.set(name, { rows: found.rows + 1, cents: found.cents + row.cents });
          known.add(keyOf(row));
        }
        const seen = new Set<string>();
        const others = new Set(result.columns[1]!.others);
        for (let row = 0; row < result.rows; row += 1) {
          const by = result.values[1]![row]!;
          const key = grouped === 'none' ? '' : others.has(row) ? 'OTHER' : by === null ? 'NULL' : `=${by}`;
          const name = `${result.values[0]![row]} ${key}`;
          assert.ok(!seen.has(name), `${name} twice`);
          seen.add(name);
          const [count, sum] = comparison.series!.values.map((values) => values[row]!);
          const wanted = expected.get(name);
          assert.equal(Number(count ?? 0), wanted?.rows ?? 0, `rows of ${name}`);
          assert.equal(Math.round(Number(sum ?? 0) * 100), wanted?.cents ?? 0, `sum of ${name}`);
          // Where nothing is known, nothing is said; where something is, a gap is 0.
          if (grouped !== 'each' && count === null)
            assert.ok(!known.has(key) || !comparison.series!.from[row]);
        }
        for (const name of expected.keys()) assert.ok(seen.has(name), `${name} is missing`);
        assert.equal(comparison.series!.values.length, 2);
      },
    ),
    { numRuns: 150, seed: 19 },
  );
});

describe('hours', () => {
  const HOUR = 3_600_000;
  const byHour = async (range: string, now: string, every = HOUR, zone = 'Europe/Berlin') => {
    const until = Date.parse(now);
    const rows = Array.from({ length: (8 * DAY) / every }, (_, at): Row => {
      const moment = until - (until % HOUR) - 6 * DAY + at * every;
      return { moment, clock: clockIn(zone, moment), group: null, cents: 100 };
    });
    await insert(rows);
    const query: Query = {
      filter: [[{ column: 'moment', operator: 'in_range', values: [range, zone] }]],
      breakouts: [{ as: 'hour', column: 'moment', grain: 'hour' }],
      ...{ measures: [{ as: 'rows', agg: 'count' }], zone },
    };
    const { comparison, result } = await compare({ query, to: 'previous', now: until });
    assert.equal(comparison.state, 'compared');
    return { comparison, keys: result.values[0]!, before: comparison.series!.values[0]! };
  };

  test('meet those of the same place in their day, also on the days when clocks change', async () => {
    // On October 25, clocks went back: that day had 25 hours.
    const long = await byHour('last.1.day', '2026-10-26T12:00:00Z');
    assert.equal(long.keys.length, 25);
    assert.deepEqual(long.before, [...new Array<string>(24).fill('1'), null]);
    assert.equal(long.comparison.series!.from[3], '2026-10-24T01:00:00.000Z');
    const after = await byHour('last.2.day', '2026-10-29T12:00:00Z');
    assert.deepEqual([after.keys.length, new Set(after.before)], [48, new Set(['1'])]);
    // The first hour of the second day meets the first one of its day.
    assert.equal(after.keys[24], '2026-10-27T23:00:00Z');
    assert.equal(after.comparison.series!.from[24], '2026-10-25T23:00:00.000Z');
  });

  test('meet the one that clocks cut short, and those after it', async () => {
    // On October 4, clocks in Lord Howe went from 2:00 to 2:30.
    const { keys, before, comparison } = await byHour(
      'last.1.day',
      '2026-10-06T00:00:00Z',
      1_800_000,
      'Australia/Lord_Howe',
    );
    assert.deepEqual([keys.length, before], [24, ['2', '2', '1', ...new Array<string>(21).fill('2')]]);
    assert.deepEqual(
      [1, 2, 3, 4].map((at) => comparison.series!.from[at]!.slice(11, 16)),
      ['14:30', '15:30', '16:00', '17:00'],
    );
    const after = await byHour('last.1.day', '2026-10-05T00:00:00Z', 1_800_000, 'Australia/Lord_Howe');
    assert.deepEqual(
      [after.keys.slice(1, 4), after.keys.length],
      [['2026-10-03T14:30:00Z', '2026-10-03T15:30:00Z', '2026-10-03T16:00:00Z'], 24],
    );
    assert.deepEqual(after.before, new Array<string>(24).fill('2'));
  });

  test('that aren’t over meet the same part', async () => {
    const { before, comparison } = await byHour('this.day', '2026-10-20T09:20:30Z', 60_000);
    // It's 11:20: eleven whole hours, and twenty minutes.
    assert.deepEqual(before.slice(0, 13), [...new Array<string>(11).fill('60'), '20', null]);
    assert.deepEqual(
      [comparison.isPart, comparison.until, comparison.from, comparison.through],
      [true, '11:20', '2026-10-19', '2026-10-19'],
    );
  });
});
