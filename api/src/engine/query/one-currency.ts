import type { QueryFilter } from '@headwater/shared/contract';

const CODES = new Set(Intl.supportedValuesOf('currency'));

/**
 * Returns the code of the only currency that a filter leaves, or undefined if it may leave several: amounts of different
 * currencies have none in common.
 *
 * @param column the one that holds the currency of each row
 */
export function oneCurrency(filter: QueryFilter, column: string | undefined): string | undefined {
  if (column === undefined) return undefined;
  for (const [condition, ...others] of filter) {
    if (!condition || others.length > 0 || condition.column !== column) continue;
    const [value, ...more] = condition.values;
    const isOne = condition.operator === 'one_of' || condition.operator === 'equals';
    if (!isOne || condition.orNull || value === undefined || more.length > 0) continue;
    const code = value.trim().toUpperCase();
    if (CODES.has(code)) return code;
  }
  return undefined;
}
