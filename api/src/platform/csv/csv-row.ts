import { isFormula } from '@headwater/shared/contract';

/** What a cell is quoted for: a pattern for JavaScript and for the engine. */
export const QUOTED = String.raw`[",\r\n]`;

const isQuoted = new RegExp(QUOTED);

/**
 * Returns a line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front;
 * numbers stay as they are.
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = isFormula(cell) ? `'${cell}` : cell;
  return isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
