import type { ChosenType, Finding, HeaderReason, SheetLayout } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { rejectionReason } from '@headwater/protocol/rejection';
import { columnNames, numberedColumns } from '../csv/csv.header.ts';
import { RejectedRows } from '../csv/csv.rejected-rows.ts';
import { finding } from '@headwater/protocol/finding';
import type { Cell } from '../cell-batches.ts';
import { NativeGuess, type NativeType } from '../native-guess.ts';
import { chosenCell, TYPES, type Reading } from './chosen-cell.ts';
import type { SheetCell, SheetRow } from './sheet-cells.ts';
import { columnOf, lettersOf, rangeOf, type ScanChoices, type SheetRange } from './sheet-choices.ts';
import { HEAD_ROWS, headerNames, sheetHead } from './xlsx.head.ts';
import { shownNumber } from './xlsx.numbers.ts';

/** Which of a sheet's cells are its table, for its reads. */
export interface SheetPlace extends Record<string, unknown> {
  /** Rows above the data that have cells. */
  above: number;
  /** The positions of the columns in the sheet. */
  positions: number[];
  /** Missing if all cells are. */
  range?: { [Edge in keyof SheetRange]: number | null };
  /** The types that somebody chose, by position, and how texts are read then. */
  chosen?: [position: number, type: ChosenType][];
  reading?: Reading;
}

/** How many rows people can choose the header from, and how many of their texts they see. */
const SHOWN_ROWS = 12;
const SHOWN_CELLS = 8;
const SHOWN_CHARACTERS = 60;

/** Finds a sheet's columns, and a type for each from all of its values. */
export class SheetScan {
  readonly #choices: ScanChoices;
  readonly #table: TableRows;
  readonly #chosen: ReadonlyMap<number, ChosenType>;
  /** The first rows, until there are enough to see what is above the data. */
  #first: SheetRow[] | null = [];
  #shown: SheetRow[] = [];
  #above: SheetRow[] = [];
  #headers = 0;
  #reason: HeaderReason = 'chosen';
  #guesses: NativeGuess[] = [];
  #rows = 0;
  #errors = 0;
  #uncalculated = 0;
  readonly #rejected = new RejectedRows();

