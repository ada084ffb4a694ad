import { type BrowserContext, expect, test as base } from '@playwright/test';
import { overrideFor, productForTrial } from '../with/trial-product.ts';
import { announcedTrial } from '../with/trial.ts';
import { PageFaults } from './page-faults.ts';
import { type Product, startProduct } from './product.ts';
import { prepareScreens, type Screen } from './screen-list.ts';
import { type SourceDatabase, startSourceDatabase } from './source-database.ts';
import { fillShop } from './shop-tables.ts';

interface JourneyFixtures {
  /** Errors in the browser that no user sees. A journey fails if there is one that it did not expect. */
  faults: PageFaults;
  /** Fails a journey in which the product exited on its own, and attaches its log to journeys that failed. */
  productStays: void;
  /** An empty PostgreSQL as a source, for journeys that change or stop it. */
  ownSource: SourceDatabase;
}

export interface Visit {
  screens: readonly Screen[];
  /** The account's session. */
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
}

interface WorkerFixtures {
  /** The running product. Journeys that stop or break it start their own. */
  product: Product;
  /** Every screen, of an account for which all of them have something to show. For journeys that only look. */
  visit: Visit;
  /** A PostgreSQL with a shop in it, as a source. */
  shop: SourceDatabase;
}

/** Set by `npm run e2e -- --with …`: every browser then gets the versions to try. */
const trial = announcedTrial();

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  product: [
    async ({}, use) => {
      const product = trial ? await productForTrial(trial) : await startProduct({ env: { DEMO: 'open' } });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  browser: [
    async ({ browser, product }, use) => use(trial ? await overrideFor(trial, browser, product) : browser),
    { scope: 'worker' },
  ],
  visit: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.address, locale: 'en-US' });
      const faults = new PageFaults(trial?.composition);
      await faults.watch(context);
      faults.expect(/status of 404/);
      const screens = await prepareScreens(await context.newPage(), product);
      expect(faults.unexpected(), 'errors in the browser').toEqual([]);
      const state = await context.storageState();
      await context.close();
      await use({ screens, state });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  shop: [
    async ({}, use) => {
      const source = await startSourceDatabase();
      await fillShop(source);
      await use(source);
      await source.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  faults: [
    async ({ context }, use) => {
      const faults = new PageFaults(trial?.composition);
      await faults.watch(context);
      await use(faults);
      expect(faults.unexpected(), 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  productStays: [
    async ({ product }, use, testInfo) => {
      await use();
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('product.log', { body: product.log() });
      if (product.hasEnded()) throw new Error(`The product exited on its own:\n${product.output()}`);
    },
    { auto: true },
  ],
  ownSource: async ({}, use) => {
    const source = await startSourceDatabase();
    await use(source);
    await source.stop();
  },
  baseURL: async ({ product }, use) => use(product.address),
});

export { expect };
