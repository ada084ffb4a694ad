import { FailureError } from '@headwater/base/failures/failure';
import { tableNameOf } from '@headwater/shared/contract/plain';
import type {
  Configuration,
  Connector,
  ConnectorContext,
  DiscoveredStream,
} from '@headwater/protocol/protocol';
import { rejectsOverLimit } from '@headwater/protocol/reject-limit';
import { check } from './google-sheets.check.ts';
import { configurationOf, googleSheetsSpecification } from './google-sheets.config.ts';
import { findingsOf } from '../files/files.findings.ts';
import { openSpreadsheet } from './open-spreadsheet.ts';
import { preview, read } from './google-sheets.read.ts';
import { scanSheet, type Source } from './scan-sheet.ts';

/** Google Sheets: each sheet of a spreadsheet is a table, read as a service account or by a public link. */
export const googleSheets: Connector = {
  name: 'google_sheets',
  spec: () => googleSheetsSpecification,
  // A key is only ever sent to Google, as a signature, whatever the spreadsheet.
  keepsSecrets: () => true,
  check,
  discover,
  read,
  preview,
};

async function discover(given: Configuration, context: ConnectorContext): Promise<DiscoveredStream[]> {
  const { choices } = configurationOf(given);
  const { spreadsheet } = await openSpreadsheet(given, context);
  try {
    const found: DiscoveredStream[] = [];
    for (const sheet of spreadsheet.sheets) {
      const table = await scanSheet(spreadsheet, sheet, choices, context.signal);
      if (!table) continue;
      const { columns, place, layout, rows, rejected, findings } = table;
      const counts = { rows, rejected: rejected.count, first: rejected.first[0] };
      found.push({
        namespace: null,
        name: sheet.name,
        suggestedTableName: tableNameOf(sheet.name),
        primaryKey: [],
        columns,
        source: { ...place, sheetId: sheet.id } satisfies Source,
        problem: rejectsOverLimit(sheet.name, counts, { field: 'url' }),
        findings: findingsOf({ findings, rejected: rejected.count, rejections: rejected.first }),
        layout: { sheet: sheet.name, ...layout },
        estimatedRows: rows,
        estimatedBytes: null,
      });
    }
    if (found.length === 0) throw new FailureError('google_spreadsheet_empty', { title: spreadsheet.title });
    return found;
  } finally {
    await spreadsheet.close();
  }
}
