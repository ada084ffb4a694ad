import { TABLE_INDEX_STATES } from '@headwater/shared/contract';
import type { IndexSearch } from '@headwater/shared/tables';

/** Returns which tables a URL's query searches for. */
export const searchIn = (query: URLSearchParams): IndexSearch => ({
  text: query.get('q') ?? '',
  state: TABLE_INDEX_STATES.find((state) => state === query.get('state')) ?? '',
  connection: query.get('connection') ?? '',
  tag: query.get('tag') ?? '',
  owner: query.get('owner') ?? '',
});

/** Returns the URL's query with another search. */
export function withSearch(query: URLSearchParams, change: Partial<IndexSearch>): URLSearchParams {
  const { text, ...rest } = { ...searchIn(query), ...change };
  return new URLSearchParams(Object.entries({ q: text, ...rest }).filter(([, value]) => value !== ''));
}

export const isSearch = (search: IndexSearch): boolean => Object.values(search).some((value) => value !== '');
