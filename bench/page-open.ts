import { chromium } from 'playwright';
import { browserFlags, findBrowser } from '../e2e/support/browser.ts';
import { loadCold, type ColdLoad, type ColdPage } from './support/cold-load.ts';
import { startPages } from './support/monolith.ts';
import { pairedRounds, printHead, printLine } from './support/paired.ts';
import { measureParts, type Parts } from './support/parts-of-page.ts';
import { median } from './support/statistics.ts';
import { tableOnPages } from './support/table-on-pages.ts';

const ROUNDS = 9;
const A_ROW = '[role=grid] [role=gridcell]';

/** Opens a table on a slow phone with empty caches, signed in, until rows are on screen. */
export async function bench(): Promise<void> {
  const pages = await startPages();
  const workspaces = await tableOnPages(pages);
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const pageOf = (side: keyof typeof workspaces): ColdPage => {
    const { tableUrl, cookies } = workspaces[side];
    return { url: tableUrl, shows: A_ROW, cookies };
  };
  const parts: Parts[] = [];
  const loads = await pairedRounds<ColdLoad>(ROUNDS, async (side) => {
    const load = await loadCold(browser, pageOf(side));
    if (side === 'federated') parts.push(await measureParts(browser, pageOf(side), load));
    return load;
  });
  await browser.close();
  await Promise.all([pages.federated.stop(), pages.monolith.stop()]);
  const again = [...loads.federated, ...loads.monolith].flatMap(({ repeated }) => repeated);
  if (again.length > 0) throw new Error(`Requested again: ${again.join(', ')}`);

  console.log(
    'a table of 12 columns, cold: 1.6 Mbit/s, 150 ms, CPU 4 times slower; every URL was requested once',
  );
  printHead();
  printLine('bytes, compressed', loads, ({ bytes }) => bytes);
  printLine('requests', loads, ({ requests }) => requests);
  printLine('depth of requests', loads, ({ depth }) => depth);
  printLine('all of it there, ms', loads, ({ arrivedAfterMs }) => arrivedAfterMs);
  printLine('rows shown, ms', loads, ({ shownAfterMs }) => shownAfterMs);
  printParts(loads.federated, parts.slice(1)); // the first round is not counted
}

/** Compares the page with what it would take if each part waited only for the previous one. */
function printParts(loads: readonly ColdLoad[], parts: readonly Parts[]): void {
  const sums = parts.map(({ document, slowest, paint }) => document + slowest + paint);
  const ratios = loads.map(({ shownAfterMs }, round) => shownAfterMs / (sums[round] ?? Number.NaN));
  const of = (values: readonly number[]) => Math.round(median([...values]));
  console.log(
    `\nits parts, each alone: document ${of(parts.map((part) => part.document))} ms, the slowest of scripts and data ` +
      `${of(parts.map((part) => part.slowest))} ms, paint ${of(parts.map((part) => part.paint))} ms; ` +
      `sum ${of(sums)} ms, rows shown × ${median(ratios).toFixed(2)} of it`,
  );
}
