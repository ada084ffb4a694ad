import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import type { ScheduleChoices } from '@headwater/shared/contract';
import { longestGap } from './longest-gap.ts';
import { cronSchedule, scheduleWith } from './testing/schedules.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const quiet = { from: '22:00', to: '05:00', days: 'weekdays', inside: 'skip' } as const;
const weekly = scheduleWith({
  kind: 'times',
  times: { days: [1, 2, 3, 4, 5], times: ['06:30', '17:00'] },
});
const every = (minutes: 5 | 360, rest: Partial<ScheduleChoices> = {}) =>
  scheduleWith({ kind: 'interval', interval: { minutes, startingAt: '00:00' }, ...rest });

for (const [what, schedule, minutes] of [
  ['an interval', every(360), 6 * HOUR],
  ['a night in which a run is skipped', every(360, { quietHours: quiet }), 12 * HOUR],
  ['a night after which a run starts', every(360, { quietHours: { ...quiet, inside: 'delay' } }), 11 * HOUR],
  ['a night of short intervals', every(5, { quietHours: quiet }), 7 * HOUR + 5],
  ['a weekend', weekly, 61.5 * HOUR],
  ['months without a run, behind many runs', cronSchedule('*/10 8-18 * 1,7 *'), 154 * DAY - 10 * HOUR - 50],
  ['a day that short months don’t have', cronSchedule('0 0 31 * *'), 61 * DAY],
  ['one run in a year', cronSchedule('0 0 29 2 *'), null],
  ['no run at all', scheduleWith({ kind: 'manual' }), null],
] as const) {
  test(`${what}: the longest gap is known`, () => {
    assert.equal(longestGap(schedule, Temporal.PlainDate.from('2026-11-23')), minutes);
  });
}
