import { setImmediate } from 'node:timers/promises';
import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import { COLUMN_LIMIT } from '../csv/csv.row.ts';
import { readPart, type PartReader } from '../xlsx/xlsx.parts.ts';
import { SheetBudget } from '../xlsx/sheet-budget.ts';
import type { SheetCell, SheetRow } from '../xlsx/sheet-cells.ts';
import { lettersOf } from '../xlsx/sheet-choices.ts';
import type { Archive } from '../zip-entries.ts';
import { odsCell } from './ods.cells.ts';
import { OPEN_DOCUMENT } from './ods.names.ts';
import { Paragraphs } from './ods.paragraphs.ts';

/** The part that all sheets are in, one after another. */
const CONTENT = 'content.xml';

/** How many times a row is repeated at once. */
const AT_ONCE = 1_000;

/** A row that has a cell with a value, of a sheet by its position, and how often it's there. */
export interface RowOfSheet {
  sheet: number;
  row: SheetRow;
  times: number;
}

export interface OdsFile {
  archive: Archive;
  file: string;
}

/** Is told of sheets by their positions. */
interface SheetListener {
  /** Is told each sheet's name before its rows. Ends the reading if it returns false. */
  begin(name: string, sheet: number): boolean;
  /** Is told why the rest of a sheet can't be read, which concerns no other one. */
  fail(sheet: number, fault: FailureError): void;
}

/** Reads the rows of all sheets. */
export async function* readSheets(
  { archive, file }: OdsFile,
  listener: SheetListener,
  signal: AbortSignal,
): AsyncGenerator<RowOfSheet[]> {
  const entry = archive.entries.get(CONTENT);
  if (!entry) return;
  const found: RowOfSheet[] = [];
  const reader = new ContentReader(file, listener, (row) => found.push(row));
  for await (const _ of readPart({ archive, entry, file }, reader)) {
    signal.throwIfAborted();
    if (found.length > 0) yield found.splice(0);
    if (reader.isDone) return;
  }
}

/** Reads one sheet's rows, each as often as it's there. */
export async function* readSheetRows(
  file: OdsFile,
  wanted: number,
  signal: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  const listener: SheetListener = {
    begin: (_, sheet) => sheet <= wanted,
    fail: (sheet, fault) => {
      if (sheet === wanted) throw fault;
    },
  };
  for await (const found of readSheets(file, listener, signal))
    for (const { sheet, row, times } of found) {
      if (sheet !== wanted) continue;
      for (let from = 0; from < times; from += AT_ONCE) {
        const numbered = (_: unknown, at: number) => ({ ...row, number: row.number + from + at });
        yield Array.from({ length: Math.min(times - from, AT_ONCE) }, numbered);
        // Nothing is waited for otherwise, so that nothing could cancel it.
        if (times > AT_ONCE) await setImmediate(undefined, { signal });
      }
    }
}

type Attributes = Readonly<Record<string, string>>;

class ContentReader implements PartReader {
  readonly vocabulary = OPEN_DOCUMENT;
  readonly hasNames = () => true;
  readonly #file: string;
  readonly #listener: SheetListener;
  readonly #take: (row: RowOfSheet) => void;
  readonly #paragraphs = new Paragraphs();
  #sheet = -1;
  /** Tables can be within cells, and those have no rows of the sheet. */
  #depth = 0;
  /** What other documents had in their cells is kept in tables as well, which are no sheets. */
  #isSheet = false;
  #name = '';
  readonly #budget: SheetBudget;
  #number = 0;
  #row: SheetRow['cells'] = [];
  #filled = 0;
  #characters = 0;
  #times = 1;
  #column = 0;
  #cell: Attributes | null = null;
  isDone = false;

  constructor(file: string, listener: SheetListener, take: (row: RowOfSheet) => void) {
    this.#file = file;
    this.#budget = new SheetBudget(file);
    this.#listener = listener;
    this.#take = take;
  }

  open(name: string, attributes: Attributes, parent: string): void {
    if (this.isDone) return;
    if (name === 'table:table') {
      this.#depth += 1;
      if (this.#depth > 1) return;
      this.#isSheet = parent === 'office:spreadsheet';
      if (this.#isSheet) this.#beginSheet(attributes);
    } else if (this.#cell !== null) this.#paragraphs.open(name, attributes);
    else if (!this.#isOfSheet) return;
    else if (name === 'table:table-row') {
      [this.#row, this.#filled, this.#characters, this.#column] = [[], 0, 0, 0];
      this.#number += this.#times;
      this.#times = times(attributes['table:number-rows-repeated']);
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cell = attributes;
      this.#paragraphs.begin();
    }
  }

  text(part: string): void {
    if (this.#cell === null) return;
    this.#paragraphs.text(part);
    if (this.#paragraphs.length > RECORD_LIMIT) this.#fail(this.#largeCell());
  }

  read(characters: number): void {
    if (this.#isOfSheet) this.#within(() => this.#budget.read(characters, this.#name));
  }

  /** A text that is too large is still read to its end, unless that isn't in sight. */
  tooLarge(characters: number): FailureError | null {
    const failure = this.#largeCell();
    if (!this.#isOfSheet || characters > 8 * RECORD_LIMIT) return failure;
    this.#fail(failure);
    return null;
  }

  close(name: string): void {
    if (this.isDone) return;
    if (name === 'table:table') this.#depth -= 1;
    else if (!this.#isOfSheet) return;
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
      this.#within(() => this.#endCell());
    else if (this.#cell !== null) this.#paragraphs.close(name);
    else if (name === 'table:table-row') this.#within(() => this.#endRow());
  }

  #within(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      this.#fail(error);
    }
  }

  /** Leaves out the rest of the sheet. */
  #fail(failure: FailureError): void {
    [this.#isSheet, this.#cell] = [false, null];
    this.#listener.fail(this.#sheet, failure);
  }

  #largeCell(): FailureError {
    return this.#budget.largeCell(`${this.#name}!${lettersOf(this.#column + 1)}${this.#number}`);
  }

  get #isOfSheet(): boolean {
    return this.#depth === 1 && this.#isSheet;
  }

  #beginSheet(attributes: Attributes): void {
    this.#sheet += 1;
    [this.#number, this.#times] = [0, 1];
    this.#name = attributes['table:name'] ?? `${this.#sheet + 1}`;
    if (!this.#listener.begin(this.#name, this.#sheet)) this.isDone = true;
  }

  #endCell(): void {
    const attributes = this.#cell!;
    this.#cell = null;
    const count = times(attributes['table:number-columns-repeated']);
    const cell = odsCell(attributes, this.#paragraphs.end());
    if (cell) this.#place(cell, count);
    if (this.#characters > RECORD_LIMIT) throw this.#largeCell();
    this.#column += count;
  }

  #place(cell: SheetCell, count: number): void {
    const columns = this.#column + count;
    if (columns > COLUMN_LIMIT)
      throw new FailureError('file_too_many_columns', { file: this.#file, columns, limit: COLUMN_LIMIT });
    this.#filled += count;
    if ('text' in cell) this.#characters += cell.text.length * count;
    for (let at = this.#column; at < columns; at += 1) this.#row[at] = cell;
  }

  #endRow(): void {
    if (this.#row.length === 0) return;
    this.#budget.row(this.#number, this.#filled, this.#characters, this.#name, this.#times);
    this.#take({
      sheet: this.#sheet,
      row: { number: this.#number, cells: this.#row },
      times: this.#times,
    });
  }
}

function times(count: string | undefined): number {
  const number = Number(count ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}
