import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPage, goToData, openSources } from '../pages/area.ts';
import { expect, test as base } from '../support/fault-journey.ts';
import { type Product, startProduct } from '../support/product.ts';

/** The product loses its registry here, so the worker gets a separate one. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
});

test('without its registry the product serves its last good state, even after a restart, and reports it', async ({
  page,
  product,
  request,
  organizationId,
}) => {
  const health = async () => (await (await request.get('/health')).json()) as { status: string };
  const revisions = join(product.data, 'registry/rev');
  const visit = async () => {
    await openSources(page, organizationId);
    await goToData(page);
    await expect(dataPage(page)).toBeVisible();
  };
  await visit();
  expect(await health()).toMatchObject({ status: 'ok' });
  await rename(revisions, `${revisions}.away`);
  await visit();
  expect(await health()).toMatchObject({ status: 'degraded' });

  await page.goto('about:blank');
  await product.stop();
  await product.start();
  await visit();
  expect(await health()).toMatchObject({ status: 'degraded' });

  await rename(`${revisions}.away`, revisions);
  await visit();
  expect(await health()).toMatchObject({ status: 'ok' });
});

test('a tab that cannot reach the registry keeps working', async ({
  page,
  documents,
  organizationId,
  faults,
}) => {
  faults.expect(/ERR_CONNECTION_REFUSED/);
  await page.route('**/registry', (route) => route.abort('connectionrefused'));
  await openSources(page, organizationId);
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count()).toBe(1);
});
