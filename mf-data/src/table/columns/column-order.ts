import { compareNames, type ProfiledColumn } from '@headwater/shared/contract';

/** In which order columns are listed. */
export const COLUMN_ORDERS = ['table', 'name', 'nulls', 'most_distinct', 'least_distinct'] as const;
export type ColumnOrder = (typeof COLUMN_ORDERS)[number];

/** Returns the order in a URL; the table's own if there is none. */
export const orderIn = (query: URLSearchParams): ColumnOrder =>
  COLUMN_ORDERS.find((order) => order === query.get('order')) ?? 'table';

/** Returns the columns whose names contain a text, in an order. Those without facts come last. */
export function orderedColumns(
  columns: readonly ProfiledColumn[],
  search: string,
  order: ColumnOrder,
): readonly ProfiledColumn[] {
  const sought = search.trim().toLowerCase();
  const found = columns.filter(({ name }) => name.toLowerCase().includes(sought));
  const measure = MEASURES[order];
  if (order === 'name') return found.toSorted((one, other) => compareNames(one.name, other.name));
  if (!measure) return found;
  const valueOf = (column: ProfiledColumn) => (column.facts ? measure(column) : -Infinity);
  return found.toSorted((one, other) => valueOf(other) - valueOf(one));
}

const MEASURES: Partial<Record<ColumnOrder, (column: ProfiledColumn) => number>> = {
  nulls: ({ facts }) => facts!.nulls,
  most_distinct: ({ facts }) => facts!.distinct.count,
  least_distinct: ({ facts }) => -facts!.distinct.count,
};
