import { ownValue } from '../ground/own-value.ts';
import { readFilter, readNames, readSort } from './table-query.ts';

export const VIEW_NAME_MAX = 60;
export const VIEW_QUERY_MAX = 8_000;
/** The most views that a table has. */
export const TABLE_VIEWS_MAX = 100;

/** What of a URL belongs to a view, and what tells whether it can be read. */
const PARTS: Record<string, (text: string) => boolean> = {
  filter: (text) => readFilter(text) !== null,
  sort: (text) => readSort(text) !== null,
  columns: (text) => readNames(text) !== null,
  pinned: (text) => readNames(text) !== null,
  widths: (text) => readNames(text) !== null,
  density: (text) => text === 'compact',
};

/** Returns what of a URL's query a view keeps, always in the same order. */
export function viewQuery(query: URLSearchParams): string {
  const kept = Object.keys(PARTS).flatMap((name) => {
    const text = query.get(name);
    return text ? [[name, text] as const] : [];
  });
  return new URLSearchParams(Object.fromEntries(kept)).toString();
}

/** Returns whether a text is the query of a view. Whether it fits the table is found when it's opened. */
export function isViewQuery(text: string): boolean {
  const query = new URLSearchParams(text);
  return (
    viewQuery(query) === text && [...query].every(([name, value]) => ownValue(PARTS, name)?.(value) ?? false)
  );
}
