/**
 * What a spreadsheet may take for the beginning of a formula, in ASCII and in full width: a pattern for JavaScript and
 * for the engine.
 */
export const FORMULA = String.raw`^[=+\-@\t\r\n\x00＝＋－＠]`;
/** What a cell is quoted for, as such a pattern. */
export const QUOTED = String.raw`[",\r\n]`;

const isFormula = new RegExp(FORMULA);
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
  const text = isFormula.test(cell) ? `'${cell}` : cell;
  return isQuoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
