import { isFormula, type CsvTexts } from './formula.ts';

/** What a cell is quoted for: a pattern for JavaScript and for the engine. */
export const CSV_QUOTED = String.raw`[",\r\n]`;

/** Text, or a number, which as text keeps digits that JavaScript's have no room for. */
export type CsvCell = string | number | { readonly number: string } | null;

const NUMBER = /^-?\d+([.]\d+)?(e[+-]?\d+)?$/i;
const isQuoted = new RegExp(CSV_QUOTED);

/**
 * Returns a line of a CSV file (RFC 4180). Programs get texts as they are. For a spreadsheet, one that it would run as a
 * formula gets an apostrophe in front; numbers stay as they are. An empty text is quoted, so that it differs from no value.
 */
export function csvRow(cells: readonly CsvCell[], texts: CsvTexts): string {
  return `${cells.map((cell) => csvCell(cell, texts)).join(',')}\r\n`;
}

function csvCell(cell: CsvCell, texts: CsvTexts): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return NUMBER.test(cell.number) ? cell.number : csvCell(cell.number, texts);
  if (typeof cell === 'number') return String(cell);
  const text = texts === 'spreadsheet' && isFormula(cell) ? `'${cell}` : cell;
  return text === '' || isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
