import { chromium, type Browser, type BrowserContext } from 'playwright';
import { browserFlags, findBrowser } from '../../e2e/support/browser.ts';
import { startProduct, type Product } from '../../e2e/support/product.ts';
import { startSourceDatabase } from '../../e2e/support/source-database.ts';
import { browserCookie } from './browser-cookie.ts';
import { Client } from './client.ts';
import { fillMixedTable, MIXED_TABLE } from './mixed-table.ts';
import { endedRun, selectTable, type SelectedTable } from './selected-table.ts';

export interface LoadedTable extends SelectedTable {
  product: Product;
  client: Client;
}

/** Starts a product whose only table has this many rows of 12 columns, loaded from a source that is gone by then. */
export async function loadMixedTable(rows: number, env: Record<string, string> = {}): Promise<LoadedTable> {
  const source = await startSourceDatabase();
  console.log(`filling the source with ${rows.toLocaleString('en')} rows of 12 columns`);
  await fillMixedTable(source, rows);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', ...env } });
  const client = await Client.signUp(product.address);
  const table = await selectTable(client, source, MIXED_TABLE);
  await endedRun(client, table.runs);
  await source.stop();
  return { product, client, ...table };
}

/** Opens a browser in which the table's owner is signed in. `page` is the URL of the table's page. */
export async function openLoadedTable({
  product,
  client,
  organizationId,
  sourceConnectionId,
}: LoadedTable): Promise<{ browser: Browser; context: BrowserContext; page: string }> {
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  await context.addCookies([browserCookie(client, product.address)]);
  const page = `${product.address}/w/${organizationId}/data/${sourceConnectionId}/${MIXED_TABLE}`;
  return { browser, context, page };
}
