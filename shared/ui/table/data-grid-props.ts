import type { ReactNode } from 'react';
import type { GridColumn, GridSortKey } from './grid-column.ts';
import type { ROW_PX } from './grid-styles.ts';
import type { CellPosition } from './use-active-cell.ts';
import type { WholeValueProps } from './whole-value.tsx';

/** Where a text was found. */
export interface GridMarks {
  /** Marked in every cell that shows it. */
  text: string;
  /** The cell that is brought into view. */
  current: CellPosition | null;
}

export interface DataGridProps {
  /** The accessible name. */
  label: string;
  columns: readonly GridColumn[];
  /** Cells in column order, as text or null. */
  rows: readonly (readonly (string | null)[])[];
  /** Position of the first row in the whole table, from 0. */
  firstRow: number;
  /** Null if that isn't known. */
  totalRows: number | null;
  /** Another page is being loaded; this one stays, dimmed. */
  busy?: boolean;
  /** How the rows are sorted, the most important key first. Without `onSort`, they can't be sorted here. */
  sort?: readonly GridSortKey[];
  /** Called for a click on a column's head, or Enter. With Shift, the column is sorted by in addition to others. */
  onSort?(column: string, isAdded: boolean): void;
  /** How many of the first columns stay in view, as far as there is room. Default 1. */
  pinned?: number;
  /** Widths in px of columns that aren't to have their own. Without `onResize`, they can't be changed here. */
  widths?: ReadonlyMap<string, number>;
  /** Called after a column was dragged, with null if it is to have its own width again. */
  onResize?(column: string, width: number | null): void;
  /** Whether the columns share all of the width, as in a card. */
  fills?: boolean;
  density?: keyof typeof ROW_PX;
  /** Shows the whole of a cell's value. By default, a dialog with its text. */
  wholeValue?(props: WholeValueProps): ReactNode;
  /** Whether a click opens any value, not only one that is truncated, because `wholeValue` leads further. */
  opensAll?: boolean;
  marks?: GridMarks;
  /** Shows what is known about a column, under its head. Alt and the arrow key open it, too. */
  about?(props: AboutColumnProps): ReactNode;
}

export interface AboutColumnProps {
  /** Null while nothing is shown. */
  column: GridColumn | null;
  /** The column's head. */
  anchor: HTMLElement | null;
  onClose(): void;
}
