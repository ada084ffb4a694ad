import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { readRows } from '../files/xlsx/xlsx.rows.ts';
import { openWorkbook } from '../files/xlsx/xlsx.workbook.ts';
import { obtain, targetOf } from '../web/download.ts';
import { addressesOf, type SpreadsheetLink } from './google-sheets.config.ts';
import type { Spreadsheet } from './spreadsheet.ts';

/** What a workbook is called in messages: its own name isn’t in it. */
const FILE = 'Google Sheets';
const ZIP = 'PK\u0003\u0004';

/** Returns the IP address that an export is requested from. */
export const exportAddress = (context: ConnectorContext): Promise<string> =>
  targetOf(new URL(addressesOf(context.installation).docs), context);

/**
 * A spreadsheet that anyone with its link can open, as the workbook that Google exports: it needs no account, and has
 * types, dates, and errors of cells like the API.
 */
export async function openByExport(link: SpreadsheetLink, context: ConnectorContext): Promise<Spreadsheet> {
  const path = join(context.temporaryFolder, 'google-sheets.xlsx');
  try {
    await obtain(urlOf(link, context), path, context).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if ((await startOf(path)) !== ZIP) throw new FailureError('google_not_public');
    const workbook = await openWorkbook(
      { path, fileName: FILE, bytes: 0, sha256: '', packing: 'none' },
      context.signal,
    );
    return {
      title: FILE,
      sheets: workbook.sheets.map(({ name }) => ({ id: null, name })),
      rows: ({ name }) =>
        readRows(
          workbook,
          workbook.sheets.find((sheet) => sheet.name === name)!,
          context.signal,
        ),
      close: async () => {
        workbook.close();
        await rm(path, { force: true });
      },
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function urlOf({ id, isPublished }: SpreadsheetLink, { installation }: ConnectorContext): URL {
  const { docs } = addressesOf(installation);
  return isPublished
    ? new URL(`${docs}/spreadsheets/d/e/${id}/pub?output=xlsx`)
    : new URL(`${docs}/spreadsheets/d/${id}/export?format=xlsx`);
}

/** Whoever may not read a spreadsheet is led to a login, which is a page and no workbook, or is refused. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof FailureError) || error.failure.code !== 'web_file_refused') return error;
  const { status } = error.failure.values;
  return new FailureError(
    status === 401 || status === 403 ? 'google_not_public' : 'google_spreadsheet_missing',
  );
}

async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
