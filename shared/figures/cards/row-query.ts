import { ROW_COLUMNS_MAX, type Column, type Query, type QueryFilter } from '@headwater/shared/contract';

/** How many rows a table card can have. */
export const ROW_COUNTS = [10, 25, 50, 100, 500, 1_000] as const;
const USUAL_COUNT = 50;

/** What a table of rows shows. */
export interface RowChoice {
  /** In their order, at least one. */
  columns: readonly string[];
  /** Null for the table's own order. */
  sort: { by: string; descending: boolean } | null;
  limit: number;
}

/** Returns the rows of a table as they are usually shown: their first columns, in the table's own order. */
export const usualRows = (columns: readonly Pick<Column, 'name'>[]): RowChoice => ({
  columns: columns.map(({ name }) => name).slice(0, ROW_COLUMNS_MAX),
  sort: null,
  limit: USUAL_COUNT,
});

export const rowQuery = ({ columns, sort, limit }: RowChoice, filter: QueryFilter, zone: string): Query => ({
  filter: filter as Query['filter'] & {},
  breakouts: columns.map((name) => ({ as: name, column: name })),
  measures: [],
  ...(sort && { sort: [sort] }),
  limit,
  zone,
});

/** Returns the choice that a query of rows was made of. */
export function rowChoiceOf({ breakouts, sort, limit = USUAL_COUNT }: Query): RowChoice {
  return { columns: breakouts.map(({ column }) => column), sort: sort?.[0] ?? null, limit };
}
