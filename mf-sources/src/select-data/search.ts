import type { CatalogStream } from '@headwater/shared/contract';

/** The columns of a table that match a search: how many, and the first of their names. */
export interface Match {
  total: number;
  first: readonly string[];
}

/** The matches of a search in the columns so far, by table name. */
export type ColumnMatches = ReadonlyMap<string, Match>;

const BY_NAME: Match = { total: 0, first: [] };

/** Returns why a table is found: its name matches, or else these columns do. Null if nothing matches. */
export const matchOf = (
  { tableName }: CatalogStream,
  search: string,
  columns: ColumnMatches,
): Match | null => (spanIn(tableName, search) ? BY_NAME : (columns.get(tableName) ?? null));

/** Returns those matches of the previous search that also match a new one. */
export function narrowed(matches: ColumnMatches, search: string): ColumnMatches {
  const still = new Map<string, Match>();
  for (const [tableName, { first }] of matches) {
    const names = first.filter((name) => spanIn(name, search));
    if (names.length > 0) still.set(tableName, { total: names.length, first: names });
  }
  return still;
}

/** Returns where the search text occurs in a text, ignoring case. */
export function spanIn(text: string, search: string): [start: number, end: number] | null {
  const wanted = search.trim().toLowerCase();
  const start = text.toLowerCase().indexOf(wanted);
  return start < 0 ? null : [start, start + wanted.length];
}
