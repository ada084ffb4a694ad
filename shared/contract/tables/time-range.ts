import { TIME_UNITS } from '../ground/words.ts';

export type TimeUnit = (typeof TIME_UNITS)[number];

/**
 * A range of time that moves with the clock, in whole days, weeks from Monday, months, quarters, or years: so many before
 * the current one, without it or with it, or the current one alone.
 */
export type TimeRange = { last: number; unit: TimeUnit; current: 'without' | 'with' } | { this: TimeUnit };

/** The most units that a range has. */
export const RANGE_UNITS_MAX = 1_000;

/** Returns a range as the value of a condition: `last.90.day`, `last.90.day.with`, `this.month`. */
export const writeTimeRange = (range: TimeRange): string =>
  'this' in range
    ? `this.${range.this}`
    : `last.${range.last}.${range.unit}${range.current === 'with' ? '.with' : ''}`;

/** Returns the range in a text, or null if it isn't one. */
export function readTimeRange(text: string): TimeRange | null {
  const [, current, last, counted, withCurrent] =
    /^(?:this[.]([a-z]+)|last[.]([1-9]\d{0,3})[.]([a-z]+)([.]with)?)$/.exec(text) ?? [];
  const unit = TIME_UNITS.find((one) => one === (current ?? counted));
  if (!unit) return null;
  if (current !== undefined) return { this: unit };
  if (Number(last) > RANGE_UNITS_MAX) return null;
  return { last: Number(last), unit, current: withCurrent ? 'with' : 'without' };
}
