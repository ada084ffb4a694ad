import type { Page, Route } from '@playwright/test';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const DATA_FILES = /\/r\/mf-data\/[^/]+\/.*\.js$/;

const breakages: Record<string, (route: Route) => Promise<void>> = {
  'are missing': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'come with a server error': (route) => route.fulfill({ status: 500, body: 'Internal error' }),
  'are corrupt': (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: 'var (' }),
  'come as a page': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' }),
  'never arrive': (route) => route.abort('connectionreset'),
};

for (const [how, breakage] of Object.entries(breakages)) {
  test(`if the files of one area ${how}, one reload, then its error page; the rest lives`, async ({
    page,
    product,
    faults,
  }) => {
    faults.expect(/./);
    const { organizationId } = await signUpWithWorkspace(page, product.address);
    await page.route(DATA_FILES, breakage);
    await page.goto(`/w/${organizationId}/source-connections`);
    await expect(page.getByRole('heading', { level: 1, name: 'Source connections' })).toBeVisible();

    const loads = countDocuments(page);
    await page.getByRole('link', { name: 'Data' }).click();
    await expect(page.getByRole('heading', { level: 1, name: "This area couldn't be loaded" })).toBeVisible();
    expect(loads(), 'documents loaded since').toBe(1);
    await expect(page.getByText(/^mf-data .+ report /)).toBeVisible();
    await page.getByRole('link', { name: 'Source connections' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Source connections' })).toBeVisible();

    await page.unroute(DATA_FILES);
    await page.getByRole('link', { name: 'Data' }).click();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(page.getByRole('heading', { name: 'Data', exact: true }).or(again)).toBeVisible();
    if (await again.isVisible()) await again.click();
    await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  });
}

test('an area that fails once comes back by the reload alone', async ({ page, product, faults }) => {
  faults.expect(/./);
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await expect(page.getByRole('heading', { level: 1, name: 'Source connections' })).toBeVisible();
  const loads = countDocuments(page);
  await page.route(DATA_FILES, (route) =>
    loads() === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Data' }).click();
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  expect(loads()).toBeLessThanOrEqual(1);
});

function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('domcontentloaded', () => (count += 1));
  return () => count;
}
