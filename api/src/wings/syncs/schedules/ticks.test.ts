import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Cron as Croner } from 'croner';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { nextRunAfter, plannedAfter } from './planned-runs.ts';
import { patternOf } from './pattern.ts';
import { ticksAfter } from './ticks.ts';
import { expressionOf, walkMinutes, type WalkedPattern } from './testing/minute-walk.ts';
import { cronSchedule, scheduleWith } from './testing/schedules.ts';
import { ZONES } from './testing/zones.ts';

const DAY_MS = 86_400_000;
/** `npm run torture -- schedules` sets more, enough for ten years in each of fifty zones. */
const RUNS = Number(process.env.SCHEDULE_RUNS ?? 300);
const RUNS_A_YEAR = 300;
const seed = process.env.SCHEDULE_RUNS ? undefined : 20261122;
const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const firstOf = (schedule: Parameters<typeof plannedAfter>[0], after: string, count: number) =>
  plannedAfter(schedule, at(after))
    .take(count)
    .map((planned) => iso(planned.at))
    .toArray();

const some = (min: number, max: number, maxLength: number) =>
  fc
    .uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength })
    .map((values) => values.sort((a, b) => a - b));
const mostlyAll = (values: fc.Arbitrary<number[]>) => fc.option(values, { nil: null, freq: 1 });
const patterns: fc.Arbitrary<WalkedPattern> = fc.record({
  minutes: some(0, 59, 4),
  hours: fc.oneof(some(0, 23, 6), some(0, 3, 4), fc.constant([...Array(24).keys()])),
  days: mostlyAll(some(1, 31, 20)),
  months: mostlyAll(some(1, 12, 8)),
  weekdays: mostlyAll(some(0, 6, 4)),
});

test('agrees with a walk from minute to minute, around changes of the clocks in any zone and year', () => {
  fc.assert(
    fc.property(
      patterns,
      fc.constantFrom(...ZONES),
      fc.integer({ min: at('2016-01-01'), max: at('2026-01-01') }),
      (pattern, zone, start) => {
        agrees(pattern, zone, windowStart(zone, start), 4);
      },
    ),
    { numRuns: RUNS, seed },
  );
});

test('agrees with it over whole years', () => {
  fc.assert(
    fc.property(
      patterns,
      fc.constantFrom(...ZONES),
      fc.integer({ min: 2016, max: 2025 }),
      (pattern, zone, year) => agrees(pattern, zone, Date.UTC(year, 0, 1), 365),
    ),
    { numRuns: Math.floor(RUNS / RUNS_A_YEAR), seed },
  );
});

function agrees(pattern: WalkedPattern, zone: string, from: number, days: number): void {
  const to = from + days * DAY_MS;
  const theirs = walkMinutes(pattern, zone, from, to).map(iso);
  const ours = ticksAfter(patternOf(cronSchedule(expressionOf(pattern)))!, zone, from)
    // One more than theirs, which has to be later than the end of the walk.
    .take(theirs.length + 1)
    .map((tick) => tick.at)
    .filter((moment) => moment <= to);
  assert.deepEqual(ours.map(iso).toArray(), theirs);
}

/** Returns a moment a day and a half before the zone's next change, or any moment in a zone without one. */
function windowStart(zone: string, moment: number): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  const change = wall.getTimeZoneTransition('next')?.epochMilliseconds ?? moment;
  return Math.floor((change - 1.5 * DAY_MS) / 60_000) * 60_000;
}

test('reads expressions like another library', () => {
  fc.assert(
    fc.property(patterns, (pattern) => {
      const expression = expressionOf(pattern);
      const from = at('2026-01-01');
      const theirs = new Croner(expression, { timezone: 'UTC' }).nextRuns(20, new Date(from)).map(Number);
      const ours = ticksAfter(patternOf(cronSchedule(expression))!, 'UTC', from)
        .take(theirs.length)
        .map((tick) => tick.at)
        .toArray();
      assert.deepEqual(ours.map(iso), theirs.map(iso));
    }),
    { numRuns: 150, seed: 20261122 },
  );
});

