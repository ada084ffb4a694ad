import type { CheckStep } from '@headwater/shared/contract';
import type { Configuration, ConnectorContext } from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { passed, skipped, takeSteps, type Outcome, type Step } from '@headwater/protocol/take-steps';
import { openByApi } from './api-spreadsheet.ts';
import { exportAddress, openByExport } from './exported-spreadsheet.ts';
import { GoogleClient } from './google-client.ts';
import { configurationOf } from './google-sheets.config.ts';
import { readKey } from './service-account.ts';
import type { Spreadsheet } from './spreadsheet.ts';

const LONGEST_WAIT_MS = 8_000;
/** How many rows are enough to see whether there are any. */
const FIRST_ROWS = 100;

/** Finds Google, signs in with the key if there is one, lists the sheets, and reads the first rows of one. */
export async function* check(given: Configuration, context: ConnectorContext): AsyncIterable<CheckStep> {
  const { link, key } = configurationOf(given);
  let client: GoogleClient | null = null;
  let spreadsheet: Spreadsheet | null = null;
  const byAccount = (text: string) =>
    (client ??= new GoogleClient({ context, account: readKey(text), longestWaitMs: LONGEST_WAIT_MS }));
  const steps: Step[] = [
    [
      'resolve',
      async () => {
        const address = await (key === null ? exportAddress(context) : byAccount(key).address());
        return passed(finding('address_found', { address }));
      },
    ],
    ['sign_in', async () => (key === null ? skipped : signIn(byAccount(key)))],
    [
      'list',
      async () => {
        spreadsheet = await (key === null ? openByExport(link, context) : openByApi(link.id, byAccount(key)));
        return passed(finding('tables_found', { tables: spreadsheet.sheets.length }));
      },
    ],
    ['read_one_row', () => readFirst(spreadsheet!)],
  ];
  try {
    yield* takeSteps(steps, context.signal);
  } finally {
    await (spreadsheet as Spreadsheet | null)?.close();
    (client as GoogleClient | null)?.close();
  }
}

async function signIn(client: GoogleClient): Promise<Outcome> {
  await client.signIn();
  return passed(finding('signed_in_as', { account: client.account.email }));
}

/** Reads from the first sheet that has rows. */
async function readFirst(spreadsheet: Spreadsheet): Promise<Outcome> {
  let last = spreadsheet.title;
  for (const sheet of spreadsheet.sheets.slice(0, 5)) {
    last = sheet.name;
    for await (const rows of spreadsheet.rows(sheet, FIRST_ROWS)) {
      if (rows.length > 0) return passed(finding('row_read', { table: sheet.name }));
      break;
    }
  }
  return passed(finding('table_empty', { table: last }));
}
