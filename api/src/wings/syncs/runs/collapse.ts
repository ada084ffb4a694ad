/** Smaller tables may lose most of their rows in normal use. */
const SMALL = 10;
const MOST_OF_THEM = 10;

/** Whether so few rows are left, none or less than a tenth, that something is probably wrong at the source. */
export function hasCollapsed(before: number | null, after: number): boolean {
  if (before === null || before === 0) return false;
  return after === 0 || (before >= SMALL && after * MOST_OF_THEM < before);
}
