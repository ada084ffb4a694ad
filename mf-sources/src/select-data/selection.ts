import type { CatalogStream, Selection as SelectionChange } from '@headwater/shared/contract';
import { matchOf, type ColumnMatches } from './search.ts';

export const SELECTION_TABS = ['all', 'selected', 'not-selected'] as const;
export type SelectionTab = (typeof SELECTION_TABS)[number];

/** The names of the chosen tables. */
export type Selection = ReadonlySet<string>;

export const savedSelection = (streams: readonly CatalogStream[]): Selection =>
  new Set(streams.filter((stream) => stream.selected).map((stream) => stream.tableName));

/** A table that cannot be read is not switched on, but may be switched off. */
export const canSwitch = ({ problem }: CatalogStream, isSelected: boolean) => problem === null || isSelected;

/** Switches tables on or off together, those that can be. */
export function withTables(selection: Selection, streams: readonly CatalogStream[], on: boolean): Selection {
  const next = new Set(selection);
  for (const stream of streams) {
    if (!on) next.delete(stream.tableName);
    else if (canSwitch(stream, false)) next.add(stream.tableName);
  }
  return next;
}

/** The names whose switch stands otherwise than it is saved. */
export function changesOf(streams: readonly CatalogStream[], selection: Selection): string[] {
  return streams
    .filter((stream) => stream.selected !== selection.has(stream.tableName))
    .map((stream) => stream.tableName);
}

/** The same as the API takes it. */
export const changeOf = (streams: readonly CatalogStream[], selection: Selection): SelectionChange => ({
  add: changesOf(streams, selection).filter((name) => selection.has(name)),
  remove: changesOf(streams, selection).filter((name) => !selection.has(name)),
});

/** The tables as they are once a selection is saved. */
export const withSelection = (streams: readonly CatalogStream[], selection: Selection): CatalogStream[] =>
  streams.map((stream) => ({ ...stream, selected: selection.has(stream.tableName) }));

export interface Shown {
  tab: SelectionTab;
  search: string;
}

/** Tables of a tab that are found: by their names, or by their columns as far as those have been searched. */
export function shownStreams(
  streams: readonly CatalogStream[],
  selection: Selection,
  { tab, search }: Shown,
  columns: ColumnMatches,
) {
  return inTab(streams, selection, tab).filter((stream) => matchOf(stream, search, columns));
}

export function inTab(streams: readonly CatalogStream[], selection: Selection, tab: SelectionTab) {
  if (tab === 'all') return streams;
  return streams.filter(({ tableName }) => selection.has(tableName) === (tab === 'selected'));
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
