import type { CatalogStream, Selection as SelectionChange } from '@headwater/shared/contract';
import { matchOf, type ColumnMatches } from './search.ts';

export const SELECTION_TABS = ['all', 'selected', 'not-selected', 'changed'] as const;
export type SelectionTab = (typeof SELECTION_TABS)[number];

/** The names of the selected tables. */
export type Selection = ReadonlySet<string>;

export const savedSelection = (streams: readonly CatalogStream[]): Selection =>
  new Set(streams.filter((stream) => stream.selected).map((stream) => stream.tableName));

/** Returns false for a table that can't be read, unless it is selected: it can be switched off, but not on. */
export const canSwitch = ({ problem }: CatalogStream, isSelected: boolean) => problem === null || isSelected;

/** Switches tables on or off together, except those that can't be switched on. */
export function withTables(selection: Selection, streams: readonly CatalogStream[], on: boolean): Selection {
  const next = new Set(selection);
  for (const stream of streams) {
    if (!on) next.delete(stream.tableName);
    else if (canSwitch(stream, false)) next.add(stream.tableName);
  }
  return next;
}

/** Returns the names of tables whose switch differs from the saved selection. */
export function changesOf(streams: readonly CatalogStream[], selection: Selection): string[] {
  return streams
    .filter((stream) => stream.selected !== selection.has(stream.tableName))
    .map((stream) => stream.tableName);
}

/** Returns the changes in the format of the API. */
export function changeOf(streams: readonly CatalogStream[], selection: Selection): SelectionChange {
  const changed = changesOf(streams, selection);
  return {
    add: changed.filter((name) => selection.has(name)),
    remove: changed.filter((name) => !selection.has(name)),
  };
}

/** Returns the tables as they will be once the selection is saved. */
export const withSelection = (streams: readonly CatalogStream[], selection: Selection): CatalogStream[] =>
  streams.map((stream) => ({ ...stream, selected: selection.has(stream.tableName) }));

export interface Shown {
  tab: SelectionTab;
  search: string;
}

/** The selection, and the tables that aren't as they are saved. */
interface Choices {
  selection: Selection;
  changed: ReadonlySet<string>;
}

/** Returns a tab's tables that match the search by their name, or by their columns as far as those are searched. */
export function shownStreams(
  streams: readonly CatalogStream[],
  choices: Choices,
  { tab, search }: Shown,
  columns: ColumnMatches,
) {
  return inTab(streams, choices, tab).filter((stream) => matchOf(stream, search, columns));
}

export function inTab(streams: readonly CatalogStream[], { selection, changed }: Choices, tab: SelectionTab) {
  if (tab === 'all') return streams;
  if (tab === 'changed') return streams.filter(({ tableName }) => changed.has(tableName));
  return streams.filter(({ tableName }) => selection.has(tableName) === (tab === 'selected'));
}

export interface SelectionTotals {
  tables: number;
  rows: number;
  bytes: number;
  /** False if a selected table has no estimate of its rows, so the totals are only a lower bound. */
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
