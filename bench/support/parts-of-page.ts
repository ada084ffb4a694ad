import type { Browser, BrowserContext, Page } from 'playwright';
import { DEVICE, SLOWER, slowDown, whenShown, type ColdLoad, type ColdPage } from './cold-load.ts';
import { RequestLog } from './request-log.ts';

/** The parts that a page can't be faster than, each measured with nothing else running, in ms. */
export interface Parts {
  document: number;
  /**
   * The slowest of these: all scripts, and each request for data, over a connection that is already open, as
   * in the page.
   */
  slowest: number;
  /** With everything loaded: what the browser computes until the page is shown, at a quarter of its speed. */
  paint: number;
}

/** `load` is a complete load of the same page, which determines the requests to measure. */
export async function measureParts(browser: Browser, page: ColdPage, load: ColdLoad): Promise<Parts> {
  const groups = [load.scripts, ...load.data.map((url) => [url])];
  const times: number[] = [];
  for (const urls of groups) times.push(await timeOf(browser, page, urls));
  return {
    document: await timeOfDocument(browser, page),
    slowest: Math.max(...times),
    paint: await timeOfPaint(browser, page),
  };
}

/** Loads only the document: without scripts, nothing follows it. */
function timeOfDocument(browser: Browser, { url, cookies }: ColdPage): Promise<number> {
  return inContext(browser, { javaScriptEnabled: false }, cookies, async (page) => {
    const log = new RequestLog();
    const session = await page.context().newCDPSession(page);
    await log.watch(session);
    await slowDown(session);
    await page.goto(url);
    await log.settled();
    const [document] = log.all();
    return ((document?.endedAt ?? Number.NaN) - (document?.startedAt ?? Number.NaN)) * 1000;
  });
}

/** Measures from a page of the same origin that requests nothing. */
function timeOf(browser: Browser, { url, cookies }: ColdPage, urls: readonly string[]): Promise<number> {
  return inContext(browser, { bypassCSP: true }, cookies, async (page) => {
    await slowDown(await page.context().newCDPSession(page));
    await page.goto(new URL('/r/nothing', url).href);
    return page.evaluate(`(async () => {
      const start = performance.now();
      await Promise.all(${JSON.stringify(urls)}.map(async (url) => (await fetch(url)).arrayBuffer()));
      return performance.now() - start;
    })()`);
  });
}

function timeOfPaint(browser: Browser, { url, shows, cookies }: ColdPage): Promise<number> {
  return inContext(browser, {}, cookies, async (page) => {
    let report = (_: number) => {};
    await page.context().exposeBinding('__shown', (_, time: number) => report(time));
    await page.addInitScript({ content: whenShown(shows) });
    const shown = async () => {
      const time = new Promise<number>((resolve) => (report = resolve));
      await page.goto(url);
      return time;
    };
    await shown(); // fills the cache
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return shown();
  });
}

async function inContext<T>(
  browser: Browser,
  options: { javaScriptEnabled?: boolean; bypassCSP?: boolean },
  cookies: Parameters<BrowserContext['addCookies']>[0] = [],
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...DEVICE, ...options });
  try {
    await context.addCookies(cookies);
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
