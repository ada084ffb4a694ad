import type { Page } from 'playwright';
import { buildPackages, findStale } from '../scripts/build-packages.ts';
import { BUILT } from '../scripts/packages.ts';
import { loadMixedTable, openLoadedTable } from './support/loaded-table.ts';
import { tasksDuring } from './support/main-thread.ts';
import { median } from './support/statistics.ts';

const ROWS = 100_000;
/** The largest page that the grid offers. */
const PAGE = 1_000;
const ROUNDS = 5;
const GRID = '[role=grid]';
const LIST = `div:has(> ${GRID})`;
const TURNS = 120;
const PIXELS = 900;

/**
 * Scrolls through the largest page of a table of 12 columns at the machine's own speed, by the wheel in each frame and
 * then by jumps, as someone does who drags the scroll bar: the longest task of the main thread, and how many frames
 * showed a place without a row.
 */
export async function bench(): Promise<void> {
  await buildPackages(findStale(BUILT));
  const table = await loadMixedTable(ROWS);
  const { browser, context, page: address } = await openLoadedTable(table);
  const url = `${address}?size=${PAGE}`;
  const longest: number[] = [];
  const sum = { long: 0, frames: 0, blank: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    // A page of its own, so that no round cleans up after the one before.
    const page = await context.newPage();
    await page.goto(url);
    await page.locator(`${GRID} [role=gridcell]`).first().waitFor();
    let seen = { frames: 0, blank: 0 };
    const tasks = await tasksDuring(browser, page, async () => {
      seen = await scroll(page);
    });
    longest.push(tasks.longest);
    sum.long += tasks.long;
    sum.frames += seen.frames;
    sum.blank += seen.blank;
    await page.close();
  }
  await browser.close();
  await table.product.stop();
  const all = longest.map((value) => value.toFixed(0)).join(', ');
  console.log(
    `longest task ${median(longest).toFixed(0)} ms (${all}) of CPU; ${sum.long} longer than 50 ms (goal 0)`,
  );
  console.log(`${sum.blank} of ${sum.frames} frames had a place without a row (goal 0)`);
}

interface Seen {
  frames: number;
  blank: number;
}

async function scroll(page: Page): Promise<Seen> {
  const box = (await page.locator(LIST).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const seen: Seen = { frames: 0, blank: 0 };
  const look = async (before = '') => {
    seen.frames += 1;
    if (
      await page.evaluate(`new Promise((resolve) => {
      ${before}
      requestAnimationFrame(() => setTimeout(() => resolve(${IS_BLANK})));
    })`)
    )
      seen.blank += 1;
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, turn < TURNS / 2 ? PIXELS : -PIXELS);
    await look();
  }
  for (let part = 0; part < 20; part += 1)
    await look(`const list = document.querySelector('${GRID}').parentElement;
      list.scrollTop = ((${part} * 7) % 20) / 20 * list.scrollHeight;`);
  return seen;
}

/** Whether one of ten places down the grid, as the frame shows it, isn't in a row. */
const IS_BLANK = `(() => {
  const { left, top, height } = document.querySelector('${GRID}').parentElement.getBoundingClientRect();
  return Array.from({ length: 10 }, (_, part) => top + 4 + ((height - 24) * part) / 9).some(
    (y) => !document.elementFromPoint(left + 40, y)?.closest('[role=row]'),
  );
})()`;
