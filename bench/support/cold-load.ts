import type { Browser, BrowserContext, CDPSession } from 'playwright';
import { PageFaults } from '../../e2e/support/page-faults.ts';
import { isEssential, RequestLog } from './request-log.ts';

export interface ColdLoad {
  /** From the start of the navigation to the frame in which the element can be seen. */
  shownAfterMs: number;
  /** From the start of the navigation to the end of the last request that ended before that frame. */
  arrivedAfterMs: number;
  /** The bytes of the document, scripts, and data that were requested until then. */
  bytes: number;
  /** Including fonts and images. */
  allBytes: number;
  requests: number;
  depth: number;
  /** URLs that were requested more than once. */
  repeated: string[];
  /** What was requested until the page was shown: files of builds, and data. */
  scripts: string[];
  data: string[];
}

export interface ColdPage {
  url: string;
  /** The CSS selector of what must be visible for the page to count as shown. */
  shows: string;
  cookies?: Parameters<BrowserContext['addCookies']>[0];
}

/** A phone on a slow connection, as in Lighthouse's mobile setting. */
export const DEVICE = { viewport: { width: 412, height: 823 }, locale: 'en-US' };
export const SLOWER = 4;
const LINE = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, offline: false };

/** Loads a page once with empty caches. Throws if anything failed. */
export async function loadCold(browser: Browser, { url, shows, cookies = [] }: ColdPage): Promise<ColdLoad> {
  const context = await browser.newContext(DEVICE);
  try {
    await context.addCookies(cookies);
    const faults = new PageFaults();
    await faults.watch(context);
    const shown = new Promise<number>((resolve) => {
      void context.exposeBinding('__shown', (_, time: number) => resolve(time));
    });
    await context.addInitScript({ content: whenShown(shows) });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const log = new RequestLog();
    await log.watch(session);
    await slowDown(session);

    await page.goto(url, { waitUntil: 'commit' });
    const seen = page.locator(shows).first().waitFor();
    await seen.catch((error) => refuse(url, [String(error), ...faults.unexpected(), ...log.failed()]));
    const shownAfterMs = await shown;
    await log.settled();
    refuse(url, [...faults.unexpected(), ...log.failed()]);
    return { shownAfterMs, ...sums(log, shownAfterMs) };
  } finally {
    await context.close();
  }
}

export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

function refuse(url: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`${url} did not load cleanly:\n${faults.join('\n')}`);
}

/**
 * Sums up what was requested until the page was shown. What the page does in idle time afterward keeps no one
 * waiting.
 */
function sums(log: RequestLog, shownAfterMs: number) {
  const start = log.all()[0]?.startedAt ?? 0;
  const after = (time: number) => (time - start) * 1000;
  const inTime = log.all().filter(({ startedAt }) => after(startedAt) <= shownAfterMs);
  const essential = inTime.filter(isEssential);
  const ends = essential.map(({ endedAt = start }) => after(endedAt));
  return {
    arrivedAfterMs: Math.max(...ends.filter((end) => end <= shownAfterMs)),
    bytes: bytesOf(essential),
    allBytes: bytesOf(inTime),
    requests: essential.length,
    depth: Math.max(...essential.map(({ depth }) => depth)),
    repeated: log.repeated(),
    scripts: essential.filter(({ type }) => type === 'Script').map(({ url }) => url),
    data: essential.filter(({ type }) => type === 'Fetch' || type === 'XHR').map(({ url }) => url),
  };
}

const bytesOf = (requests: readonly { bytes?: number }[]) =>
  requests.reduce((sum, { bytes = 0 }) => sum + bytes, 0);

/** Runs in the page: reports the time just after the frame in which `selector` becomes visible. */
export const whenShown = (selector: string) => `
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => __shown(performance.now())));
  }).observe(document, { childList: true, subtree: true });`;
