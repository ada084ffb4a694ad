import { chromium, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../e2e/support/browser.ts';
import { startProduct } from '../e2e/support/product.ts';
import { startSourceDatabase } from '../e2e/support/source-database.ts';
import { buildPackages, findStale } from '../scripts/build-packages.ts';
import { BUILT } from '../scripts/packages.ts';
import { browserCookie } from './support/browser-cookie.ts';
import { Client } from './support/client.ts';
import { tasksDuring, type Tasks } from './support/main-thread.ts';
import { createTables, type Shape } from './support/many-tables.ts';
import { selectTable } from './support/selected-table.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 5;
const SHAPE: Shape = { tables: 10_000, columns: 2 };
const A_TABLE = '[role=treegrid] [data-key^="table:"]';
const LIST = 'div:has(> [role=treegrid])';
/** First by names, then by columns, which the server searches, then by nothing. */
const SEARCH = ['wide_77', 'number_2'];
const KEY_MS = 80;
const TURNS = 120;
const PIXELS = 900;

/**
 * Measures Select data with 10,000 tables and 20,000 columns, at the machine's own speed: the time until the first rows
 * are shown, and the longest task of the main thread while someone scrolls, types in the search, and switches tables.
 */
export async function bench(): Promise<void> {
  await buildPackages(findStale(BUILT));
  const source = await startSourceDatabase();
  console.log(`${SHAPE.tables} tables of ${SHAPE.columns} columns`);
  await createTables(source, SHAPE);
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  const client = await Client.signUp(product.address);
  const { organizationId, sourceConnectionId } = await selectTable(client, source, 'wide_0');
  await source.stop();
  const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags });
  const url = `${product.address}/w/${organizationId}/source-connections/${sourceConnectionId}/select-data`;
  const shown: number[] = [];
  const measured = new Map<string, Tasks[]>();
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  await context.addCookies([browserCookie(client, product.address)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    // A page of its own, so that no round cleans up after the one before.
    const page = await context.newPage();
    shown.push(await shownAfter(page, url));
    for (const [what, work] of STEPS) {
      const tasks = measured.get(what) ?? [];
      measured.set(what, [...tasks, await tasksDuring(browser, page, () => work(page))]);
    }
    await page.close();
  }
  await browser.close();
  await product.stop();
  print(shown, measured);
}

const STEPS: readonly (readonly [what: string, work: (page: Page) => Promise<void>])[] = [
  ['scrolling', scroll],
  ['typing in the search', search],
  ['switching a table', switchOne],
];

/** Returns the milliseconds from the navigation to the first row. The files of the page are cached after the first round. */
async function shownAfter(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(url);
  await page.locator(A_TABLE).first().waitFor();
  return performance.now() - start;
}

/** Turns the wheel in each frame, and then jumps through the list, as someone does who drags its scroll bar. */
async function scroll(page: Page): Promise<void> {
  const box = (await page.locator(LIST).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, PIXELS);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  for (let part = 0; part < 20; part += 1)
    await page.evaluate(`new Promise((resolve) => {
      const list = document.querySelector('[role=treegrid]').parentElement;
      list.scrollTop = ((${part} * 7) % 20) / 20 * list.scrollHeight;
      requestAnimationFrame(() => setTimeout(resolve));
    })`);
}

async function search(page: Page): Promise<void> {
  const field = page.getByRole('searchbox');
  for (const text of SEARCH) {
    await field.pressSequentially(text, { delay: KEY_MS });
    await page.waitForURL((url) => url.search.includes(text));
    await page.locator(A_TABLE).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (let key = 0; key < text.length; key += 1) await field.press('Backspace', { delay: KEY_MS });
    await page.waitForURL((url) => !url.search.includes('search='));
  }
}

async function switchOne(page: Page): Promise<void> {
  for (let times = 0; times < 4; times += 1)
    await page
      .locator(`${A_TABLE} [role=checkbox], ${A_TABLE} [role=switch], ${A_TABLE} input`)
      .nth(3)
      .click();
}

function print(shown: readonly number[], measured: ReadonlyMap<string, readonly Tasks[]>): void {
  const all = (values: readonly number[]) =>
    `${median(values).toFixed(0)} ms (${values.map((value) => value.toFixed(0)).join(', ')})`;
  console.log(`first rows shown after the navigation   ${all(shown)}`);
  for (const [what, tasks] of measured) {
    const longest = tasks.map((each) => each.longest);
    const long = tasks.reduce((sum, each) => sum + each.long, 0);
    console.log(
      `${what.padEnd(24)} longest task    ${all(longest)} of CPU; ${long} longer than 50 ms (goal 0)`,
    );
  }
}
