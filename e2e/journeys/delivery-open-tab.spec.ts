import type { Page } from '@playwright/test';
import { toast } from '../pages/account.ts';
import {
  dataPage,
  goToData,
  goToSources,
  openSources,
  preloadNothing,
  versionInPage,
} from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import { anotherBuild } from '../support/published.ts';

const NEW_VERSION = 'A new version of Headwater is available.';
const FIX = 'A fix for Data is available.';

test('a remote that is promoted under an open tab is for the next page; the tab stays what it was', async ({
  page,
  documents,
  delivered,
  organizationId,
}) => {
  await preloadNothing(page);
  const old = await delivered.current('mf-data');
  await openSources(page, organizationId);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const promoted = await delivered.release('mf-data', anotherBuild('mf-data'));
  await lookAtTab(page, () => expect.poll(() => loaded.some((url) => url.endsWith('/registry'))).toBe(true));
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(loaded.filter((url) => url.includes(old))).not.toEqual([]);
  expect(loaded.filter((url) => url.includes(promoted))).toEqual([]);
  expect(documents.count()).toBe(1);
  await expect(toast(page, 'ready')).toBeHidden();

  await page.reload();
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(promoted);
});

test('a version that is rolled back under an open tab: it is told, and its next way there is a new page', async ({
  page,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  const good = await delivered.current('mf-data');
  const bad = await delivered.release('mf-data', anotherBuild('mf-data'));
  await openSources(page, organizationId);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'mf-data')).toBe(bad);
  await product.deliver('rollback', 'mf-data', '--why', 'the list is wrong');
  await lookAtTab(page, () => expect(toast(page, FIX)).toBeVisible());
  expect(documents.count(), 'nothing happens by itself').toBe(1);

  await goToSources(page);
  expect(documents.count(), 'other areas stay as they are').toBe(1);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
  expect(await versionInPage(page, 'mf-data')).toBe(good);
});

test('a shell that is promoted, then rolled back under an open tab is offered, and comes with the reload', async ({
  page,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  const old = await delivered.current('shell');
  await openSources(page, organizationId);
  const promoted = await delivered.release('shell', anotherBuild('shell'));
  await lookAtTab(page, () => expect(toast(page, NEW_VERSION)).toBeVisible());
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'nothing happens by itself').toBe(1);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => documents.count()).toBe(2);
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'shell')).toBe(promoted);

  await product.deliver('rollback', 'shell', '--why', 'it is too bright');
  await lookAtTab(page, () => expect(toast(page, NEW_VERSION)).toBeVisible());
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => documents.count()).toBe(3);
  await expect(dataPage(page)).toBeVisible();
  expect(await versionInPage(page, 'shell')).toBe(old);
});

/** Comes back to the tab, as from another one, until `then` holds: it listens only once it is idle. */
const lookAtTab = (page: Page, then: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await then();
  }).toPass({ intervals: [100] });
