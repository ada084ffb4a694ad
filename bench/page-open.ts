import { chromium } from 'playwright';
import { browserFlags, findBrowser } from '../e2e/support/browser.ts';
import { loadCold, type ColdLoad } from './support/cold-load.ts';
import { startPages } from './support/monolith.ts';
import { pairedRounds, printHead, printLine } from './support/paired.ts';
import { tableOnPages } from './support/table-on-pages.ts';

const ROUNDS = 9;
const A_ROW = '[role=grid] [role=gridcell]';

/** A table from nothing to rows on screen, signed in, on a slow phone. */
export async function bench(): Promise<void> {
  const pages = await startPages();
  const workspaces = await tableOnPages(pages);
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const loads = await pairedRounds<ColdLoad>(ROUNDS, (side) => {
    const { tableUrl, cookies } = workspaces[side];
    return loadCold(browser, { url: tableUrl, shows: A_ROW, cookies });
  });
  await browser.close();
  await Promise.all([pages.federated.stop(), pages.monolith.stop()]);

  console.log('a table of 12 columns, cold: 1.6 Mbit/s, 150 ms, CPU 4 times slower');
  printHead();
  printLine('bytes, compressed', loads, ({ bytes }) => bytes);
  printLine('requests', loads, ({ requests }) => requests);
  printLine('  of them asked for again', loads, ({ repeated }) => repeated.length);
  printLine('depth of requests', loads, ({ depth }) => depth);
  printLine('all of it there, ms', loads, ({ arrivedAfterMs }) => arrivedAfterMs);
  printLine('rows shown, ms', loads, ({ shownAfterMs }) => shownAfterMs);
}
