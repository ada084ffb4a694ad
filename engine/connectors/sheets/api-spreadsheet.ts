import { isDeepStrictEqual } from 'node:util';
import { FailureError } from '@headwater/base/failures/failure';
import { COLUMN_LIMIT } from '../files/csv/csv.row.ts';
import type { SheetRow } from '../files/xlsx/sheet-cells.ts';
import { lettersOf } from '../files/xlsx/sheet-choices.ts';
import { RESPONSE_BYTES } from '@headwater/protocol/http/limits';
import { cellOf, type CellData } from './api-cells.ts';
import type { GoogleClient } from './google-client.ts';
import type { Sheet, Spreadsheet } from './spreadsheet.ts';

/** How many cells are requested at once: some 10 MB of JSON, if all have a value. */
const CELLS = 100_000;

interface GridSheet extends Sheet {
  id: number;
  rows: number;
  columns: number;
}

interface Metadata {
  properties?: { title?: string };
  sheets?: {
    properties?: {
      sheetId?: number;
      title?: string;
      sheetType?: string;
      gridProperties?: { rowCount?: number; columnCount?: number };
    };
  }[];
}

interface GridData {
  sheets?: { data?: { rowData?: { values?: CellData[] }[] }[] }[];
}

/** A spreadsheet behind the Sheets API. Throws if it can’t be opened. */
export async function openByApi(id: string, client: GoogleClient): Promise<Spreadsheet> {
  const path = `/v4/spreadsheets/${id}`;
  const { title, sheets } = await describe(path, client);
  return {
    title,
    sheets,
    rows: (sheet, first) => readRows({ path, client, file: title, sheet: sheet as GridSheet }, first),
    close: () => Promise.resolve(client.close()),
  };
}

async function describe(path: string, client: GoogleClient): Promise<{ title: string; sheets: GridSheet[] }> {
  const fields =
    'properties/title,sheets/properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount))';
  const { properties, sheets = [] } = (await client.get(path, { fields })) as Metadata;
  return {
    title: properties?.title ?? '',
    sheets: sheets.flatMap(({ properties: sheet }) =>
      // A chart can fill a tab as well, and has no cells.
      sheet?.gridProperties && (sheet.sheetType ?? 'GRID') === 'GRID'
        ? [
            {
              id: sheet.sheetId ?? 0,
              name: sheet.title ?? '',
              rows: sheet.gridProperties.rowCount ?? 0,
              columns: sheet.gridProperties.columnCount ?? 0,
            },
          ]
        : [],
    ),
  };
}

interface Reading {
  path: string;
  client: GoogleClient;
  file: string;
  sheet: GridSheet;
}

async function* readRows(reading: Reading, first = Infinity): AsyncGenerator<SheetRow[]> {
  const { sheet, path, client } = reading;
  let height = Math.max(1, Math.min(Math.floor(CELLS / Math.max(1, sheet.columns)), first));
  let requests = 0;
  for (let from = 0; from < sheet.rows;) {
    const to = Math.min(sheet.rows, from + height);
    const rows = await readRange(reading, from, to).catch((error: unknown) => {
      if (!isTooLarge(error)) throw error;
      if (to - from > 1) return null;
      const mebibytes = RESPONSE_BYTES / 1024 ** 2;
      throw new FailureError('file_record_too_large', { file: reading.file, line: to, mebibytes });
    });
    if (rows === null) {
      height = Math.ceil((to - from) / 2);
      continue;
    }
    requests += 1;
    yield rows.filter(({ cells }) => cells.length > 0);
    from = to;
  }
  if (requests < 2) return;
  // Between two requests, rows can have been inserted above, which would be missing or here twice.
  const { sheets } = await describe(path, client);
  const now = sheets.find(({ id }) => id === sheet.id);
  if (!isDeepStrictEqual(now, sheet)) throw new FailureError('google_sheet_changed', { table: sheet.name });
}

async function readRange({ path, client, file, sheet }: Reading, from: number, to: number) {
  // A title can have quotes, which are doubled.
  const name = `'${sheet.name.replaceAll("'", "''")}'`;
  const ranges = `${name}!A${from + 1}:${lettersOf(sheet.columns)}${to}`;
  const fields = 'sheets/data/rowData/values(effectiveValue,effectiveFormat/numberFormat)';
  const found = await client.get(path, { ranges, fields }).catch((error: unknown) => {
    // What was there a moment ago isn’t anymore.
    if (error instanceof FailureError && error.failure.code === 'google_request_refused')
      throw new FailureError('google_sheet_changed', { table: sheet.name });
    throw error;
  });
  const rows = (found as GridData).sheets?.[0]?.data?.[0]?.rowData ?? [];
  return rows.map(({ values = [] }, at) => ({ number: from + at + 1, cells: cellsOf(values, file) }));
}

function cellsOf(values: readonly CellData[], file: string): SheetRow['cells'] {
  const row: SheetRow['cells'] = [];
  for (const [at, value] of values.entries()) {
    const cell = cellOf(value);
    if (!cell) continue;
    if (at >= COLUMN_LIMIT)
      throw new FailureError('file_too_many_columns', { file, columns: at + 1, limit: COLUMN_LIMIT });
    row[at] = cell;
  }
  return row;
}

const isTooLarge = (error: unknown) =>
  error instanceof FailureError && error.failure.code === 'api_response_too_large';
