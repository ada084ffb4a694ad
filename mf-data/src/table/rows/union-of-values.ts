import type { ColumnValuesAttributes } from '@headwater/shared/contract';

type Values = Pick<ColumnValuesAttributes, 'values' | 'hasMore'>;

/** Returns the values of several columns as if they were one, the most frequent first, with all rows that have each. */
export function unionOfValues(lists: readonly Values[]): Values {
  const rows = new Map<string, number>();
  for (const { value, rows: count } of lists.flatMap(({ values }) => values))
    rows.set(value, (rows.get(value) ?? 0) + count);
  return {
    // Values of the same frequency keep their order.
    values: [...rows]
      .map(([value, count]) => ({ value, rows: count }))
      .toSorted((one, other) => other.rows - one.rows),
    hasMore: lists.some(({ hasMore }) => hasMore),
  };
}
