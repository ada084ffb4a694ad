import type { CatalogStream } from '@headwater/shared/contract';
import { matchOf } from './search.ts';

export const SELECTION_TABS = ['all', 'selected', 'not-selected'] as const;
export type SelectionTab = (typeof SELECTION_TABS)[number];

/** The names of the chosen tables. */
export type Selection = ReadonlySet<string>;

/** The API takes no more at a time. */
export const SELECTION_MAX = 1000;

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
  return streams.filter((stream) => inTab(stream, selection, tab) && matchOf(stream, search));
}

function inTab({ tableName }: CatalogStream, selection: Selection, tab: SelectionTab) {
  return tab === 'all' || selection.has(tableName) === (tab === 'selected');
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
