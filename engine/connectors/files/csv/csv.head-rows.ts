import type { Dialect, DialectChoices } from './csv.dialect.ts';
import { NULL_WORDS, TypeGuess } from './csv.types.ts';

/** The most title lines that are looked for above a header. */
const MOST_TITLE_LINES = 20;

export interface Cell {
  text: string;
  quoted: boolean;
}

/** Detects which of the first rows are titles, comments, and column names, for rows that are cut already. */
export function headOf(
  rows: readonly Cell[][],
  header: DialectChoices['header'],
): Pick<Dialect, 'preamble' | 'hasHeader'> {
  const comments = leadingComments(rows);
  const below = rows.slice(comments);
  const titles = header === 'absent' ? 0 : titleLines(below);
  const [first = [], ...rest] = below.slice(titles);
  const hasHeader = header ? header === 'present' : titles > 0 || !looksLikeData(first, rest);
  // The last comment is the header of rows that have none, as in `#chrom start end`.
  const isCommentHeader = !header && !hasHeader && namesColumns(rows[comments - 1], below);
  return isCommentHeader
    ? { preamble: comments - 1, hasHeader: true }
    : { preamble: comments + titles, hasHeader };
}

/** Counts the lines with `#` that other lines follow. */
export function leadingComments(rows: readonly Cell[][]): number {
  const found = rows.findIndex(([first]) => !first || first.quoted || !first.text.startsWith('#'));
  return Math.max(found, 0);
}

/** Returns how many fields most rows have, and how many rows these are. */
export function usualFields(rows: readonly Cell[][]): { fields: number; agreeing: number } {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  let [fields, agreeing] = [0, 0];
  for (const [length, count] of counts)
    if (count > agreeing || (count === agreeing && length > fields)) [fields, agreeing] = [length, count];
  return { fields, agreeing };
}

const namesColumns = (row: readonly Cell[] | undefined, below: readonly Cell[][]) =>
  row !== undefined &&
  row.length > 1 &&
  row.length === usualFields(below).fields &&
  row.every(({ text }) => text !== '');

/**
 * Counts the title lines above the header. Returns 0 for a single column, where titles can't be recognized. A header
 * below titles has a name for each column. A line with two values among more columns is a title only if the rows below
 * the next line prove that this one is the header: otherwise it may be a header with unnamed columns.
 */
function titleLines(rows: readonly Cell[][]): number {
  const { fields, agreeing } = usualFields(rows);
  if (fields < 2 || agreeing < 2) return 0;
  const isTitle = (row: readonly Cell[]) => {
    const count = filled(row);
    return count <= 2 && count < fields && row.length <= fields;
  };
  const header = rows.findIndex((row) => !isTitle(row));
  if (header <= 0 || header > MOST_TITLE_LINES) return 0;
  const [names, below] = [rows[header]!, rows.slice(header + 1)];
  const isHeader = names.length === fields && filled(names) === fields && !looksLikeData(names, below);
  if (!isHeader) return 0;
  const isSure = rows.slice(0, header).every((row) => row.length < fields || filled(row) <= 1);
  return isSure || isProvedBy(names, below) ? header : 0;
}

const filled = (row: readonly Cell[]) => row.filter(({ text }) => text !== '').length;

/** Returns whether the values of at least one column are of another kind than its name. */
function isProvedBy(names: readonly Cell[], below: readonly Cell[][]): boolean {
  const rows = below.filter((row) => row.length === names.length);
  return names.some(
    (name, at) => kindOf([name]) === 'text' && kindOf(rows.map((row) => row[at]!)) !== 'text',
  );
}

/**
 * Returns whether the first row is data: each column whose other values are numbers, dates, or the like has one in the
 * first row as well, or a word for NULL. Years above values that aren't years count as a header, and so do numbers that
 * count the columns.
 */
function looksLikeData(first: readonly Cell[], rest: readonly Cell[][]): boolean {
  const rows = rest.filter((row) => row.length === first.length);
  if (countsColumns(first) && rows.length > 0 && !rows.some(countsColumns)) return false;
  let typed = 0;
  let years = 0;
  for (const [at, cell] of first.entries()) {
    if (cell.text === '' || NULL_WORDS.has(cell.text)) continue;
    const own = kindOf([cell]);
    const column = rows.map((row) => row[at]!);
    const below = rows.length === 0 ? 'number' : kindOf(column);
    if (below !== 'text' && own === 'text') return false;
    if (own === 'text' || (rows.length > 0 && own !== below)) continue;
    typed += 1;
    if (YEAR.test(cell.text) && !column.every(({ text }) => text === '' || YEAR.test(text))) years += 1;
  }
  return typed > years;
}

const YEAR = /^(19|20)\d\d$/;

/** Returns whether the row has at least three whole numbers, each one more than the one before, and otherwise words. */
function countsColumns(row: readonly Cell[]): boolean {
  const numbers = row.filter(({ text }) => /^\d{1,4}$/.test(text)).map(({ text }) => Number(text));
  if (numbers.length < 3 || numbers.some((number, at) => at > 0 && number !== numbers[at - 1]! + 1))
    return false;
  return row.every((cell) => /^\d{1,4}$/.test(cell.text) || kindOf([cell]) === 'text');
}

/**
 * The kind of values that a column of text has. What may be a number or a date in two ways (`1,234`, `02/03/2024`) is
 * one in either.
 */
export function kindOf(cells: readonly Cell[]): string {
  const guess = new TypeGuess();
  for (const { text, quoted } of cells) {
    const bytes = Buffer.from(text);
    guess.see(bytes, 0, bytes.length, quoted);
  }
  const { decimalMark = '.', dateOrder = 'dmy' } = guess.evidence;
  return guess.result({ decimalMark, dateOrder }).kind;
}
