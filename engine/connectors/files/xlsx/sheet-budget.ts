import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';

/** As many rows as spreadsheets have. */
const MOST_ROWS = 1_048_576;
/** Cells with a value, in all sheets: more than any program keeps in memory. A few bytes can repeat them forever. */
const MOST_CELLS = 200_000_000;
/** Characters of values, in all sheets, which can all be the same text that's stored once. */
const MOST_TEXT = 4_000_000_000;
/** Characters of a sheet without any value. Below this, it may be formatted as far as it goes. */
const MOST_EMPTY = 256 * 1024 ** 2;
/** How many sheets may be like that. */
const EMPTY_SHEETS = 4;
/** Characters that each value pays for. */
const PER_CELL = 2_000;

/** What reading a workbook may cost. Whatever is in it, work ends with the limit that it has reached. */
export class SheetBudget {
  readonly #file: string;
  #cells = 0;
  #text = 0;
  /** Of the sheet that is read. */
  #sheet = '';
  #read = 0;
  #worth = 0;
  /** Of all sheets before it. */
  #wasted = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Counts what was read of a sheet's part, of which most must have led to values. */
  read(characters: number, sheet: string): void {
    if (sheet !== this.#sheet) {
      this.#wasted += Math.max(0, this.#read - this.#worth);
      [this.#sheet, this.#read, this.#worth] = [sheet, 0, 0];
    }
    this.#read += characters;
    const most = Math.min(MOST_EMPTY, EMPTY_SHEETS * MOST_EMPTY - this.#wasted);
    if (this.#read - this.#worth > most) throw this.#failure(sheet, 'empty', MOST_EMPTY / 1024 ** 2);
  }

  /** Counts the values of a row, as often as it's repeated. */
  row(number: number, cells: number, characters: number, sheet: string, times = 1): void {
    this.#cells += cells * times;
    this.#worth += cells * PER_CELL;
    this.#text += characters * times;
    if (number + times - 1 > MOST_ROWS) throw this.#failure(sheet, 'rows', MOST_ROWS);
    if (this.#cells > MOST_CELLS) throw this.#failure(sheet, 'cells', MOST_CELLS);
    if (this.#text > MOST_TEXT) throw this.#failure(sheet, 'text', MOST_TEXT);
  }

  /** Returns the failure of a cell that is too large for a row of any source. */
  largeCell(cell: string): FailureError {
    return new FailureError('file_cell_too_large', {
      file: this.#file,
      cell,
      mebibytes: RECORD_LIMIT / 1024 ** 2,
    });
  }

  #failure(sheet: string, what: string, limit: number): FailureError {
    return new FailureError('file_sheet_over_limit', { file: this.#file, sheet, what, limit });
  }
}
