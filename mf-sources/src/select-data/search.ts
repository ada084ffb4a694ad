import type { CatalogStream } from '@headwater/shared/contract';

/** Why a table is shown: its own name matches, or else these of its columns do. */
export interface Match {
  columns: readonly string[];
}

/** Whether a table matches what is searched for, and by what; its name comes first. */
export function matchOf({ tableName, columns }: CatalogStream, search: string): Match | null {
  if (spanIn(tableName, search)) return { columns: [] };
  const matching = columns.map(({ name }) => name).filter((name) => spanIn(name, search));
  return matching.length > 0 ? { columns: matching } : null;
}

/** From where to where a text contains what is searched for, whatever the case. */
export function spanIn(text: string, search: string): [start: number, end: number] | null {
  const wanted = search.trim().toLowerCase();
  const start = text.toLowerCase().indexOf(wanted);
  return start < 0 ? null : [start, start + wanted.length];
}
