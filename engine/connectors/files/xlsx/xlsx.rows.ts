import { FailureError } from '@headwater/base/failures/failure';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { isoCell } from '../iso-cell.ts';
import { dateText, timeText } from './xlsx.dates.ts';
import { SPREADSHEET } from './xlsx.names.ts';
import { storedNumber } from './xlsx.numbers.ts';
import type { PartReader } from './xlsx.parts.ts';
import type { SheetCell, SheetRow } from './sheet-cells.ts';
import { columnOf, lettersOf } from './sheet-choices.ts';
import { unescaped } from './xlsx.texts.ts';
import type { Sheet, Workbook } from './xlsx.workbook.ts';

/** Reads a sheet's rows that have a cell with a value, some at a time, in bounded memory. */
export async function* readRows(
  workbook: Workbook,
  { name, path }: Sheet,
  signal: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  const reader = new RowReader(workbook, name, (row) => rows.push(row));
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
  readonly #sheet: string;
  readonly #take: (row: SheetRow) => void;
  #number = 0;
  #cells: SheetRow['cells'] = [];
  /** How many cells of the row have a value, and how many characters they have. */
  #filled = 0;
  #characters = 0;
  #column = 0;
  #type = '';
  #style = 0;
  /** What is in `v`, and the text in `is`. Null without such an element. */
  #value: string | null = null;
  #words: string | null = null;
  #hasFormula = false;
  #isIn: 'value' | 'words' | null = null;

  constructor(workbook: Workbook, sheet: string, take: (row: SheetRow) => void) {
    this.#workbook = workbook;
    this.#sheet = sheet;
    this.#take = take;
  }

  read(characters: number): void {
    this.#workbook.budget.read(characters, this.#sheet);
  }

  /** What is so large that the parser has told nothing for long is in the cell that was begun. */
  tooLarge(): FailureError {
    return this.#workbook.budget.largeCell(this.#address());
  }

  open(name: string, attributes: Readonly<Record<string, string>>, parent: string): void {
    if (parent === 'sheetData') {
      if (name === 'row') this.#beginRow(attributes);
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
    else return;
    if ((this.#value ?? this.#words)!.length > RECORD_LIMIT) throw this.tooLarge();
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isIn = null;
    else if (name === 'c') this.#endCell();
    else if (name === 'row' && this.#cells.length > 0) this.#endRow();
  }

  #beginRow({ r: number }: Readonly<Record<string, string>>): void {
    this.#number = Number(number) > 0 ? Number(number) : this.#number + 1;
    [this.#cells, this.#filled, this.#characters, this.#column] = [[], 0, 0, 0];
  }

  #endRow(): void {
    this.#workbook.budget.row(this.#number, this.#filled, this.#characters, this.#sheet);
    this.#take({ number: this.#number, cells: this.#cells });
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
    this.#filled += 1;
    if ('text' in cell) this.#characters += cell.text.length;
    if (this.#characters > RECORD_LIMIT) throw this.tooLarge();
    this.#cells[this.#column - 1] = cell;
  }

  #address(): string {
    return `${this.#sheet}!${lettersOf(this.#column)}${this.#number}`;
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
        const text = this.#workbook.texts.at(Number(value), () => this.#address());
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
        return isoCell(value) ?? this.#numberCell(value);
      default:
        return this.#numberCell(value);
    }
  }

  #numberCell(given: string): SheetCell {
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
