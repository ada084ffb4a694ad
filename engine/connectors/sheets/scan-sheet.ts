import { choiceFor } from '../files/xlsx/sheet-choices.ts';
import { SheetScan, type SheetPlace } from '../files/xlsx/xlsx.scan.ts';
import type { SheetsChoices } from './google-sheets.config.ts';
import type { RowSpool } from './row-spool.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';

/** What `discover` stores for `preview` and `read`. */
export interface Source extends SheetPlace {
  sheetId: Sheet['id'];
}

type Found = ReturnType<SheetScan['result']>;

/** Looks at all rows of a sheet, and keeps them if there is something to keep them in. Null if it has no cells. */
export async function scanSheet(
  spreadsheet: Spreadsheet,
  sheet: Sheet,
  choices: SheetsChoices,
  signal: AbortSignal,
  spool?: RowSpool,
): Promise<Found | null> {
  const scan = new SheetScan({ ...choices, chosen: choiceFor(choices, sheet.name) });
  for await (const rows of spreadsheet.rows(sheet)) {
    signal.throwIfAborted();
    for (const row of rows) scan.take(row);
    await spool?.add(rows);
  }
  const found = scan.result();
  return found.names.length === 0 ? null : found;
}
