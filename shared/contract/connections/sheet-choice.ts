/** What somebody chose about a sheet of a workbook. Everything else is found from its cells. */
export interface SheetChoice {
  sheet: string;
  /** The row with the names of the columns, as spreadsheets number it, or 0 if there is none. */
  headerRow?: number;
  /** The cells that are the table, such as B3:F200 or B:F. */
  range?: string;
  columns?: ColumnChoice[];
}

export interface ColumnChoice {
  /** The letters of the column in the sheet. */
  column: string;
  name?: string;
  type?: ChosenType;
}

export const CHOSEN_TYPES = ['text', 'number', 'date', 'timestamp', 'boolean'] as const;
export type ChosenType = (typeof CHOSEN_TYPES)[number];

/** What a range may look like: letters, and rows if it isn't whole columns. */
export const SHEET_RANGE = '^\\$?[A-Za-z]{1,3}\\$?([1-9]\\d{0,6})?:\\$?[A-Za-z]{1,3}\\$?([1-9]\\d{0,6})?$';
