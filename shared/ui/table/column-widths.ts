import type { GridColumn } from './data-grid.tsx';

const PADDING_PX = 28;
const ICON_PX = 22;
/** The first column stands as far off the edge as the page does. */
const FIRST_PX = 12;
const NARROWEST_PX = 72;
const WIDEST_PX = 320;
const LOOKED_AT = 60;
/** More letters than the widest column can show are not looked at. */
const LETTERS_AT_MOST = 60;

/** A width for each column that its head and its first values fit into, within reason. */
export function columnWidths(
  columns: readonly GridColumn[],
  rows: readonly (readonly (string | null)[])[],
): number[] {
  return columns.map(({ name }, index) => {
    const values = rows.slice(0, LOOKED_AT).map((row) => textWidth(row[index] ?? 'NULL'));
    const content =
      Math.max(textWidth(name) + ICON_PX, ...values) + PADDING_PX + (index === 0 ? FIRST_PX : 0);
    return Math.round(Math.min(Math.max(content, NARROWEST_PX), WIDEST_PX));
  });
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
