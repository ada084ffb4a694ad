import type { SheetChoice } from '@headwater/shared/contract';
import type { DialectChoices } from '../csv/csv.dialect.ts';

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
