import { FailureError } from '../../../../platform/failures/failure.ts';
import { COLUMN_LIMIT } from '../../csv/csv.row.ts';
import { dateText, timeText } from './xlsx.dates.ts';
import { readPart } from './xlsx.parts.ts';
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
  for await (const _ of readPart(workbook.archive, path, workbook.file, reader)) {
    signal.throwIfAborted();
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

class RowReader {
  readonly #workbook: Workbook;
  readonly #take: (row: SheetRow) => void;
  #row: SheetRow = [];
  #column = 0;
  #type = '';
  #style = 0;
  #value = '';
  #hasValue = false;
  #hasFormula = false;
  #isReading = 0;
  #isText = false;

  constructor(workbook: Workbook, take: (row: SheetRow) => void) {
    this.#workbook = workbook;
    this.#take = take;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'row':
        this.#row = [];
        this.#column = 0;
        return;
      case 'c':
        this.#column = attributes.r ? columnOf(attributes.r) : this.#column + 1;
        this.#type = attributes.t ?? 'n';
        this.#style = Number(attributes.s ?? 0);
        this.#value = '';
        this.#hasValue = false;
        this.#hasFormula = false;
        return;
      case 'f':
        this.#hasFormula = true;
        return;
      case 'rPh':
        this.#isReading += 1;
        return;
      case 'v':
      case 't':
        this.#isText = this.#isReading === 0;
        this.#hasValue ||= this.#isText;
        return;
    }
  }

  text(part: string): void {
    if (this.#isText) this.#value += part;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isReading -= 1;
    else if (name === 'c') this.#endCell();
    else if (name === 'row' && this.#row.length > 0) this.#take(this.#row);
  }

  #endCell(): void {
    const cell = this.#cell();
    if (!cell) return;
    if (this.#column > COLUMN_LIMIT)
      throw new FailureError('file_too_many_columns', {
        file: this.#workbook.file,
        columns: this.#column,
        limit: COLUMN_LIMIT,
      });
    this.#row[this.#column - 1] = cell;
  }

  #cell(): SheetCell | undefined {
    const value = this.#value;
    if (!this.#hasValue || (value === '' && this.#type !== 'str'))
      return this.#hasFormula ? { kind: 'uncalculated' } : undefined;
    switch (this.#type) {
      case 's': {
        const text = this.#workbook.texts[Number(value)];
        if (text === undefined) throw new FailureError('file_damaged', { file: this.#workbook.file });
        return text === '' ? undefined : { kind: 'text', text };
      }
      case 'str':
      case 'inlineStr':
        return value === '' ? undefined : { kind: 'text', text: unescaped(value) };
      case 'b':
        return { kind: 'truth', text: value === '1' || value === 'true' ? 'true' : 'false' };
      case 'e':
        return { kind: 'error' };
      case 'd':
        return { kind: 'text', text: value };
      default:
        return this.#number(value);
    }
  }

  #number(text: string): SheetCell {
    const serial = Number(text);
    const kind = this.#workbook.styles[this.#style] ?? 'number';
    if (kind === 'time') {
      const time = timeText(serial);
      if (time !== null) return { kind: 'time', text: time };
    }
    if (kind === 'date' || kind === 'time') {
      const date = dateText(serial, this.#workbook.is1904);
      if (date) return { kind: 'moment', ...date };
    }
    return { kind: 'number', text };
  }
}

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
