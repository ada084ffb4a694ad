import type { Table } from '@headwater/shared/tables';
import type { GridColumn } from '@headwater/shared/ui/table';
import type { RowPage } from '@headwater/shared/figures';
import { markCut } from './mark-cut.ts';

/** A page of rows as the grid shows it: pinned columns first. */
export interface ShownPage {
  columns: readonly GridColumn[];
  rows: readonly (readonly (string | null)[])[];
  /** How many of the first columns are pinned. */
  pinned: number;
}

export function shownPage(page: RowPage, { primaryKey }: Table, pinned: readonly string[]): ShownPage {
  const first = pinned.map((name) => page.columns.findIndex((column) => column.name === name));
  const known = first.filter((index) => index >= 0);
  const rest = page.columns.flatMap((_, index) => (known.includes(index) ? [] : [index]));
  const order = [...known, ...rest];
  const columns = order.map((index) => {
    const column = page.columns[index]!;
    return { ...column, primaryKey: primaryKey.includes(column.name) };
  });
  const rows = markCut(page);
  return {
    columns,
    rows: known.length === 0 ? rows : rows.map((row) => order.map((index) => row[index] ?? null)),
    pinned: Math.max(known.length, 1),
  };
}
