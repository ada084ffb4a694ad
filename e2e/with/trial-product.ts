import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { startProduct, type Product } from '../support/product.ts';
import { newFolder } from '../support/scratch.ts';
import { copyRegistry } from './seed-registry.ts';
import type { Trial } from './trial.ts';

/** Longer than any run takes. */
const HOURS = '2';

/** Starts the product on new data with the registry that contains the versions to try. */
export async function productForTrial({ seed }: Trial): Promise<Product> {
  const data = newFolder('data');
  copyRegistry(seed, join(data, 'registry'));
  return startProduct({ data, env: { DEMO: 'open' } });
}

/** Makes every context of the browser visit the link that gives it the versions to try, as a person would. */
export async function overrideFor(
  { overrides }: Trial,
  browser: Browser,
  product: Product,
): Promise<Browser> {
  const printed = await product.deliver('override', ...overrides, '--for', product.address, '--hours', HOURS);
  const link = printed.split('\n').find((line) => line.startsWith(product.address));
  if (link === undefined) throw new Error(`No link to the override was printed:\n${printed}`);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => keepOverride(await newContext(options), link);
  return browser;
}

/** Visits the link again when a journey clears all cookies: it only means to clear the session's. */
async function keepOverride(context: BrowserContext, link: string): Promise<BrowserContext> {
  const visit = async () => {
    const response = await context.request.get(link, { maxRedirects: 0 });
    if (response.status() !== 303) throw new Error(`The override was refused: ${await response.text()}`);
  };
  const clearCookies = context.clearCookies.bind(context);
  context.clearCookies = async (options) => {
    await clearCookies(options);
    await visit();
  };
  await visit();
  return context;
}
