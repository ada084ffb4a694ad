import type { DialectChoices } from '../../csv/csv.dialect.ts';

/** What somebody chose about a sheet. Everything else is found from its cells. */
export interface SheetChoice {
  sheet: string;
  /** The row with the names of the columns, as spreadsheets number it, or 0 if there is none. */
  headerRow?: number;
  /** The cells that are the table, such as B3:F200 or B:F. */
  range?: string;
  columns?: ColumnChoice[];
}

export interface ColumnChoice {
  /** The letters of the column in the sheet. */
  column: string;
  name?: string;
  type?: ChosenType;
}

export const CHOSEN_TYPES = ['text', 'number', 'date', 'timestamp', 'boolean'] as const;
export type ChosenType = (typeof CHOSEN_TYPES)[number];

/** The cells that a sheet's table is in. Columns count from 0, and rows from 1. */
export interface SheetRange {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** What a sheet is scanned with. */
export interface ScanChoices extends Pick<DialectChoices, 'header' | 'decimalMark' | 'dateOrder'> {
  chosen?: SheetChoice;
  /** Days count from 1904. */
  is1904?: boolean;
}

/** What a range may look like: letters, and rows if it isn't whole columns. */
export const RANGE = '^\\$?[A-Za-z]{1,3}\\$?([1-9]\\d{0,6})?:\\$?[A-Za-z]{1,3}\\$?([1-9]\\d{0,6})?$';

/** Returns the cells of a range. What it leaves open goes to the end of the sheet. */
export function rangeOf(text: string | undefined): SheetRange | null {
  const match = /^([A-Z]+)(\d*):([A-Z]+)(\d*)$/.exec((text ?? '').replaceAll('$', '').toUpperCase());
  if (!match) return null;
  const [, from = '', top, to = '', bottom] = match;
  const columns = [columnOf(from) - 1, columnOf(to) - 1].toSorted((one, other) => one - other);
  const rows = [Number(top || 1), Number(bottom || Infinity)].toSorted((one, other) => one - other);
  return { firstRow: rows[0]!, lastRow: rows[1]!, firstColumn: columns[0]!, lastColumn: columns[1]! };
}

/** Returns the number of a column by its letters, with which the address of a cell begins: `AB12` is in column 28. */
export function columnOf(address: string): number {
  let column = 0;
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column;
}

/** Returns the letters of a column by its number: the 28th is AB. */
export function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export const choiceFor = ({ sheets }: DialectChoices, sheet: string): SheetChoice | undefined =>
  sheets?.find((choice) => choice.sheet === sheet);
