import type { GridColumn, GridSortKey } from './grid-column.ts';

const PADDING_PX = 28;
const ICON_PX = 22;
/** The arrow and the number of a column by which rows are sorted. */
const SORT_PX = 32;
/** The extra padding of the first column, which is as far from the edge as the page's content. */
const FIRST_PX = 12;
const NARROWEST_PX = 72;
const WIDEST_PX = 320;
const ROWS_MEASURED = 60;
/** More letters than fit into any column needn't be measured. */
const MAX_LETTERS = 120;

/**
 * Returns the width that each column's head and first values need, as `read` writes them. On later pages columns only
 * grow, so that they stay where they are.
 */
export function neededWidths(
  columns: readonly GridColumn[],
  rows: readonly (readonly (string | null)[])[],
  before: readonly number[] = [],
  sort: readonly GridSortKey[] = [],
  read: (value: string, column: GridColumn) => string = (value) => value,
): number[] {
  const sorted = new Set(sort.map(({ column }) => column));
  return columns.map((column, index) => {
    const { name } = column;
    const written = (value: string | null | undefined) => (value == null ? 'NULL' : read(value, column));
    const head = textWidth(name) + ICON_PX + (sorted.has(name) ? SORT_PX : 0);
    const values = rows.slice(0, ROWS_MEASURED).map((row) => textWidth(written(row[index])));
    const content = Math.max(head, ...values) + PADDING_PX + (index === 0 ? FIRST_PX : 0);
    return Math.max(Math.round(content), NARROWEST_PX, before[index] ?? 0);
  });
}

/**
 * Limits columns to a readable width, and shares the remaining space among those that need more, and what is still left
 * among all by what they need, if they are to fill it.
 */
export function fitWidths(needed: readonly number[], available: number, fills = false): number[] {
  const widths = readableWidths(needed, available);
  const left = available - widths.reduce((total, width) => total + width, 0);
  if (!fills || left <= 0) return widths;
  const total = available - left;
  return widths.map((width) => width + Math.floor((left * width) / total));
}

function readableWidths(needed: readonly number[], available: number): number[] {
  const widths = needed.map((width) => Math.min(width, WIDEST_PX));
  const free = available - widths.reduce((total, width) => total + width, 0);
  const lacking = needed.map((width) => Math.max(0, width - WIDEST_PX));
  const lack = lacking.reduce((total, width) => total + width, 0);
  if (free <= 0 || lack === 0) return widths;
  const share = Math.min(1, free / lack);
  return widths.map((width, index) => width + Math.floor((lacking[index] ?? 0) * share));
}

/** Pinned columns may take this part of the grid, so that there is room for the others to scroll. */
const PINNED_SHARE = 0.6;

/** Returns how many of the columns to be pinned fit, at least one. `available` is 0 until it is known. */
export function pinnedThatFit(wanted: number, widths: readonly number[], available: number): number {
  if (available === 0) return wanted;
  let total = 0;
  const over = widths.slice(0, wanted).findIndex((width) => (total += width) > available * PINNED_SHARE);
  return over === -1 ? wanted : Math.max(1, over);
}

/**
 * Estimates the width of a text at 13 px by the kinds of its letters: close enough for a column, without making the
 * browser lay out sixty rows of each.
 */
function textWidth(text: string): number {
  let width = 0;
  for (const letter of text.slice(0, MAX_LETTERS)) width += letterWidth(letter);
  return width;
}

function letterWidth(letter: string): number {
  if (/\d/.test(letter)) return 8.5;
  if (/[ilj.,:;|'!() ]/.test(letter)) return 4.2;
  return /[A-ZÄÖÜmw@%]/.test(letter) ? 9.6 : 7.5;
}
