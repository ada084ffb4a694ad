import type { SheetRow } from '../files/xlsx/sheet-cells.ts';

/** A tab with cells. Charts and the like have tabs of their own, which aren’t sheets. */
export interface Sheet {
  /** Stays when the sheet is renamed. Null if it isn’t known. */
  id: number | null;
  name: string;
}

/** A spreadsheet that is open for reading. */
export interface Spreadsheet {
  title: string;
  sheets: readonly Sheet[];
  /**
   * Reads the rows that have a cell with a value, some at a time, in bounded memory. If only the first ones are of
   * interest, no more than necessary is requested for so many.
   */
  rows(sheet: Sheet, first?: number): AsyncGenerator<SheetRow[]>;
  close(): Promise<void>;
}
