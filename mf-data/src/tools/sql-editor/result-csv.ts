import { csvRow, type CsvTexts, type SqlRunAttributes } from '@headwater/shared/contract';
import { markCut } from '../../table/rows/mark-cut.ts';
import { withDays } from './result-days.ts';

type Result = Pick<SqlRunAttributes, 'columns' | 'rows' | 'cut' | 'zone'>;

/**
 * Returns the lines of a CSV file with the rows of a result: days as days, other moments in UTC, and values that were cut
 * off with "…" at their end, as on the screen.
 */
export function resultCsv(result: Result, texts: CsvTexts): string[] {
  const { columns, rows } = withDays({ ...result, rows: [...markCut(result)] as Result['rows'] });
  const head = columns.map(({ name }) => name);
  return [csvRow(head, texts), ...rows.map((row) => csvRow(row, texts))];
}
