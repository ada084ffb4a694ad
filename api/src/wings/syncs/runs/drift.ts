import { DRIFT } from '@headwater/shared/contract';

export interface Drift {
  /** How many earlier figures it was compared with. */
  earlier: number;
  /** Null if there are too few. */
  usual: { low: number; high: number } | null;
  drifts: boolean;
}

/** Compares how many rows a table has with how many it had after earlier runs. */
export const rowDrift = (rows: number | null, earlier: readonly number[]): Drift =>
  driftOf(rows, earlier, (median) => median * DRIFT.rowTolerance, Infinity);

/** Compares the share of NULLs in a column with that after earlier runs. */
export const nullDrift = (share: number, earlier: readonly number[]): Drift =>
  driftOf(share, earlier, () => DRIFT.nullTolerance, 1);

function driftOf(
  value: number | null,
  earlier: readonly number[],
  toleranceOf: (median: number) => number,
  most: number,
): Drift {
  if (earlier.length < DRIFT.runsNeeded) return { earlier: earlier.length, usual: null, drifts: false };
  const middle = median(earlier);
  const spread = median(earlier.map((one) => Math.abs(one - middle)));
  const distance = Math.max(DRIFT.spreads * spread, toleranceOf(middle));
  const usual = { low: Math.max(middle - distance, 0), high: Math.min(middle + distance, most) };
  const drifts = value !== null && (value < usual.low || value > usual.high);
  return { earlier: earlier.length, usual, drifts };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
