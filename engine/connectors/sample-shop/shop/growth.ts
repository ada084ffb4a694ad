import { DAY } from './time-text.ts';

/** How long the shop exists when it has the size that was chosen. */
export const HISTORY_DAYS = 730;
const HISTORY = HISTORY_DAYS * DAY;

interface Figures {
  /** How many there are at the start date. */
  base: number;
  /** How many are added each day from then on. */
  perDay: number;
  /** The start date. */
  start: number;
}

/**
 * How the number of orders, customers, or visits grows: ever faster up to the start date, evenly afterward. It runs in
 * even time, in which all days are alike. `seasonal` turns that into the time on the calendar.
 */
export class Growth {
  readonly #figures: Figures;

  constructor(figures: Figures) {
    this.#figures = figures;
  }

  /** Returns when the count reaches `position`, in even time. Infinity if it never does. */
  timeOf(position: number): number {
    const { base, perDay, start } = this.#figures;
    if (position < base) return start - HISTORY + HISTORY * Math.sqrt(position / base);
    return perDay === 0 ? Infinity : start + ((position - base) / perDay) * DAY;
  }

  /** Returns the count at a moment of even time, with a fraction. */
  countAt(time: number): number {
    const { base, perDay, start } = this.#figures;
    if (time >= start) return base + ((time - start) / DAY) * perDay;
    return base * (Math.max(0, time - start + HISTORY) / HISTORY) ** 2;
  }

  /** Returns how many of the things at the times `timeOf` are there by `now`. The times must not decrease. */
  countUntil(now: number, timeOf: (index: number) => number): number {
    let [low, high] = [0, Math.ceil(this.countAt(now + LONGEST_SHIFT)) + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (timeOf(middle) <= now) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Quiet nights, weekends that sell, and a Christmas season: the quietest moment of each cycle, and how quiet it is. */
const CYCLES = [
  { length: DAY, quietest: 0.125 * DAY, strength: 0.45 },
  { length: 7 * DAY, quietest: 1.5 * DAY, strength: 0.15 },
  { length: 365.25 * DAY, quietest: 165 * DAY, strength: 0.3 },
].map(({ length, quietest, strength }) => ({
  quietest,
  speed: (2 * Math.PI) / length,
  shift: (strength * length) / (2 * Math.PI),
}));

const LONGEST_SHIFT = CYCLES.reduce((sum, { shift }) => sum + shift, 0);

/** Returns the time on the calendar for a moment of even time. What happens in order stays in order. */
export function seasonal(time: number): number {
  let shifted = time;
  for (const { quietest, speed, shift } of CYCLES) shifted += shift * Math.sin(speed * (time - quietest));
  return shifted;
}
