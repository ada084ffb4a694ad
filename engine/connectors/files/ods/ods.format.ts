import { FailureError } from '@headwater/base/failures/failure';
import type { FileFormat, KnownFile } from '../file-format.ts';
import { choiceFor } from '../xlsx/sheet-choices.ts';
import { passOnSheet, tablesOfSheets, tableOfSheet, unreadableSheet } from '../xlsx/sheet-table.ts';
import { SheetScan, type SheetPlace } from '../xlsx/xlsx.scan.ts';
import { openArchive } from '../zip-entries.ts';
import { readSheetRows, readSheets, type OdsFile } from './ods.rows.ts';

/** What `look` stores for `read`. */
interface Source extends SheetPlace {
  /** The sheet's position. */
  sheet: number;
}

/** OpenDocument spreadsheets: each sheet with cells is a table. All are in one part, which is read for each of them. */
export const ods: FileFormat = {
  name: 'ods',

  async look(file, choices, { signal }) {
    return withArchive(file, async (opened) => {
      const sheets: { name: string; scan: SheetScan; fault?: FailureError }[] = [];
      const begin = (name: string) => {
        if (sheets.length === MOST_SHEETS) throw new FailureError('file_damaged', { file: file.fileName });
        sheets.push({ name, scan: new SheetScan({ ...choices, chosen: choiceFor(choices, name) }) });
        return true;
      };
      const fail = (sheet: number, fault: FailureError) => {
        sheets[sheet]!.fault = fault;
      };
      for await (const rows of readSheets(opened, { begin, fail }, signal))
        for (const { sheet, row, times } of rows) sheets[sheet]!.scan.take(row, times);
      const found = sheets.flatMap(({ name, scan, fault }, sheet) => {
        if (fault) return [unreadableSheet(name, fault, signal)];
        const table = tableOfSheet(name, scan, 'file_ods_read', (source): Source => ({ ...source, sheet }));
        return table ? [table] : [];
      });
      return tablesOfSheets(found, file.fileName);
    });
  },

  async *read(file, stream, _choices, { signal }) {
    const source = stream.source as Source;
    const archive = await openArchive(file.path, file.fileName);
    try {
      const rows = readSheetRows({ archive, file: file.fileName }, source.sheet, signal);
      return yield* passOnSheet(rows, stream, source);
    } finally {
      archive.close();
    }
  },
};

/** More than any program writes. */
const MOST_SHEETS = 1_000;

async function withArchive<T>(file: KnownFile, work: (opened: OdsFile) => Promise<T>): Promise<T> {
  const archive = await openArchive(file.path, file.fileName);
  try {
    return await work({ archive, file: file.fileName });
  } finally {
    archive.close();
  }
}
