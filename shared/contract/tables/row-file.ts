import type { RowFormat } from './table-query.ts';
import { PREPARED_FORMATS } from '../ground/words.ts';

/** Excel's last row is the 1,048,576th, and the first has the names of the columns. */
export const SHEET_ROWS_MAX = 1_048_575;
/** The longest text that a cell of Excel holds. */
export const SHEET_TEXT_MAX = 32_767;
/** Files with more rows are prepared in the background, in formats that aren't streamed at any size. */
export const STREAMED_ROWS_MAX = 100_000;

export type PreparedFormat = (typeof PREPARED_FORMATS)[number];

/** Whether a format's larger files are prepared in the background. */
export const isPrepared = (format: RowFormat): format is PreparedFormat =>
  PREPARED_FORMATS.some((prepared) => prepared === format);
