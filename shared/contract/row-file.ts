import type { RowFormat } from './table-query.ts';

/** Excel's last row is the 1,048,576th, and the first has the names of the columns. */
export const SHEET_ROWS_MAX = 1_048_575;
/** The longest text that a cell of Excel holds. */
export const SHEET_TEXT_MAX = 32_767;
/** Excel and Parquet files with more rows are prepared in the background. Others are streamed at any size. */
export const STREAMED_ROWS_MAX = 100_000;

/** Whether a format's larger files are prepared in the background: those that aren't lines of text. */
export const isPrepared = (format: RowFormat): boolean => format === 'xlsx' || format === 'parquet';
