/** The most bins of a histogram. */
const MOST_BINS = 20;

/** What a histogram covers. `low` and `high` are where most values are; few lie beyond, up to `least` and `greatest`. */
export interface Range<Measure> {
  least: Measure;
  greatest: Measure;
  low: Measure;
  high: Measure;
}

const MICROSECONDS = 1_000_000n;
const [MINUTE, HOUR, DAY] = [60n * MICROSECONDS, 3_600n * MICROSECONDS, 86_400n * MICROSECONDS];

/** Steps that people read easily. Longer ones are decimal multiples of the last. */
const TIME_STEPS = [
  ...[1n, 10n, 100n, 1_000n, 10_000n, 100_000n],
  ...[1n, 5n, 15n, 30n].map((seconds) => seconds * MICROSECONDS),
  ...[1n, 5n, 15n, 30n].map((minutes) => minutes * MINUTE),
  ...[1n, 3n, 6n, 12n].map((hours) => hours * HOUR),
  ...[1n, 2n, 7n, 14n, 30n, 90n, 180n, 365n].map((days) => days * DAY),
];
const DAY_STEPS = [1n, 2n, 7n, 14n, 30n, 90n, 180n, 365n];

/** In tenths of a power of ten. */
const FACTORS = [10n, 20n, 25n, 50n] as const;

export type Scale = 'decimal' | 'days' | 'microseconds';

function* stepsOf(scale: Scale): Generator<bigint> {
  if (scale !== 'decimal') yield* scale === 'days' ? DAY_STEPS : TIME_STEPS;
  const base = scale === 'decimal' ? 1n : (scale === 'days' ? DAY_STEPS : TIME_STEPS).at(-1)!;
  for (let power = base; ; power *= 10n)
    for (const tenths of FACTORS) if ((power * tenths) % 10n === 0n) yield (power * tenths) / 10n;
}

/**
 * Returns where one bin ends and the next one begins, as a few round numbers in order: a value that is equal to such a
 * number is in the bin below. None if there is only one value.
 */
export function binEdges({ least, greatest, low, high }: Range<bigint>, scale: Scale): bigint[] {
  if (least >= greatest) return [];
  for (const step of stepsOf(scale)) {
    // With the smallest step, each bin has one value.
    const below = step === 1n ? low : (floorDiv(low, step) + (low > least ? 0n : 1n)) * step;
    const above = high < greatest ? -floorDiv(-high, step) * step : high - 1n;
    if ((above - below) / step + 1n >= MOST_BINS) continue;
    const edges: bigint[] = [];
    for (let edge = below; edge <= above; edge += step) edges.push(edge);
    return edges.filter((edge) => edge >= least && edge < greatest);
  }
  throw new Error('There is always a larger step.');
}

/** Does the same for floating-point numbers, which are neither infinite nor NaN. */
export function floatEdges({ least, greatest, low, high }: Range<number>): number[] {
  if (least >= greatest) return [];
  // Each half of the range is finite, even if the whole range isn't.
  const width = high / MOST_BINS - low / MOST_BINS;
  if (width === 0) return []; // They differ by less than a number can be divided into.
  for (let power = Math.floor(Math.log10(width)); ; power += 1)
    for (const tenths of FACTORS) {
      const step = Number(tenths) / 10;
      const first = Math.floor(low / step / 10 ** power) + (low > least ? 0 : 1);
      const last = Math.ceil(high / step / 10 ** power) - (high < greatest ? 0 : 1);
      if (last - first + 1 >= MOST_BINS || !Number.isFinite(last - first)) continue;
      const edges = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
        // Written in decimal, it has no digits that come from the multiplication.
        Number(`${BigInt(first + at) * tenths}e${power - 1}`),
      );
      return [...new Set(edges)].filter((edge) => edge >= least && edge < greatest);
    }
}

function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient;
}

/**
 * Returns the range that a histogram shows. A few values that are far off, as `first` and `last`, the first and the last
 * percent, have it, would leave no room for all others.
 */
export function rangeOf<Measure extends bigint | number>(
  [least, first, last, greatest]: readonly [Measure, Measure, Measure, Measure],
  subtract: (one: Measure, other: Measure) => Measure,
): Range<Measure> {
  const span = subtract(last, first);
  const isSingle = !(last > first);
  return {
    least,
    greatest,
    low: !isSingle && subtract(first, least) > span ? first : least,
    high: !isSingle && subtract(greatest, last) > span ? last : greatest,
  };
}
