/** How many rows had been read at a time, in milliseconds. */
export interface Sample {
  at: number;
  rows: number;
}

/** How long a rate is averaged over: if shorter, it jumps; if longer, it hides that a source has slowed down. */
const WINDOW = 10_000;

/** Adds a sample and drops those from before the window. A lower count is a new attempt and starts again. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.rows < last.rows) return [sample];
  if (last && sample.at <= last.at) return samples;
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW), sample];
}

/** Returns rows per second; null until the samples span at least half a second. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (!first || !last || last.at - first.at < 500) return null;
  return ((last.rows - first.rows) / (last.at - first.at)) * 1000;
}

/** Returns 0 to 1, or null without an estimate. Stays below 1 until it is done: an estimate can be too small. */
export function fractionOf(rows: number, estimate: number | null, done: boolean): number | null {
  if (done) return 1;
  if (estimate === null || estimate <= 0) return null;
  return Math.min(rows / estimate, 0.99);
}

/** Returns the milliseconds left, at least a second. Null without an estimate or rate, or past the estimate. */
export function timeLeft(rows: number, estimate: number | null, rate: number | null): number | null {
  if (estimate === null || rate === null || rate <= 0 || rows >= estimate) return null;
  return Math.max(((estimate - rows) / rate) * 1000, 1_000);
}
