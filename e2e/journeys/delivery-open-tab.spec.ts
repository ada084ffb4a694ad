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

test('promoting a remote affects the next page, and an open tab keeps its versions', async ({
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

test('an open tab is notified of a rollback, and its next navigation to the area loads a new page', async ({
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
  expect(documents.count(), 'nothing reloads on its own').toBe(1);

  await goToSources(page);
  expect(documents.count(), 'other areas stay as they are').toBe(1);
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
  expect(await versionInPage(page, 'mf-data')).toBe(good);
});

test('an open tab is offered a shell that is promoted or rolled back, and gets it by reloading', async ({
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
  expect(documents.count(), 'nothing reloads on its own').toBe(1);
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

/** Returns to the tab, as if from another one, until `then` passes: the tab listens only once it is idle. */
const lookAtTab = (page: Page, then: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await then();
  }).toPass({ intervals: [100] });
