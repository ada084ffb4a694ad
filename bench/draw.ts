import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright';
import { buildPackages, findStale } from '../scripts/build-packages.ts';
import { BUILT } from '../scripts/packages.ts';
import { loadMixedTable, openLoadedTable } from './support/loaded-table.ts';
import { tasksDuring, type Tasks } from './support/main-thread.ts';
import { median } from './support/statistics.ts';

const POINTS = 10_000;
const MARKS = 1_000;
const ROUNDS = 7;
const FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/**
 * Draws a line of 10,000 points and 1,000 columns on a table's Chart tab, from the click that shows the chart instead
 * of its figures until it is painted, and the same line with uPlot, an especially fast library that draws on a canvas:
 * the CPU of the page's main thread.
 */
export async function bench(): Promise<void> {
  await buildPackages(findStale(BUILT));
  const table = await loadMixedTable(POINTS);
  const { browser, context, page: address } = await openLoadedTable(table);
  const chart = `${address}?tab=chart`;
  const [line, reference, columns]: Tasks[][] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage();
    line!.push(await drawn(browser, page, `${chart}&x=id:each&y=max:amount&mark=line`));
    const few = `&filter=id:less_or_equal:${MARKS}`;
    columns!.push(await drawn(browser, page, `${chart}&x=id:each&y=max:amount&mark=columns${few}`));
    await page.close();
    const blank = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    reference!.push(await drawnByUplot(browser, blank));
    await blank.close();
  }
  await browser.close();
  await table.product.stop();
  print('a line of 10,000 points', line!);
  print('the same by uPlot', reference!);
  const ratio = totalOf(line!) / totalOf(reference!);
  console.log(`ratio ${ratio.toFixed(1)} (goal ≤ 2)`);
  print('1,000 columns', columns!);
}

/** Shows the chart of `url` as a table, and then as a chart. */
async function drawn(browser: Browser, page: Page, url: string): Promise<Tasks> {
  await page.goto(url);
  const main = page.getByRole('main');
  await main.getByRole('slider').first().waitFor();
  await main.getByRole('button', { name: 'Show the same as a table' }).click();
  await main.getByRole('slider').first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  return tasksDuring(browser, page, async () => {
    await main.getByRole('button', { name: 'Show the chart' }).click();
    await main.getByRole('slider').first().waitFor();
    await page.evaluate(FRAMES);
  });
}

async function drawnByUplot(browser: Browser, page: Page): Promise<Tasks> {
  const { resolve } = createRequire(import.meta.url);
  await page.setContent('<button>Draw</button><div></div>');
  await page.addScriptTag({ path: resolve('uplot/dist/uPlot.iife.min.js') });
  await page.addStyleTag({ path: resolve('uplot/dist/uPlot.min.css') });
  await page.evaluate(`document.querySelector('button').onclick = () => {
    const x = Array.from({ length: ${POINTS} }, (_, at) => at + 1);
    new uPlot(
      { width: 1000, height: 500, scales: { x: { time: false } }, series: [{}, { label: 'amount', stroke: 'teal' }] },
      [x, x.map((value) => value * 1.0001)],
      document.querySelector('div'),
    );
  }`);
  return tasksDuring(browser, page, async () => {
    await page.getByRole('button').click();
    await page.locator('canvas').waitFor();
    await page.evaluate(FRAMES);
  });
}

const totalOf = (tasks: readonly Tasks[]) => median(tasks.map(({ total }) => total));

function print(what: string, tasks: readonly Tasks[]): void {
  const longest = tasks.map((each) => each.longest);
  const long = tasks.reduce((sum, each) => sum + each.long, 0);
  console.log(
    `${what.padEnd(24)} ${totalOf(tasks).toFixed(0)} ms of CPU, longest task ${median(longest).toFixed(0)} ms; ${long} of ${tasks.length} rounds' tasks longer than 50 ms`,
  );
}
