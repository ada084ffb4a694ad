import type { Finding } from '@headwater/shared/contract';
import type { StreamColumn } from '../../../protocol/protocol.ts';
import type { DialectChoices } from '../../csv/csv.dialect.ts';
import { columnNames, numberedColumns } from '../../csv/csv.header.ts';
import { finding } from '../../finding.ts';
import type { Cell } from '../cell-batches.ts';
import { NativeGuess } from '../native-guess.ts';
import { shownNumber } from './xlsx.numbers.ts';
import { HEAD_ROWS, headerNames, sheetHead } from './xlsx.head.ts';
import type { SheetCell, SheetRow } from './xlsx.rows.ts';

/** Finds a sheet's columns, and a type for each from all of its values. */
export class SheetScan {
  readonly #header: DialectChoices['header'];
  /** The first rows, until there are enough to see what is above the data. */
  #first: SheetRow[] | null = [];
  #above: SheetRow[] = [];
  #headers = 0;
  #guesses: NativeGuess[] = [];
  #rows = 0;
  #errors = 0;
  #uncalculated = 0;

  constructor(header: DialectChoices['header']) {
    this.#header = header;
  }

  take(row: SheetRow): void {
    if (!this.#first) return this.#see(row);
    this.#first.push(row);
    if (this.#first.length === HEAD_ROWS) this.#begin();
  }

  result() {
    this.#begin();
    const headers = this.#headers === 0 ? [] : this.#above.slice(-this.#headers);
    const width = Math.max(this.#guesses.length, ...headers.map((row) => row.length), 0);
    const given = headerNames(headers, width);
    // What is left of the table, or between its columns, has neither a name nor values.
    const positions = given.flatMap((name, at) =>
      name !== '' || (this.#guesses[at]?.values ?? 0) > 0 ? [at] : [],
    );
    const { names, findings } =
      this.#headers === 0
        ? { names: numberedColumns(positions.length), findings: [] }
        : columnNames(positions.map((at) => given[at]!));
    const columns = positions.map((position, at): StreamColumn => {
      const guess = this.#guesses[position] ?? new NativeGuess();
      const { kind, type, encoding } = guess.result;
      return {
        name: names[at]!,
        kind,
        type,
        encoding,
        nullable: guess.values < this.#rows,
        sourceType: kind,
      };
    });
    return {
      names,
      columns,
      facts: positions.map((position) => (this.#guesses[position] ?? new NativeGuess()).facts),
      positions,
      above: this.#above.length,
      rows: this.#rows,
      findings: [...this.#findings(), ...findings],
    };
  }

  #findings(): Finding[] {
    const found: Finding[] = [];
    const titles = this.#above.length - this.#headers;
    if (titles > 0) found.push(finding('lines_above_header', { line: this.#above.length }));
    if (this.#headers === 0 && !this.#header) found.push(finding('header_absent', { name: 'column_1' }));
    if (this.#errors > 0) found.push(finding('sheet_errors', { count: this.#errors }));
    if (this.#uncalculated > 0) found.push(finding('sheet_uncalculated', { count: this.#uncalculated }));
    return found;
  }

  #begin(): void {
    const first = this.#first;
    if (!first) return;
    this.#first = null;
    if (first.length === 0) return;
    const { preamble, headers } = sheetHead(first, this.#header);
    this.#headers = headers;
    this.#above = first.slice(0, preamble + headers);
    for (const row of first.slice(this.#above.length)) this.#see(row);
  }

  #see(row: SheetRow): void {
    this.#rows += 1;
    for (let at = 0; at < row.length; at += 1) {
      const cell = row[at];
      if (!cell) continue;
      if ('text' in cell) see((this.#guesses[at] ??= new NativeGuess()), cell);
      else if (cell.kind === 'error') this.#errors += 1;
      else this.#uncalculated += 1;
    }
  }
}

function see(guess: NativeGuess, cell: Extract<SheetCell, { text: string }>): void {
  if (cell.kind === 'truth') return guess.truth();
  if (cell.kind === 'moment') return guess.moment(cell.hasTime);
  const bytes = Buffer.from(cell.text);
  if (cell.kind === 'number') guess.number(bytes, 0, bytes.length);
  else guess.text(bytes, 0, bytes.length);
}

/** Returns a cell's value as it is loaded into a column of this type. */
export function cellText(cell: SheetCell | undefined, type: string): Cell {
  if (!cell || !('text' in cell)) return null;
  if (cell.kind === 'number' && type === 'VARCHAR') return shownNumber(cell.text);
  return cell.kind === 'moment' && type === 'TIMESTAMP' && !cell.hasTime
    ? `${cell.text} 00:00:00`
    : cell.text;
}
