import { setImmediate } from 'node:timers/promises';
import { FailureError } from '../../../../platform/failures/failure.ts';
import { COLUMN_LIMIT } from '../../csv/csv.row.ts';
import { readPart, type PartReader } from '../xlsx/xlsx.parts.ts';
import type { SheetCell, SheetRow } from '../xlsx/xlsx.rows.ts';
import type { Archive } from '../zip-entries.ts';
import { odsCell } from './ods.cells.ts';
import { OPEN_DOCUMENT } from './ods.names.ts';
import { Paragraphs } from './ods.paragraphs.ts';

/** The part that all sheets are in, one after another. */
export const CONTENT = 'content.xml';

/** The most rows of a sheet with cells, as in LibreOffice, and the most cells: a few bytes can repeat them forever. */
const MOST_ROWS = 1_048_576;
const MOST_CELLS = 200_000_000;
/** How many times a row is repeated at once. */
const AT_ONCE = 1_000;

/** Rows that have a cell with a value, of a sheet by its position. */
export interface RowsOfSheet {
  sheet: number;
  rows: SheetRow[];
}

export interface OdsFile {
  archive: Archive;
  file: string;
}

/**
 * Reads the rows of all sheets, some at a time. `onSheet` is told each sheet's name before its rows, and ends the
 * reading if it returns false.
 */
export async function* readSheets(
  { archive, file }: OdsFile,
  onSheet: (name: string, at: number) => boolean,
  signal: AbortSignal,
): AsyncGenerator<RowsOfSheet> {
  const found: RepeatedRow[] = [];
  const reader = new ContentReader(file, onSheet, (row) => found.push(row));
  const entry = archive.entries.get(CONTENT);
  if (!entry) return;
  for await (const _ of readPart({ archive, entry, file }, reader)) {
    signal.throwIfAborted();
    for (const { sheet, row, times } of found.splice(0)) {
      yield { sheet, rows: [row] };
      for (let left = times - 1; left > 0; left -= AT_ONCE) {
        yield { sheet, rows: Array.from({ length: Math.min(left, AT_ONCE) }, () => row) };
        // Nothing is waited for otherwise, so that nothing could cancel it.
        await setImmediate(undefined, { signal });
      }
    }
    if (reader.isDone) return;
  }
}

/** Reads one sheet's rows. */
export async function* readSheetRows(
  file: OdsFile,
  wanted: number,
  signal: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  for await (const { sheet, rows } of readSheets(file, (_, at) => at <= wanted, signal))
    if (sheet === wanted) yield rows;
}

interface RepeatedRow {
  sheet: number;
  row: SheetRow;
  times: number;
}

type Attributes = Readonly<Record<string, string>>;

class ContentReader implements PartReader {
  readonly vocabulary = OPEN_DOCUMENT;
  readonly #file: string;
  readonly #onSheet: (name: string, at: number) => boolean;
  readonly #take: (row: RepeatedRow) => void;
  readonly #paragraphs = new Paragraphs();
  #sheet = -1;
  /** Tables can be within cells, and those have no rows of the sheet. */
  #depth = 0;
  /** What other documents had in their cells is kept in tables as well, which are no sheets. */
  #isSheet = false;
  #rows = 0;
  #cells = 0;
  #row: SheetRow = [];
  #times = 1;
  #column = 0;
  #cell: Attributes | null = null;
  isDone = false;

  constructor(
    file: string,
    onSheet: (name: string, at: number) => boolean,
    take: (row: RepeatedRow) => void,
  ) {
    this.#file = file;
    this.#onSheet = onSheet;
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
      this.#row = [];
      this.#column = 0;
      this.#times = times(attributes['table:number-rows-repeated']);
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      this.#cell = attributes;
      this.#paragraphs.begin();
    }
  }

  text(part: string): void {
    if (this.#cell !== null) this.#paragraphs.text(part);
  }

  close(name: string): void {
    if (this.isDone) return;
    if (name === 'table:table') this.#depth -= 1;
    else if (!this.#isOfSheet) return;
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#endCell();
    else if (this.#cell !== null) this.#paragraphs.close(name);
    else if (name === 'table:table-row') this.#endRow();
  }

  get #isOfSheet(): boolean {
    return this.#depth === 1 && this.#isSheet;
  }

  #beginSheet(attributes: Attributes): void {
    this.#sheet += 1;
    this.#rows = 0;
    if (!this.#onSheet(attributes['table:name'] ?? `${this.#sheet + 1}`, this.#sheet)) this.isDone = true;
  }

  #endCell(): void {
    const attributes = this.#cell!;
    this.#cell = null;
    const count = times(attributes['table:number-columns-repeated']);
    const cell = odsCell(attributes, this.#paragraphs.end());
    if (cell) this.#place(cell, count);
    this.#column += count;
  }

  #place(cell: SheetCell, count: number): void {
    const columns = this.#column + count;
    if (columns > COLUMN_LIMIT)
      throw new FailureError('file_too_many_columns', { file: this.#file, columns, limit: COLUMN_LIMIT });
    for (let at = this.#column; at < columns; at += 1) this.#row[at] = cell;
  }

  #endRow(): void {
    if (this.#row.length === 0) return;
    this.#rows += this.#times;
    this.#cells += this.#row.length * this.#times;
    if (this.#rows > MOST_ROWS || this.#cells > MOST_CELLS)
      throw new FailureError('file_sheet_too_large', { file: this.#file });
    this.#take({ sheet: this.#sheet, row: this.#row, times: this.#times });
  }
}

function times(count: string | undefined): number {
  const number = Number(count ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}
