import type { PageAddress, RowPage } from '@headwater/shared/figures';

export const PAGE_SIZES = [100, 250, 500, 1000] as const;
const DEFAULT_SIZE = 100;

/** Returns the page in a URL; a size that isn't offered falls back to the default. */
export function pageOf(query: URLSearchParams): PageAddress {
  const size = PAGE_SIZES.find((one) => String(one) === query.get('size')) ?? DEFAULT_SIZE;
  return {
    size,
    after: query.get('after'),
    filter: query.get('filter') ?? '',
    sort: query.get('sort') ?? '',
    columns: query.get('columns') ?? '',
  };
}

/** Returns the URL's query of another page of the same rows, without parameters that have their default. */
export function withPage(
  query: URLSearchParams,
  { size, after }: Pick<PageAddress, 'size' | 'after'>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('size');
  next.delete('after');
  if (size !== DEFAULT_SIZE) next.set('size', String(size));
  if (after !== null) next.set('after', after);
  return next;
}

/** Returns the first and last row of a page, counted from 1; both are 0 if there are none. */
export function rangeOf({ offset, rows }: Pick<RowPage, 'offset' | 'rows'>): { from: number; to: number } {
  return rows.length === 0 ? { from: 0, to: 0 } : { from: offset + 1, to: offset + rows.length };
}
