import { clockTimeOf, momentAt } from './zoned-time.ts';

const BERLIN = 'Europe/Berlin';

test.each([
  ['2026-07-01T12:00:00', BERLIN, '2026-07-01T10:00:00Z'],
  ['2026-01-01T00:30:00', BERLIN, '2025-12-31T23:30:00Z'],
  ['2026-01-01T12:00', 'Asia/Kathmandu', '2026-01-01T06:15:00Z'],
  ['1969-12-31T20:00:00', 'America/New_York', '1970-01-01T01:00:00Z'],
])('%s in %s is %s, and back', (clockTime, zone, moment) => {
  expect(momentAt(clockTime, zone)).toBe(moment);
  expect(clockTimeOf(moment, zone)).toBe(clockTime.length < 19 ? `${clockTime}:00` : clockTime);
});

test('a time that clocks repeat is its first, and one that they skip is as if they had not', () => {
  expect(momentAt('2026-10-25T02:30:00', BERLIN)).toBe('2026-10-25T00:30:00Z');
  expect(momentAt('2026-03-29T02:30:00', BERLIN)).toBe('2026-03-29T01:30:00Z');
});

test('what is no time is none', () => {
  expect(momentAt('soon', BERLIN)).toBeNull();
  expect(clockTimeOf('soon', BERLIN)).toBe('');
});