describe('when clocks change', () => {
  test('a time that they skip runs once, right after', () => {
    assert.deepEqual(firstOf(cronSchedule('30 2 * * *'), '2026-03-28T12:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  test('so does a time at which the gap begins', () => {
    assert.deepEqual(firstOf(cronSchedule('0 2 * * *'), '2026-03-28T12:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ]);
    const midnight = cronSchedule('0 0 * * *', 'America/Scoresbysund');
    assert.deepEqual(firstOf(midnight, '2016-03-26T12:00Z', 2), ['2016-03-27T01:00', '2016-03-28T00:00']);
  });

  test('several times that they skip become one run', () => {
    assert.deepEqual(firstOf(cronSchedule('0,30 2 * * *'), '2026-03-28T12:00Z', 2), [
      '2026-03-29T01:00',
      '2026-03-30T00:00',
    ]);
  });

  test('a time that they repeat runs once, the first time', () => {
    assert.deepEqual(firstOf(cronSchedule('30 2 * * *'), '2026-10-24T12:00Z', 2), [
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ]);
  });

  test('an interval of at most an hour continues through an hour that they repeat', () => {
    const hourly = scheduleWith({ kind: 'interval', interval: { minutes: 60, startingAt: '00:00' } });
    assert.deepEqual(firstOf(hourly, '2026-10-24T23:30Z', 3), [
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  test('a whole day that a zone leaves out runs once', () => {
    const daily = cronSchedule('0 12 * * *', 'Pacific/Apia');
    assert.deepEqual(firstOf(daily, '2011-12-29T12:00Z', 3), [
      '2011-12-29T22:00',
      '2011-12-30T10:00',
      '2011-12-30T22:00',
    ]);
  });
});

describe('quiet hours', () => {
  const quietHours = { from: '22:00', to: '05:00', days: 'weekdays', inside: 'skip' } as const;
  const six = scheduleWith({ kind: 'interval', interval: { minutes: 360, startingAt: '00:00' }, quietHours });
  const planned = (schedule: typeof six, after: string, count: number) =>
    plannedAfter(schedule, at(after))
      .take(count)
      .map(({ at: ms, note }) => [iso(ms), note])
      .toArray();

  test('skip the runs that fall inside, by the day of each', () => {
    // A Friday: Saturday's midnight belongs to the weekend.
    assert.deepEqual(planned(six, '2026-11-19T18:00Z', 5), [
      ['2026-11-19T23:00', 'skipped'],
      ['2026-11-20T05:00', null],
      ['2026-11-20T11:00', null],
      ['2026-11-20T17:00', null],
      ['2026-11-20T23:00', null],
    ]);
  });

  test('delay them to their end, and make several that wait one', () => {
    const often = scheduleWith({
      kind: 'interval',
      interval: { minutes: 180, startingAt: '00:00' },
      quietHours: { ...quietHours, inside: 'delay' },
    });
    assert.deepEqual(planned(often, '2026-11-18T18:30Z', 3), [
      ['2026-11-18T20:00', null],
      ['2026-11-19T04:00', 'delayed'],
      ['2026-11-19T05:00', null],
    ]);
  });

  test('end right after a gap that swallows their end', () => {
    const early = scheduleWith({
      kind: 'cron',
      cron: { expression: '0 1 * * *' },
      quietHours: { from: '00:30', to: '02:30', days: 'every_day', inside: 'delay' },
    });
    assert.deepEqual(planned(early, '2026-03-28T12:00Z', 2), [
      ['2026-03-29T01:00', 'delayed'],
      ['2026-03-30T00:30', 'delayed'],
    ]);
  });

  test('end even if clocks repeat the hour in which they end', () => {
    const night = scheduleWith({
      kind: 'cron',
      cron: { expression: '45 1 * * *' },
      quietHours: { from: '01:00', to: '02:30', days: 'every_day', inside: 'delay' },
    });
    assert.deepEqual(planned(night, '2026-10-24T12:00Z', 2), [
      ['2026-10-25T00:30', 'delayed'],
      ['2026-10-26T01:30', 'delayed'],
    ]);
  });
});

test('a date that does not exist never runs, and one that is rare does', () => {
  assert.equal(nextRunAfter(cronSchedule('0 0 31 2 *'), at('2026-01-01')), null);
  assert.equal(iso(nextRunAfter(cronSchedule('0 0 29 2 *', 'UTC'), at('2096-03-01'))!), '2104-02-29T00:00');
});
