import type { Dialect, DialectChoices } from './csv.dialect.ts';
import { COLUMN_LIMIT, RowCutter } from './csv.row.ts';
import { TypeGuess } from './csv.types.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;

const SAMPLE_ROWS = 200;
/** The most title lines that are looked for above a header. */
const MOST_TITLE_LINES = 20;

export interface Cell {
  text: string;
  quoted: boolean;
}

export type Shape = Pick<Dialect, 'delimiter' | 'quote' | 'preamble' | 'hasHeader'>;

/** Detects the layout of a file from its first rows. `bytes` are UTF-8. */
export function shapeOf(bytes: Uint8Array, isWhole: boolean, choices: DialectChoices): Shape {
  const quote = choices.quote ?? '"';
  const rowsBy = (delimiter: string) => sampleRows(bytes, isWhole, new RowCutter(delimiter, quote));
  const named = separatorLine(bytes);
  const delimiter = choices.delimiter ?? named ?? detectDelimiter(rowsBy);
  const below = rowsBy(delimiter).slice(named === undefined ? 0 : 1);
  const { preamble, hasHeader } = headOf(below, choices.header);
  return { delimiter, quote, preamble: preamble + (named === undefined ? 0 : 1), hasHeader };
}

/** Detects which of the first rows are titles and column names, for rows that are cut already. */
export function headOf(
  rows: readonly Cell[][],
  header: DialectChoices['header'],
): Pick<Shape, 'preamble' | 'hasHeader'> {
  const preamble = header === 'absent' ? 0 : titleLines(rows);
  const [first = [], ...rest] = rows.slice(preamble);
  return { preamble, hasHeader: header ? header === 'present' : preamble > 0 || !looksLikeData(first, rest) };
}

/** Returns the delimiter that a first line such as `sep=;`, Excel's own convention, names. */
function separatorLine(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('utf8');
  return /^\ufeff?"?sep=([,;\t|])"?[\r\n]/i.exec(start)?.[1];
}

/** Returns the delimiter with which the most rows have the same number of fields; more fields weigh in its favor. */
function detectDelimiter(rowsBy: (delimiter: string) => Cell[][]): string {
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const rows = rowsBy(delimiter);
    const { fields, agreeing } = usualFields(rows);
    if (fields < 2) continue;
    const score = (agreeing / rows.length) * Math.log2(fields + 1) + (agreeing === rows.length ? 1 : 0);
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

function usualFields(rows: readonly Cell[][]): { fields: number; agreeing: number } {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  let [fields, agreeing] = [0, 0];
  for (const [length, count] of counts)
    if (count > agreeing || (count === agreeing && length > fields)) [fields, agreeing] = [length, count];
  return { fields, agreeing };
}

/**
 * Counts the title lines above the header: shorter lines with at most two values, or full ones with at most
 * one. Returns 0 for fewer than three columns, where titles can't be recognized.
 */
function titleLines(rows: readonly Cell[][]): number {
  const { fields, agreeing } = usualFields(rows);
  if (fields < 3 || agreeing < 2) return 0;
  const filled = (row: readonly Cell[]) => row.filter(({ text }) => text !== '').length;
  const isTitle = (row: readonly Cell[]) =>
    row.length < fields ? filled(row) <= 2 : row.length === fields && filled(row) <= 1;
  const header = rows.findIndex((row) => !isTitle(row));
  if (header <= 0 || header > MOST_TITLE_LINES) return 0;
  const isHeader =
    rows[header]!.length === fields &&
    filled(rows[header]!) === fields &&
    rows[header]!.every((cell) => kindOf([cell]) === 'text');
  return isHeader ? header : 0;
}

/**
 * Returns whether the first row is data: each column whose other values are numbers, dates, or the like has one in the
 * first row as well. Years above values that aren't years count as a header.
 */
function looksLikeData(first: readonly Cell[], rest: readonly Cell[][]): boolean {
  const rows = rest.filter((row) => row.length === first.length);
  let typed = 0;
  let years = 0;
  for (const [at, cell] of first.entries()) {
    if (cell.text === '') continue;
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

/** The kind of values that a column of text has. */
export function kindOf(cells: readonly Cell[]): string {
  const guess = new TypeGuess();
  for (const { text, quoted } of cells) {
    const bytes = Buffer.from(text);
    guess.see(bytes, 0, bytes.length, quoted);
  }
  return guess.result(guess.evidence).kind;
}

function sampleRows(bytes: Uint8Array, isWhole: boolean, cutter: RowCutter): Cell[][] {
  const rows: Cell[][] = [];
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && rows.length < SAMPLE_ROWS) {
    const result = cutter.cut(bytes, at, bytes.length, isWhole);
    if (result === 'incomplete' || result === 'bad_quote') break;
    at = cutter.next;
    if (result === 'row') rows.push(cellsOf(cutter, bytes));
  }
  return rows;
}

const cellsOf = (cutter: RowCutter, bytes: Uint8Array): Cell[] =>
  Array.from({ length: Math.min(cutter.fields, COLUMN_LIMIT) }, (_, at) => ({
    text: cutter.text(bytes, at),
    quoted: cutter.quoted[at] === 1,
  }));
