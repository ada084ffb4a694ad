import type { Configuration, ConnectorContext } from '@headwater/protocol/protocol';
import { openByApi } from './api-spreadsheet.ts';
import { openByExport } from './exported-spreadsheet.ts';
import { GoogleClient } from './google-client.ts';
import { configurationOf } from './google-sheets.config.ts';
import { readKey } from './service-account.ts';
import type { Spreadsheet } from './spreadsheet.ts';

type OnRateLimit = GoogleClient['onRateLimit'];

/** A spreadsheet, and how to hear of its server's limits. */
export interface Opened {
  spreadsheet: Spreadsheet;
  listen(onRateLimit: OnRateLimit): void;
}

/** Opens the spreadsheet of a configuration: as its service account, or by its public link. */
export async function openSpreadsheet(
  given: Configuration,
  context: ConnectorContext,
  onRateLimit?: OnRateLimit,
): Promise<Opened> {
  const { link, key } = configurationOf(given);
  if (key === null) return { spreadsheet: await openByExport(link, context), listen: () => undefined };
  const client = new GoogleClient({ context, account: readKey(key) });
  if (onRateLimit) client.onRateLimit = onRateLimit;
  try {
    const spreadsheet = await openByApi(link.id, client);
    return { spreadsheet, listen: (told) => (client.onRateLimit = told) };
  } catch (error) {
    client.close();
    throw error;
  }
}
