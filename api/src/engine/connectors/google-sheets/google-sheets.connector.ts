import { FailureError } from '../../../platform/failures/failure.ts';
import { tableNameOf } from '@headwater/shared/contract/plain';
import type {
  Configuration,
  Connector,
  ConnectorContext,
  DiscoveredStream,
} from '../../protocol/protocol.ts';
import { check } from './google-sheets.check.ts';
import { configurationOf, googleSheetsSpecification } from './google-sheets.config.ts';
import { firstFindings } from '../files/files.findings.ts';
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
  const { header } = configurationOf(given);
  const { spreadsheet } = await openSpreadsheet(given, context);
  try {
    const found: DiscoveredStream[] = [];
    for (const sheet of spreadsheet.sheets) {
      const table = await scanSheet(spreadsheet, sheet, header, context.signal);
      if (!table) continue;
      const { columns, place, rows, findings } = table;
      found.push({
        namespace: null,
        name: sheet.name,
        suggestedTableName: tableNameOf(sheet.name),
        primaryKey: [],
        columns,
        source: { sheetId: sheet.id, positions: place.positions, above: place.above } satisfies Source,
        problem: null,
        findings: firstFindings(findings),
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
