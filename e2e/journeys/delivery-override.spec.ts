import type { Page } from '@playwright/test';
import { areaError, dataPage, goToData, openSources, versionInPage } from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import { anotherBuild, faulty } from '../support/published.ts';
import type { Product } from '../support/product.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Version override' });

test('a signed link gives one browser a version that no one else has, with a banner that can clear it', async ({
  page,
  product,
  browser,
  delivered,
  organizationId,
}) => {
  const current = await delivered.current('mf-data');
  const version = await delivered.publish('mf-data', anotherBuild('mf-data'));
  await page.goto(await overrideLink(product, `mf-data@${version}`));
  await expect(banner(page)).toContainText(`mf-data@${version}`);
  const reloaded = await openData(page, organizationId);
  expect(reloaded?.headers()['cache-control']).toBe('private, no-store');
  expect(await versionInPage(page, 'mf-data')).toBe(version);
  await expect(banner(page)).toContainText(`mf-data@${version}`);

  const someoneElse = await browser.newPage({ baseURL: product.address });
  await someoneElse.goto('/login');
  expect(await versionInPage(someoneElse, 'mf-data')).toBe(current);
  await expect(banner(someoneElse)).toBeHidden();
  await someoneElse.close();

  await banner(page).getByRole('button', { name: 'Clear' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(current);
});

test('the error page of a broken override version can clear the override', async ({
  page,
  product,
  documents,
  delivered,
  faults,
  organizationId,
}) => {
  faults.expect(/when it is loaded/, /mf-data@/);
  const version = await delivered.publish('mf-data', faulty.throwsAtLoad);
  await page.goto(await overrideLink(product, `mf-data@${version}`));
  await openSources(page, organizationId);
  const before = documents.count();
  await goToData(page);
  await expect(areaError(page)).toBeVisible();
  expect(documents.count() - before, 'documents').toBe(1);
  await page.getByRole('button', { name: 'Clear version override' }).click();
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(await delivered.current('mf-data'));
});

test('a link that was altered or is for another site is refused', async ({ page, product, delivered }) => {
  const version = await delivered.publish('mf-data', anotherBuild('mf-data'));
  const open = async (link: string) => {
    const response = await page.request.get(link);
    return [response.status(), await response.text()];
  };
  const link = await overrideLink(product, `mf-data@${version}`);
  expect(await open(link.replace('token=', 'token=x'))).toEqual([400, expect.stringContaining('altered')]);
  const elsewhere = 'https://bi.example.com';
  const foreign = await overrideLink(product, `mf-data@${version}`, '--for', elsewhere);
  expect(await open(foreign.replace(elsewhere, product.address))).toEqual([
    400,
    expect.stringContaining('another site'),
  ]);
  await page.goto('/login');
  await expect(banner(page)).toBeHidden();
  expect(await versionInPage(page, 'mf-data')).not.toBe(version);
});

async function overrideLink(product: Product, ...words: string[]): Promise<string> {
  const [link = ''] = (await product.deliver('override', ...words)).split('\n');
  return link;
}

async function openData(page: Page, organizationId: string) {
  const response = await page.goto(`/w/${organizationId}/data`);
  await expect(dataPage(page)).toBeVisible();
  return response;
}
