import type { CatalogStream } from '@headwater/shared/contract';

export const SELECTION_TABS = ['all', 'selected', 'not-selected'] as const;
export type SelectionTab = (typeof SELECTION_TABS)[number];

/** The names of the chosen tables. */
export type Selection = ReadonlySet<string>;

/** The API takes no more at a time. */
export const SELECTION_MAX = 1000;

export const savedSelection = (streams: readonly CatalogStream[]): Selection =>
  new Set(streams.filter((stream) => stream.selected).map((stream) => stream.tableName));

/** Switches tables on or off together. A table that cannot be read is not switched on, but may be switched off. */
export function withTables(selection: Selection, streams: readonly CatalogStream[], on: boolean): Selection {
  const next = new Set(selection);
  for (const { tableName, problem } of streams) {
    if (!on) next.delete(tableName);
    else if (!problem) next.add(tableName);
  }
  return next;
}

/** The names whose switch stands otherwise than it is saved. */
export function changesOf(streams: readonly CatalogStream[], selection: Selection): string[] {
  return streams
    .filter((stream) => stream.selected !== selection.has(stream.tableName))
    .map((stream) => stream.tableName);
}

export interface Shown {
  tab: SelectionTab;
  search: string;
}

/** Tables of a tab whose name, or the name of one of whose columns, contains what is searched for. */
export function shownStreams(
  streams: readonly CatalogStream[],
  selection: Selection,
  { tab, search }: Shown,
) {
  const wanted = search.trim().toLowerCase();
  return streams.filter((stream) => inTab(stream, selection, tab) && matches(stream, wanted));
}

function inTab({ tableName }: CatalogStream, selection: Selection, tab: SelectionTab) {
  return tab === 'all' || selection.has(tableName) === (tab === 'selected');
}

function matches({ tableName, columns }: CatalogStream, wanted: string) {
  if (wanted === '' || tableName.toLowerCase().includes(wanted)) return true;
  return columns.some((column) => column.name.toLowerCase().includes(wanted));
}

export interface SelectionTotals {
  tables: number;
  rows: number;
  bytes: number;
  /** False where a chosen table has no estimate: the sums are at least, not about. */
  complete: boolean;
}

export function totalsOf(streams: readonly CatalogStream[], selection: Selection): SelectionTotals {
  const chosen = streams.filter((stream) => selection.has(stream.tableName));
  return {
    tables: chosen.length,
    rows: sum(chosen.map((stream) => stream.estimatedRows)),
    bytes: sum(chosen.map((stream) => stream.estimatedBytes)),
    complete: chosen.every((stream) => stream.estimatedRows !== null),
  };
}

const sum = (figures: readonly (number | null)[]) =>
  figures.reduce<number>((total, figure) => total + (figure ?? 0), 0);

export interface StreamGroup {
  /** The schema, or null for sources that have none. */
  namespace: string | null;
  streams: CatalogStream[];
}

/** Tables by schema, in the order of the catalog. */
export function groupsOf(streams: readonly CatalogStream[]): StreamGroup[] {
  const groups = new Map<string | null, CatalogStream[]>();
  for (const stream of streams) {
    const group = groups.get(stream.namespace);
    if (group) group.push(stream);
    else groups.set(stream.namespace, [stream]);
  }
  return [...groups].map(([namespace, members]) => ({ namespace, streams: members }));
}