  constructor(choices: ScanChoices) {
    this.#choices = choices;
    const columns = choices.chosen?.columns ?? [];
    this.#chosen = new Map(
      columns.flatMap(({ column, type }) => (type ? [[columnOf(column) - 1, type]] : [])),
    );
    this.#table = new TableRows(rangeOf(choices.chosen?.range), this.#chosen, choices);
  }

  /** Takes a row, as often as it's repeated. */
  take(given: SheetRow, times = 1): void {
    if (times > 1 && this.#table.range) {
      // A part of the rows that are one can be out of the range.
      for (let at = 0; at < times; at += 1) this.take({ ...given, number: given.number + at });
      return;
    }
    const row = this.#table.within(given);
    if (!row) return;
    let left = times;
    for (; this.#first && left > 0; left -= 1) {
      this.#first.push(row);
      if (this.#first.length === HEAD_ROWS) this.#begin();
    }
    if (left > 0) this.#see(row, left);
  }

  result() {
    this.#begin();
    const headers = this.#headers === 0 ? [] : this.#above.slice(-this.#headers);
    const width = Math.max(this.#guesses.length, ...headers.map(({ cells }) => cells.length), 0);
    const given = headerNames(headers, width);
    // What is left of the table, or between its columns, has neither a name nor values.
    const positions = given.flatMap((name, at) =>
      name !== '' || (this.#guesses[at]?.values ?? 0) > 0 ? [at] : [],
    );
    const { names, findings } = this.#named(positions, given);
    const loaded = this.#rows - this.#rejected.count;
    const columns = positions.map((position, at): StreamColumn => {
      const guess = this.#guesses[position] ?? new NativeGuess();
      const { kind, type, encoding } = typeOf(guess, this.#chosen.get(position));
      const nullable = guess.values < loaded;
      return { name: names[at]!, kind, type, encoding, nullable, sourceType: kind };
    });
    return {
      names,
      columns,
      facts: positions.map((position) => (this.#guesses[position] ?? new NativeGuess()).facts),
      place: this.#place(positions),
      layout: this.#layout(positions),
      rows: this.#rows,
      rejected: this.#rejected,
      findings: [...this.#findings(), ...findings],
    };
  }

  #named(positions: readonly number[], given: readonly string[]) {
    const chosen = new Map(
      this.#choices.chosen?.columns?.flatMap(({ column, name }) =>
        name ? [[columnOf(column) - 1, name] as const] : [],
      ),
    );
    if (this.#headers === 0 && chosen.size === 0)
      return { names: numberedColumns(positions.length), findings: [] };
    const numbered = numberedColumns(positions.length);
    return columnNames(
      positions.map((at, n) => chosen.get(at) ?? (this.#headers === 0 ? numbered[n]! : given[at]!)),
    );
  }

  #place(positions: number[]): SheetPlace {
    const { range, chosen } = this.#table;
    const { decimalMark, dateOrder, is1904 } = this.#choices;
    return {
      above: this.#above.length,
      positions,
      // The end of a sheet is no number that can be stored.
      ...(range && { range: { ...range, lastRow: Number.isFinite(range.lastRow) ? range.lastRow : null } }),
      ...(chosen.size > 0 && { chosen: [...chosen], reading: { decimalMark, dateOrder, is1904 } }),
    };
  }

  #layout(positions: readonly number[]): Omit<SheetLayout, 'sheet'> {
    return {
      headerRow: this.#headers === 0 ? null : this.#choices.chosen?.headerRow || this.#above.at(-1)!.number,
      headerRows: this.#headers,
      reason: this.#reason,
      columns: positions.map((at) => lettersOf(at + 1)),
      rows: this.#shown.map(({ number, cells }) => ({ number, texts: shownTexts(cells) })),
    };
  }

  #findings(): Finding[] {
    const found: Finding[] = [];
    const titles = this.#above.length - this.#headers;
    if (titles > 0 && this.#headers > 0)
      found.push(finding('lines_above_header', { line: this.#above.at(-1)!.number }));
    const isFound = !this.#choices.header && this.#choices.chosen?.headerRow === undefined;
    if (this.#headers === 0 && isFound) found.push(finding('header_absent', { name: 'column_1' }));
    if (this.#errors > 0) found.push(finding('sheet_errors', { count: this.#errors }));
    if (this.#uncalculated > 0) found.push(finding('sheet_uncalculated', { count: this.#uncalculated }));
    return found;
  }

  #begin(): void {
    const first = this.#first;
    if (!first) return;
    this.#first = null;
    this.#shown = first.slice(0, SHOWN_ROWS);
    if (first.length === 0) return;
    const { preamble, headers, reason } = this.#head(first);
    this.#headers = headers;
    this.#reason = reason;
    this.#above = first.slice(0, preamble + headers);
    for (const row of first.slice(this.#above.length)) this.#see(row, 1);
  }

  #head(first: readonly SheetRow[]): ReturnType<typeof sheetHead> {
    const row = this.#choices.chosen?.headerRow;
    if (row === undefined) return sheetHead(first, this.#choices.header);
    const above = first.filter(({ number }) => number < row).length;
    // A row without cells names nothing, and is none of those that are counted.
    const headers = first.some(({ number }) => number === row) ? 1 : 0;
    return { preamble: above, headers, reason: 'chosen' };
  }

  #see(given: SheetRow, times: number): void {
    this.#rows += times;
    const row = this.#table.typed(given);
    if ('misfit' in row) {
      const { column, type, raw } = row.misfit;
      const reason = rejectionReason('value_unfit', { cell: `${column}${given.number}`, type });
      for (let left = times; left > 0; left -= 1) this.#rejected.add(given.number, reason, raw);
      return;
    }
    for (let at = 0; at < row.cells.length; at += 1) {
      const cell = row.cells[at];
      if (!cell) continue;
      if ('text' in cell) {
        const guess = (this.#guesses[at] ??= new NativeGuess());
        see(guess, cell, this.#chosen.get(at) === 'text');
        guess.values += times - 1;
      } else if (cell.kind === 'error') this.#errors += times;
      else this.#uncalculated += times;
    }
  }
}

/** The rows of a sheet's table, with the types that somebody chose for their cells. */
export class TableRows {
  readonly range: SheetRange | null;
  readonly chosen: ReadonlyMap<number, ChosenType>;
  readonly #reading: Reading;

  constructor(range: SheetRange | null, chosen: ReadonlyMap<number, ChosenType>, reading: Reading) {
    this.range = range;
    this.chosen = chosen;
    this.#reading = reading;
  }

  /** Returns those of what was stored of a sheet. */
  static of({ range, chosen = [], reading = {} }: SheetPlace): TableRows {
    const found = range && ({ ...range, lastRow: range.lastRow ?? Infinity } as SheetRange);
    return new TableRows(found ?? null, new Map(chosen), reading);
  }

  /** Returns what of a row is in the range, or null if nothing is. */
  within(row: SheetRow): SheetRow | null {
    const { range } = this;
    if (!range) return row;
    if (row.number < range.firstRow || row.number > range.lastRow) return null;
    const cells = row.cells.slice(0, range.lastColumn + 1);
    for (let at = 0; at < Math.min(range.firstColumn, cells.length); at += 1) cells[at] = undefined;
    return cells.some(Boolean) ? { number: row.number, cells } : null;
  }

  /** Returns a row with cells of the chosen types, or what isn't of its column's. */
  typed(row: SheetRow): SheetRow | { misfit: { column: string; type: ChosenType; raw: string } } {
    if (this.chosen.size === 0) return row;
    const cells = [...row.cells];
    for (const [at, type] of this.chosen) {
      const cell = cells[at];
      const fitted = cell && chosenCell(cell, type, this.#reading);
      if (cell && !fitted)
        return {
          misfit: { column: lettersOf(at + 1), type, raw: 'text' in cell ? cell.text.slice(0, 500) : '' },
        };
      cells[at] = fitted ?? undefined;
    }
    return { number: row.number, cells };
  }
}

const typeOf = (guess: NativeGuess, chosen: ChosenType | undefined): NativeType => {
  const found = guess.result;
  if (chosen === undefined || (chosen === 'number' && found.kind === 'number')) return found;
  if (chosen === 'number') return { kind: 'number', type: 'DOUBLE', encoding: 'value' };
  return { kind: chosen, type: TYPES[chosen], encoding: 'value' };
};

function see(guess: NativeGuess, cell: Extract<SheetCell, { text: string }>, isPlain: boolean): void {
  if (isPlain) return guess.plainText();
  if (cell.kind === 'truth') return guess.truth();
  if (cell.kind === 'moment') return guess.moment(cell.hasTime);
  const bytes = Buffer.from(cell.text);
  if (cell.kind === 'number') guess.number(bytes, 0, bytes.length);
  else guess.text(bytes, 0, bytes.length);
}

const shownTexts = (cells: SheetRow['cells']) =>
  cells
    .flatMap((cell) => (cell && 'text' in cell ? [cellText(cell, 'VARCHAR') as string] : []))
    .slice(0, SHOWN_CELLS)
    .map((text) => text.slice(0, SHOWN_CHARACTERS));

/** Returns a cell's value as it is loaded into a column of this type. */
export function cellText(cell: SheetCell | undefined, type: string): Cell {
  if (!cell || !('text' in cell)) return null;
  if (cell.kind === 'number' && type === 'VARCHAR') return shownNumber(cell.text);
  return cell.kind === 'moment' && type === 'TIMESTAMP' && !cell.hasTime
    ? `${cell.text} 00:00:00`
    : cell.text;
}
