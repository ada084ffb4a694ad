import type { IndexSearch } from '@headwater/shared/tables';

/** Returns which tables a URL's query searches for. */
export const searchIn = (query: URLSearchParams): IndexSearch => ({
  text: query.get('q') ?? '',
  tag: query.get('tag') ?? '',
  owner: query.get('owner') ?? '',
});

/** Returns the URL's query with another search. */
export function withSearch(query: URLSearchParams, change: Partial<IndexSearch>): URLSearchParams {
  const { text, tag, owner } = { ...searchIn(query), ...change };
  return new URLSearchParams(Object.entries({ q: text, tag, owner }).filter(([, value]) => value !== ''));
}

export const isSearch = ({ text, tag, owner }: IndexSearch): boolean => text + tag + owner !== '';
