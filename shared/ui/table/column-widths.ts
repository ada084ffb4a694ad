import type { GridColumn } from './data-grid.tsx';

const PADDING_PX = 28;
const ICON_PX = 22;
/** The first column stands as far off the edge as the page does. */
const FIRST_PX = 12;
const NARROWEST_PX = 72;
const WIDEST_PX = 320;
const LOOKED_AT = 60;
/** More letters than fit into any column are not looked at. */
const LETTERS_AT_MOST = 120;

/** The width that each column's head and first values need; on later pages it only grows, so that columns stay where they are. */
export function neededWidths(
  columns: readonly GridColumn[],
  rows: readonly (readonly (string | null)[])[],
  before: readonly number[] = [],
): number[] {
  return columns.map(({ name }, index) => {
    const values = rows.slice(0, LOOKED_AT).map((row) => textWidth(row[index] ?? 'NULL'));
    const content =
      Math.max(textWidth(name) + ICON_PX, ...values) + PADDING_PX + (index === 0 ? FIRST_PX : 0);
    return Math.max(Math.round(content), NARROWEST_PX, before[index] ?? 0);
  });
}

/** No column is wider than reading asks for, unless there is room for it beside the others. */
export function fitWidths(needed: readonly number[], available: number): number[] {
  const widths = needed.map((width) => Math.min(width, WIDEST_PX));
  const free = available - widths.reduce((total, width) => total + width, 0);
  const lacking = needed.map((width) => Math.max(0, width - WIDEST_PX));
  const lack = lacking.reduce((total, width) => total + width, 0);
  if (free <= 0 || lack === 0) return widths;
  const share = Math.min(1, free / lack);
  return widths.map((width, index) => width + Math.floor((lacking[index] ?? 0) * share));
}

/**
 * How wide a text stands at 13 px, by kinds of letters: close enough for a column, without asking the browser to lay
 * out sixty rows of each.
 */
function textWidth(text: string): number {
  let width = 0;
  for (const letter of text.slice(0, LETTERS_AT_MOST)) width += letterWidth(letter);
  return width;
}

function letterWidth(letter: string): number {
  if (/\d/.test(letter)) return 8.5;
  if (/[ilj.,:;|'!() ]/.test(letter)) return 4.2;
  return /[A-ZÄÖÜmw@%]/.test(letter) ? 9.6 : 7.5;
}
