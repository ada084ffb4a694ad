import type { DialectChoices } from '../csv/csv.dialect.ts';
import { SheetScan } from '../files/xlsx/xlsx.scan.ts';
import type { RowSpool } from './row-spool.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';

/** What `discover` stores for `preview` and `read`. */
export interface Source extends Record<string, unknown> {
  sheetId: Sheet['id'];
  /** The positions of the columns in the sheet. */
  positions: number[];
  /** Rows above the data that have cells. */
  above: number;
}

type Found = ReturnType<SheetScan['result']>;

/** Looks at all rows of a sheet, and keeps them if there is something to keep them in. Null if it has no cells. */
export async function scanSheet(
  spreadsheet: Spreadsheet,
  sheet: Sheet,
  header: DialectChoices['header'],
  signal: AbortSignal,
  spool?: RowSpool,
): Promise<Found | null> {
  const scan = new SheetScan({ header });
  for await (const rows of spreadsheet.rows(sheet)) {
    signal.throwIfAborted();
    for (const row of rows) scan.take(row);
    await spool?.add(rows);
  }
  const found = scan.result();
  return found.names.length === 0 ? null : found;
}
