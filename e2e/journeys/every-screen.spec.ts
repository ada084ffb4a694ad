import type { Browser, BrowserContext, Page } from '@playwright/test';
import { signUp, toast } from '../pages/account.ts';
import { ENTRY } from '../pages/area.ts';
import { contrastFaults, seriousFaults } from '../support/accessibility.ts';
import { newAccount } from '../support/account.ts';
import { expect, test, type Visit } from '../support/journey.ts';
import { LAYERS, openEach } from '../support/layers.ts';
import { englishOnly } from '../support/messages.ts';
import type { PageFaults } from '../support/page-faults.ts';
import type { Product } from '../support/product.ts';
import { RequestedFiles } from '../support/requested-files.ts';
import { AREAS, type Screen } from '../support/screen-list.ts';
import { scrollsForNothing } from '../support/scrolling.ts';

const WIDTHS = [1440, 360];
/** What a screen and all that opens over it may take on a slow machine. */
const SCREEN_PATIENCE_MS = 300_000;
/**
 * Finishes every animation, except for those that run forever. When the color of an element has arrived, those that
 * inherit it may begin a transition of their own, so this continues until none is left. Returns the elements whose
 * animations begin anew each time, of which there must be none.
 */
const FINISH_ANIMATIONS = `(() => {
  const running = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime));
  for (let rounds = 0; rounds < 100 && running().length > 0; rounds += 1)
    running().forEach((animation) => animation.finish());
  return running().map(({ effect }) => effect.target.outerHTML.slice(0, 160));
})()`;

/** What was opened at each width. What every screen has is opened once, whichever of the tests below a worker runs. */
const seen = new Map(WIDTHS.map((width) => [width, new Set<string>()]));

test.describe.configure({ mode: 'parallel' });

for (const area of AREAS) {
  test(`every screen is accessible and fits its width: ${area}`, async ({
    browser,
    product,
    faults,
    visit,
  }) => {
    // Each screen has a limit of its own.
    test.setTimeout(0);
    const context = await visitor(browser, product, faults, area === 'public' ? null : visit);
    // Each page is a process: one for each screen would take long to start, and one for all of them gets large.
    const page = await context.newPage();
    let themes: readonly ('light' | 'dark')[] = ['light', 'dark'];
    const examine = async (name: string, part?: string) => {
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        expect.soft(await page.evaluate(FINISH_ANIMATIONS), `${name}, animations`).toEqual([]);
        const found =
          colorScheme === 'light' ? await seriousFaults(page, part) : await contrastFaults(page, part);
        expect.soft(found, `${name}, ${colorScheme}`).toEqual([]);
      }
      // What comes next begins with the theme that is there already.
      themes = themes.toReversed();
    };
    const examineAll = async (screen: Screen) => {
      await page.setViewportSize({ width: 1440, height: 800 });
      await screen.open(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const at = (name: string) => `${name}, ${width} px`;
        await examine(at(screen.name));
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect.soft(overflow, `${screen.name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
        expect.soft(await scrollsForNothing(page), at(screen.name)).toEqual([]);
        await openEach(page, {
          screen,
          seen: seen.get(width)!,
          look: (name) => examine(at(name), LAYERS),
          fail: (name) => expect.soft(at(name)).toBeNull(),
        });
      }
    };
    for (const screen of visit.screens.filter((one) => one.area === area))
      await test.step(screen.name, () => examineAll(screen), { timeout: SCREEN_PATIENCE_MS });
    await context.close();
  });
}

/** Opens a separate browser context, with the account of every screen or with none. */
async function visitor(
  browser: Browser,
  product: Product,
  faults: PageFaults,
  account: Visit | null,
  locale = 'en-US',
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.address,
    locale,
    ...(account && { storageState: account.state }),
  });
  await faults.watch(context);
  // The screens include the not-found screen and those of invalid links.
  faults.expect(/status of 404/, /status of 422/, /link is not valid/);
  return context;
}

const SAMPLE_NAME = 'Sample shop';

/** Returns all that the sample's report is called and calls things. It was created in English. */
async function namesInReport(
  browser: Browser,
  product: Product,
  { screens, state }: Visit,
): Promise<Set<string>> {
  const { path } = screens.find(({ name }) => name === 'report-sample')!;
  const context = await browser.newContext({ baseURL: product.address, storageState: state });
  const response = await context.request.get(path.replace('/w/', '/api/organizations/'));
  const names = new Set<string>();
  JSON.parse(await response.text(), (_, value: unknown) => {
    if (typeof value === 'string') names.add(value);
    return value;
  });
  await context.close();
  return names;
}

for (const area of AREAS) {
  // One pass for all of it, because each screen is opened without a cache.
  test(`no screen shows English text in German, requests a file twice, or violates the policy: ${area}`, async ({
    browser,
    product,
    faults,
    visit,
  }) => {
    const names = await namesInReport(browser, product, visit);
    expect(names).toContain('Revenue over time');
    const english = englishOnly().filter((text) => text !== SAMPLE_NAME && !names.has(text));
    const context = await visitor(browser, product, faults, area === 'public' ? null : visit, 'de-DE');
    const page = await context.newPage();
    const files = await RequestedFiles.of(page);
    for (const screen of visit.screens.filter((one) => one.area === area)) {
      await files.startOver();
      await screen.open(page);
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      const shown = await visibleTexts(page);
      const found = english.filter((text) => shown.has(text));
      expect.soft(found, `${screen.name}: in English`).toEqual([]);
      // Files that are preloaded are requested in addition to those that the screen loads.
      await expect.poll(files.paths, screen.name).toContainEqual(expect.stringMatching(ENTRY));
      expect.soft(files.again(), `${screen.name}: requested again`).toEqual([]);
      const foreign = await files.foreign();
      expect.soft(foreign, `${screen.name}: not part of any version of the page`).toEqual([]);
    }
    await context.close();
    const metrics = await (await fetch(`${product.address}/metrics`)).text();
    expect(metrics, 'violations of the policy').not.toMatch(/^headwater_csp_reports_total\{/m);
  });
}

/** Returns the page's texts, including those that are only read aloud. */
async function visibleTexts(page: Page): Promise<Set<string>> {
  const texts = (await page.evaluate(`[...document.body.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()),
    element.getAttribute('aria-label'), element.getAttribute('title'), element.getAttribute('placeholder'), element.getAttribute('alt'),
  ]).filter(Boolean).concat(document.title.replace(/ - Headwater$/, ''))`)) as string[];
  return new Set(texts);
}

test('toasts are 80 px from the top and 30 px from the right', async ({ page }) => {
  await signUp(page, newAccount());
  const message = toast(page, 'Signed up successfully!');
  await expect(message).toBeVisible();
  const box = await message.boundingBox();
  expect(Math.round(box?.y ?? 0)).toBe(80);
  expect(Math.round(1440 - (box?.x ?? 0) - (box?.width ?? 0))).toBe(30);
});
