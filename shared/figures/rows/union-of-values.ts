import type { ColumnValuesAttributes } from '@headwater/shared/contract';

type Values = Pick<ColumnValuesAttributes, 'values' | 'hasMore'>;

/** The values to choose from, null for rows without one. */
export interface OfferedValues {
  values: { value: string | null; rows: number | null }[];
  hasMore: boolean;
}

/**
 * Returns the values of several columns, or of several choices of rows, as if they were one, the most frequent first. Of
 * more than one, it isn't known how many rows have each, as some may be counted twice.
 */
export function unionOfValues(lists: readonly Values[]): OfferedValues {
  const rows = new Map<string | null, number>();
  for (const { value, rows: count } of lists.flatMap(({ values }) => values))
    rows.set(value, (rows.get(value) ?? 0) + count);
  return {
    // Values of the same frequency keep their order.
    values: [...rows]
      .toSorted(([, one], [, other]) => other - one)
      .map(([value, count]) => ({ value, rows: lists.length > 1 ? null : count })),
    hasMore: lists.some(({ hasMore }) => hasMore),
  };
}
