import { chromium, type Browser, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../e2e/support/browser.ts';
import { clickUntilShown } from './support/click.ts';
import { MIXED_TABLE } from './support/mixed-table.ts';
import { startPages } from './support/monolith.ts';
import { pairedRounds, printHead, printLine } from './support/paired.ts';
import { tableOnPages, type Workspace } from './support/table-on-pages.ts';

const ROUNDS = 25;
const DATA = 'nav a[href$="/data"]';
const SOURCES = 'nav a[href$="/source-connections"]';
/** Elements that only one of the areas has. */
const A_TABLE = `main a[href$="/${MIXED_TABLE}"]`;
const ADD_SOURCE = 'main a[href$="/new/select"]';

/**
 * Measures from the click in the menu until the data area is on screen, with its remote loaded, at the
 * machine's own speed.
 */
export async function bench(): Promise<void> {
  const pages = await startPages();
  const workspaces = await tableOnPages(pages);
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const open = {
    federated: await openSources(browser, workspaces.federated),
    monolith: await openSources(browser, workspaces.monolith),
  };
  // The first click, which is not counted, loads the remote.
  const clicks = await pairedRounds<number>(ROUNDS, async (side) => {
    const time = await clickUntilShown(open[side], DATA, A_TABLE);
    await clickUntilShown(open[side], SOURCES, ADD_SOURCE);
    return time;
  });
  await browser.close();
  await Promise.all([pages.federated.stop(), pages.monolith.stop()]);

  console.log('from sources to data by the menu, both loaded');
  printHead();
  printLine('data area shown, ms', clicks, (time) => time);
}

async function openSources(browser: Browser, { url, cookies }: Workspace): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${url}/source-connections`);
  await page.locator(ADD_SOURCE).first().waitFor();
  return page;
}
