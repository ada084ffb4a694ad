/** A smaller table may lose most of its rows in the course of a day's work. */
const SMALL = 10;
const MOST_OF_THEM = 10;

/** Whether so few rows are left that something is likely to be wrong at the source: none, or less than a tenth. */
export function hasCollapsed(before: number | null, after: number): boolean {
  if (before === null || before === 0) return false;
  return after === 0 || (before >= SMALL && after * MOST_OF_THEM < before);
}
