import {
  readFilter,
  readNames,
  readSort,
  writeFilter,
  writeNames,
  writeSort,
  type QueryCondition,
  type QueryFilter,
  type QuerySort,
} from '@headwater/shared/contract';

/** Returns the filter in a URL. One that can't be read is none: the API says what is wrong with it. */
export const filterIn = (query: URLSearchParams): QueryFilter => readFilter(query.get('filter') ?? '') ?? [];

export const sortIn = (query: URLSearchParams): QuerySort => readSort(query.get('sort') ?? '') ?? [];

/** Returns the names of the columns that are shown. None if all are. */
export const columnsIn = (query: URLSearchParams): readonly string[] =>
  readNames(query.get('columns') ?? '') ?? [];

/** Returns the URL's query with other columns. The page stays, because its rows are the same. */
export function withColumns(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('columns');
  if (names.length > 0) next.set('columns', writeNames(names));
  return next;
}

/** Returns the names of the columns that stay in view. None if only the first one does. */
export const pinnedIn = (query: URLSearchParams): readonly string[] =>
  readNames(query.get('pinned') ?? '') ?? [];

export function withPinned(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('pinned');
  if (names.length > 0) next.set('pinned', writeNames(names));
  return next;
}

/** Returns the widths in px that columns were dragged to, by name. */
export function widthsIn(query: URLSearchParams): ReadonlyMap<string, number> {
  const parts = (readNames(query.get('widths') ?? '') ?? []).map((part) => /^(\d{2,4})[.](.+)$/su.exec(part));
  return new Map(parts.flatMap((match) => (match ? [[match[2]!, Number(match[1])] as const] : [])));
}

/** Returns the URL's query with another width of a column, or with none if it is to have its own again. */
export function withWidth(query: URLSearchParams, column: string, width: number | null): URLSearchParams {
  const widths = new Map(widthsIn(query));
  widths.delete(column);
  if (width !== null) widths.set(column, Math.min(width, 9_999));
  const next = new URLSearchParams(query);
  next.delete('widths');
  const parts = [...widths].map(([name, px]) => `${px}.${name}`);
  if (parts.length > 0) next.set('widths', writeNames(parts));
  return next;
}

/** Returns whether rows are low. */
export const isCompactIn = (query: URLSearchParams): boolean => query.get('density') === 'compact';

export function withDensity(query: URLSearchParams, isCompact: boolean): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('density');
  if (isCompact) next.set('density', 'compact');
  return next;
}

/** Returns the URL's query with another filter. Other rows start at their first page. */
export const withFilter = (query: URLSearchParams, filter: QueryFilter): URLSearchParams =>
  changed(query, 'filter', writeFilter(filter));

export const withSort = (query: URLSearchParams, sort: QuerySort): URLSearchParams =>
  changed(query, 'sort', writeSort(sort));

/** Returns the URL's query for the whole table in its own order. */
export const withoutQuery = (query: URLSearchParams): URLSearchParams =>
  withColumns(withSort(withFilter(query, []), []), []);

/** Returns the filter with a condition in place of the group at that position, or in addition if it has none. */
export const withCondition = (
  filter: QueryFilter,
  at: number | null,
  condition: QueryCondition,
): QueryFilter => (at === null ? [...filter, [condition]] : filter.with(at, [condition]));

/** Returns the filter without the group at that position. */
export const withoutGroup = (filter: QueryFilter, at: number | null): QueryFilter =>
  filter.filter((_, index) => index !== at);

/**
 * Returns the next sort after a press on a column: ascending, descending, and not at all. `isAdded` keeps the other
 * columns.
 */
export function nextSort(sort: QuerySort, column: string, isAdded: boolean): QuerySort {
  const key = sort.find((one) => one.column === column);
  const others = isAdded ? sort : sort.filter((one) => one === key);
  if (!key) return [...others, { column, descending: false }];
  if (key.descending) return others.filter((one) => one !== key);
  return others.map((one) => (one === key ? { column, descending: true } : one));
}

function changed(query: URLSearchParams, name: string, text: string): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('after');
  if (text === '') next.delete(name);
  else next.set(name, text);
  return next;
}
