import { cellText, type CellFormat } from './cell-text.ts';
import type { GridColumn } from './grid-column.ts';
import type { CellPosition } from './use-active-cell.ts';

/** Returns the cells that show a text, in reading order. Upper and lower case are the same. */
export function findCells(
  columns: readonly GridColumn[],
  rows: readonly (readonly (string | null)[])[],
  text: string,
  format: CellFormat,
): CellPosition[] {
  if (text === '') return [];
  return rows.flatMap((values, row) =>
    values.flatMap((value, column) =>
      value !== null && partsOf(cellText(value, columns[column]!, format), text).length > 1
        ? [{ row, column }]
        : [],
    ),
  );
}

/** Splits a text so that every second part is an occurrence of `found`: one part if there is none. */
export function partsOf(text: string, found: string): string[] {
  if (found === '') return [text];
  const literal = found.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.split(new RegExp(`(${literal})`, 'iu'));
}
