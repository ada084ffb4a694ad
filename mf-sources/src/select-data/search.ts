import type { CatalogStream } from '@headwater/shared/contract';

/** The columns of a table that a search has found: how many, and the first of their names. */
export interface Match {
  total: number;
  first: readonly string[];
}

/** What a search in the columns has found so far, by table name. */
export type ColumnMatches = ReadonlyMap<string, Match>;

const BY_NAME: Match = { total: 0, first: [] };

/** Why a table is shown: its own name matches, or else these of its columns do. Null where nothing does. */
export const matchOf = (
  { tableName }: CatalogStream,
  search: string,
  columns: ColumnMatches,
): Match | null => (spanIn(tableName, search) ? BY_NAME : (columns.get(tableName) ?? null));

/** Of what the search before has found, what another one finds as well. */
export function narrowed(matches: ColumnMatches, search: string): ColumnMatches {
  const still = new Map<string, Match>();
  for (const [tableName, { first }] of matches) {
    const names = first.filter((name) => spanIn(name, search));
    if (names.length > 0) still.set(tableName, { total: names.length, first: names });
  }
  return still;
}

/** From where to where a text contains what is searched for, whatever the case. */
export function spanIn(text: string, search: string): [start: number, end: number] | null {
  const wanted = search.trim().toLowerCase();
  const start = text.toLowerCase().indexOf(wanted);
  return start < 0 ? null : [start, start + wanted.length];
}
