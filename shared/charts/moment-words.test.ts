import { momentWords } from './moment-words.ts';

test.each([
  ['2026-11-21T12:04:31.000250Z', '2026-11-21 07:04:31.000250'],
  ['2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
  ['2026-11-01 06:30:00+00', '2026-11-01 01:30:00'],
  ['2026-11-01T12:30:00+05:30', '2026-11-01 02:00:00'],
  // Without an offset, it's the clock of whoever wrote it.
  ['2026-11-01', '2026-11-01'],
  ['2026-11-01T06:30:00', '2026-11-01 06:30:00'],
  ['06:30:00+01', '06:30:00+01'],
  ['infinity', 'infinity'],
  ['Nov 1, 2026, 01:30', 'Nov 1, 2026, 01:30'],
])('%s is written as %s in New York', (text, written) =>
  expect(momentWords('America/New_York')(text)).toBe(written),
);
