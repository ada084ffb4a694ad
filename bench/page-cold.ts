import { chromium } from 'playwright';
import { browserFlags, findBrowser } from '../e2e/support/browser.ts';
import { loadCold, type ColdLoad } from './support/cold-load.ts';
import { startPages } from './support/monolith.ts';
import { pairedRounds, printHead, printLine } from './support/paired.ts';

const ROUNDS = 9;
/** The last field of the form. */
const FORM = 'form input[type=password]';

/**
 * Loads `/login` on a slow phone with empty caches, and compares it with the same source as one webpack
 * application.
 */
export async function bench(): Promise<void> {
  const pages = await startPages();
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const loads = await pairedRounds<ColdLoad>(ROUNDS, async (side) => {
    const load = await loadCold(browser, { url: `${pages[side].address}/login`, shows: FORM });
    if (load.repeated.length > 0) throw new Error(`${side} requested again: ${load.repeated.join(', ')}`);
    return load;
  });
  await browser.close();
  await Promise.all([pages.federated.stop(), pages.monolith.stop()]);

  console.log('/login, cold: 1.6 Mbit/s, 150 ms, CPU 4 times slower; every URL was requested once');
  printHead();
  printLine('bytes, compressed', loads, ({ bytes }) => bytes);
  printLine('  with fonts and pictures', loads, ({ allBytes }) => allBytes);
  printLine('requests', loads, ({ requests }) => requests);
  printLine('depth of requests', loads, ({ depth }) => depth);
  printLine('all of it there, ms', loads, ({ arrivedAfterMs }) => arrivedAfterMs);
  printLine('form shown, ms', loads, ({ shownAfterMs }) => shownAfterMs);
}
