import { FailureError } from '../../../../platform/failures/failure.ts';
import { COLUMN_LIMIT } from '../../csv/csv.row.ts';
import { isoCell } from '../iso-cell.ts';
import { dateText, timeText } from './xlsx.dates.ts';
import { SPREADSHEET } from './xlsx.names.ts';
import { storedNumber } from './xlsx.numbers.ts';
import type { PartReader } from './xlsx.parts.ts';
import { unescaped, type Sheet, type Workbook } from './xlsx.workbook.ts';

export type SheetCell =
  | { kind: 'number' | 'text' | 'truth' | 'time'; text: string }
  | { kind: 'moment'; text: string; hasTime: boolean }
  /** An error such as #DIV/0!, or a formula that no program has calculated yet. */
  | { kind: 'error' | 'uncalculated' };

/** Cells by their columns, with gaps. */
export type SheetRow = (SheetCell | undefined)[];

/** Reads a sheet's rows that have a cell with a value, some at a time, in bounded memory. */
export async function* readRows(
  workbook: Workbook,
  { path }: Sheet,
  signal: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  const reader = new RowReader(workbook, (row) => rows.push(row));
  for await (const _ of workbook.parts.read(path, reader)) {
    signal.throwIfAborted();
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

class RowReader implements PartReader {
  readonly vocabulary = SPREADSHEET;
  readonly #workbook: Workbook;
  readonly #take: (row: SheetRow) => void;
  #row: SheetRow = [];
  #column = 0;
  #type = '';
  #style = 0;
  /** What is in `v`, and the text in `is`. Null without such an element. */
  #value: string | null = null;
  #words: string | null = null;
  #hasFormula = false;
  #isIn: 'value' | 'words' | null = null;

  constructor(workbook: Workbook, take: (row: SheetRow) => void) {
    this.#workbook = workbook;
    this.#take = take;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, parent: string): void {
    if (parent === 'sheetData') {
      if (name !== 'row') return;
      this.#row = [];
      this.#column = 0;
    } else if (parent === 'row') {
      if (name === 'c') this.#beginCell(attributes);
    } else if (parent === 'c') {
      if (name === 'v') [this.#isIn, this.#value] = ['value', ''];
      else if (name === 'is') this.#words = '';
      else if (name === 'f') this.#hasFormula = true;
      // How a text is pronounced has texts as well, in an element of its own.
    } else if (name === 't' && (parent === 'is' || parent === 'r')) this.#isIn = 'words';
  }

  text(part: string): void {
    if (this.#isIn === 'value') this.#value += part;
    else if (this.#isIn === 'words') this.#words += part;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isIn = null;
    else if (name === 'c') this.#endCell();
    else if (name === 'row' && this.#row.length > 0) this.#take(this.#row);
  }

  #beginCell({ r: address, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>): void {
    this.#column = address ? columnOf(address) : this.#column + 1;
    this.#type = type;
    this.#style = Number(style);
    [this.#value, this.#words, this.#hasFormula] = [null, null, false];
  }

  #endCell(): void {
    const cell = this.#cell();
    if (!cell) return;
    if (this.#column > COLUMN_LIMIT)
      throw new FailureError('file_too_many_columns', {
        file: this.#workbook.parts.file,
        columns: this.#column,
        limit: COLUMN_LIMIT,
      });
    this.#row[this.#column - 1] = cell;
  }

  #cell(): SheetCell | undefined {
    const type = this.#type;
    // A text in place is what the cell has. Programs that know nothing of it get a value beside it.
    if (this.#words !== null && (type === 'inlineStr' || this.#value === null)) return textCell(this.#words);
    const value = this.#value;
    if (value === null || (value === '' && type !== 'str'))
      return this.#hasFormula ? { kind: 'uncalculated' } : undefined;
    switch (type) {
      case 's': {
        const text = this.#workbook.texts[Number(value)];
        if (text === undefined) throw new FailureError('file_damaged', { file: this.#workbook.parts.file });
        return text === '' ? undefined : { kind: 'text', text };
      }
      case 'str':
      case 'inlineStr':
        return textCell(value);
      case 'b':
        return { kind: 'truth', text: value === '1' || value === 'true' ? 'true' : 'false' };
      case 'e':
        return { kind: 'error' };
      case 'd':
        return isoCell(value) ?? this.#number(value);
      default:
        return this.#number(value);
    }
  }

  #number(given: string): SheetCell {
    const text = given.trim();
    const serial = Number(text);
    if (Number.isNaN(serial)) return { kind: 'text', text };
    const kind = this.#workbook.styles[this.#style] ?? 'number';
    if (kind === 'time') {
      const time = timeText(serial);
      if (time !== null) return { kind: 'time', text: time };
    }
    if (kind === 'date' || kind === 'time') {
      const date = dateText(serial, this.#workbook.is1904);
      if (date) return { kind: 'moment', ...date };
    }
    return { kind: 'number', text: storedNumber(text) };
  }
}

const textCell = (text: string): SheetCell | undefined =>
  text === '' ? undefined : { kind: 'text', text: unescaped(text) };

/** Returns the number of a cell's column: `AB12` is in column 28. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column;
}
