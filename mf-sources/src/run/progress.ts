/** How many rows had been read at a moment, in milliseconds. */
export interface Sample {
  at: number;
  rows: number;
}

/** A rate is the mean over this long: shorter trembles, longer hides that a source has slowed down. */
const WINDOW = 15_000;

/** The samples with one more; those that have left the window go, and a count that fell (a new attempt) starts again. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.rows < last.rows) return [sample];
  if (last && sample.at <= last.at) return samples;
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW), sample];
}

/** Rows a second; null until two samples lie at least half a second apart. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.rows - first.rows) / (last.at - first.at)) * 1000;
}

/** 0 … 1. Null without an estimate; below 1 until it is done, as an estimate may be too small. */
export function fractionOf(rows: number, estimate: number | null, done: boolean): number | null {
  if (done) return 1;
  if (estimate === null || estimate <= 0) return null;
  return Math.min(rows / estimate, 0.99);
}

/** Milliseconds to go, at least a second; null where nothing can be said honestly: no estimate, no rate, or the estimate is passed. */
export function timeLeft(rows: number, estimate: number | null, rate: number | null): number | null {
  if (estimate === null || rate === null || rate <= 0 || rows >= estimate) return null;
  return Math.max(((estimate - rows) / rate) * 1000, 1_000);
}
