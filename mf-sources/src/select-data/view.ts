import { SELECTION_TABS, type Shown } from './selection.ts';

/** Tab and search, as the address carries them. */
export function shownOf(query: URLSearchParams): Shown {
  const tab = SELECTION_TABS.find((one) => one === query.get('tab')) ?? 'all';
  return { tab, search: query.get('q') ?? '' };
}

/** The address with another tab or search; what is not set leaves no trace. */
export function withShown(query: URLSearchParams, { tab, search }: Shown): URLSearchParams {
  return set(set(query, 'tab', tab === 'all' ? null : tab), 'q', search || null);
}

/** The address with the columns of another table open, or of none. */
export const withTable = (query: URLSearchParams, tableName: string | null) => set(query, 'table', tableName);

function set(query: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
