import type { DialectChoices } from '../../csv/csv.dialect.ts';
import { headOf, kindOf, type Cell } from '../../csv/csv.head-rows.ts';
import type { SheetRow } from './xlsx.rows.ts';

/** The rows above the data. */
export interface SheetHead {
  /** Rows with titles. */
  preamble: number;
  /** Rows with column names: with two, the first one has names of groups, in cells that are usually merged. */
  headers: 0 | 1 | 2;
}

/** How many rows are looked at. */
export const HEAD_ROWS = 200;

export function sheetHead(rows: readonly SheetRow[], header: DialectChoices['header']): SheetHead {
  const width = Math.max(...rows.map((row) => row.length));
  const first = Math.min(...rows.map((row) => row.findIndex((cell) => cell !== undefined)));
  const texts = rows.map((row) =>
    Array.from({ length: width - first }, (_, at) => ({ text: textOf(row[first + at]), quoted: false })),
  );
  const { preamble, hasHeader } = headOf(texts, header);
  if (!hasHeader) return { preamble, headers: 0 };
  return { preamble, headers: isGrouped(texts.slice(preamble)) ? 2 : 1 };
}

/** Returns the names of the columns. */
export function headerNames(rows: readonly SheetRow[], width: number): string[] {
  const [first = [], second] = rows;
  if (!second) return Array.from({ length: width }, (_, at) => textOf(first[at]));
  let group = '';
  return Array.from({ length: width }, (_, at) => {
    group = textOf(first[at]) || group;
    const name = textOf(second[at]);
    return name === '' ? textOf(first[at]) : `${group} ${name}`.trim();
  });
}

/**
 * Returns whether the first row names groups of columns and the second one the columns: the first one has gaps, each
 * column has a name in one of them, and the second row is text above values that aren't.
 */
function isGrouped([first = [], second = [], ...rest]: readonly Cell[][]): boolean {
  if (rest.length === 0 || first.every(({ text }) => text !== '')) return false;
  const isNamed = first.every(({ text }, at) => text !== '' || second[at]!.text !== '');
  const isText = second.every((cell) => cell.text === '' || kindOf([cell]) === 'text');
  if (!isNamed || !isText) return false;
  return second.some((cell, at) => cell.text !== '' && kindOf(rest.map((row) => row[at]!)) !== 'text');
}

const textOf = (cell: SheetRow[number]) => (cell && 'text' in cell ? cell.text : '');
