/** What a spreadsheet may take for the beginning of a formula, in ASCII and in full width. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;
const QUOTED = /[",\r\n]/;

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
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
