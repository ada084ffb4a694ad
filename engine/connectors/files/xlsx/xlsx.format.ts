import type { DialectChoices } from '../csv/csv.dialect.ts';
import type { FileFormat, FoundTable } from '../file-format.ts';
import { choiceFor } from './sheet-choices.ts';
import { passOnSheet, tableOfSheet, tablesOfSheets, unreadableSheet } from './sheet-table.ts';
import { readRows } from './xlsx.rows.ts';
import { SheetScan, type SheetPlace } from './xlsx.scan.ts';
import { openWorkbook, type Sheet, type Workbook } from './xlsx.workbook.ts';

/** What `look` stores for `read`. */
interface Source extends SheetPlace {
  sheet: Sheet;
}

/** Excel workbooks: each sheet with cells is a table. */
export const xlsx: FileFormat = {
  name: 'xlsx',

  async look(file, choices, { signal }) {
    const workbook = await openWorkbook(file, signal);
    try {
      const found: FoundTable[] = [];
      for (const sheet of workbook.sheets) {
        const table = await lookAtSheet(workbook, sheet, choices, signal);
        if (table) found.push(table);
      }
      return tablesOfSheets(found, file.fileName);
    } finally {
      workbook.close();
    }
  },

  async *read(file, stream, _choices, { signal }) {
    const source = stream.source as Source;
    const workbook = await openWorkbook(file, signal);
    try {
      return yield* passOnSheet(readRows(workbook, source.sheet, signal), stream, source);
    } finally {
      workbook.close();
    }
  },
};

async function lookAtSheet(
  workbook: Workbook,
  sheet: Sheet,
  choices: DialectChoices,
  signal: AbortSignal,
): Promise<FoundTable | null> {
  const { is1904 } = workbook;
  const scan = new SheetScan({ ...choices, chosen: choiceFor(choices, sheet.name), is1904 });
  try {
    for await (const rows of readRows(workbook, sheet, signal)) for (const row of rows) scan.take(row);
    return tableOfSheet(sheet.name, scan, 'file_sheet_read', (place): Source => ({ ...place, sheet }));
  } catch (error) {
    return unreadableSheet(sheet.name, error, signal);
  }
}
