import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { browserFlags } from './support/browser.ts';
import { startProduct, type Product } from './support/product.ts';
import { prepareScreens, type Screen } from './support/screen-list.ts';

const WIDTHS = [1440, 360];
const THEMES = ['light', 'dark'] as const;

/** Shows Google's button in the screenshots. Nothing listens at the issuer's URL. */
const WITH_GOOGLE = {
  GOOGLE_ISSUER: 'http://localhost:9',
  GOOGLE_CLIENT_ID: 'headwater',
  GOOGLE_CLIENT_SECRET: 'never used',
};

/** Takes screenshots of these screens, or of all, in both themes and at both widths, for people to look at. */
export async function takeScreens(
  where: string,
  names: readonly string[],
  say: (text: string) => void,
): Promise<void> {
  mkdirSync(where, { recursive: true });
  const product = await startProduct({ env: { ...WITH_GOOGLE, DEMO: 'open' } });
  const browser = await chromium.launch({
    executablePath: process.env.HEADWATER_CHROMIUM,
    args: browserFlags,
  });
  try {
    const { screens: all, state } = await prepared(browser, product);
    const screens = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
    for (const theme of THEMES) {
      for (const width of WIDTHS) await takeAll(browser, product, { screens, state, theme, width, where });
    }
    say(`${screens.length * THEMES.length * WIDTHS.length} screenshots are in ${where}`);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function prepared(browser: Browser, product: Product) {
  const page = await browser.newPage({ baseURL: product.address, locale: 'en-US' });
  const screens = await prepareScreens(page, product);
  const state = await page.context().storageState();
  await page.close();
  return { screens, state };
}

interface Take {
  screens: readonly Screen[];
  state: Awaited<ReturnType<typeof prepared>>['state'];
  theme: (typeof THEMES)[number];
  width: number;
  where: string;
}

async function takeAll(
  browser: Browser,
  product: Product,
  { screens, state, theme, width, where }: Take,
): Promise<void> {
  for (const signedIn of [true, false]) {
    const context = await browser.newContext({
      baseURL: product.address,
      locale: 'en-US',
      viewport: { width, height: width > 600 ? 900 : 740 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      ...(signedIn && { storageState: state }),
    });
    const page = await context.newPage();
    for (const screen of screens.filter((one) => one.signedIn === signedIn)) {
      await screen.open(page);
      await page.screenshot({ path: join(where, `${screen.name}-${width}-${theme}.png`) });
    }
    await context.close();
  }
}
