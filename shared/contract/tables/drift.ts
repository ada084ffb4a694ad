/**
 * When a figure of a table drifts: it is farther from the median of the runs before than `spreads` times their median
 * absolute deviation, and farther than the tolerance, so that tables that hardly ever change aren't reported for a few
 * rows. 4.5 times it is three standard deviations of values that are normally distributed.
 */
export const DRIFT = {
  /** How many earlier runs are compared, and how many it takes. */
  runs: 10,
  runsNeeded: 5,
  spreads: 4.5,
  /** Of the median of a table's rows. */
  rowTolerance: 0.1,
  /** Of a column's share of NULLs, from 0 to 1. */
  nullTolerance: 0.05,
} as const;
