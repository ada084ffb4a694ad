import { SELECTION_TABS, type Shown } from './selection.ts';

/** Returns the tab and the search in the URL. */
export function shownOf(query: URLSearchParams): Shown {
  const tab = SELECTION_TABS.find((one) => one === query.get('tab')) ?? 'all';
  return { tab, search: query.get('q') ?? '' };
}

/** Returns the URL's query with another tab or search. Defaults are omitted. */
export function withShown(query: URLSearchParams, { tab, search }: Shown): URLSearchParams {
  return set(set(query, 'tab', tab === 'all' ? null : tab), 'q', search || null);
}

/** Returns the URL's query with another table's columns open, or none. */
export const withTable = (query: URLSearchParams, tableName: string | null) => set(query, 'table', tableName);

/** The parts of a table's panel. */
export const PANEL_TABS = ['preview', 'columns', 'keep', 'rows'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

/** Returns the part of the panel in the URL, out of those that someone may see. */
export const panelTabOf = (query: URLSearchParams, tabs: readonly PanelTab[]): PanelTab =>
  tabs.find((one) => one === query.get('panel')) ?? tabs[0]!;

/** Returns the URL's query with another part of the panel open. */
export const withPanelTab = (query: URLSearchParams, tab: PanelTab) => set(query, 'panel', tab);

function set(query: URLSearchParams, key: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}
