import {
  ALL,
  AREA_ERROR,
  ENTRY,
  areaError,
  dataPage,
  goToData,
  goToSources,
  openSources,
  tryAgain,
} from '../pages/area.ts';
import { expect, test } from '../support/fault-journey.ts';

test.beforeEach(({ faults }) => faults.expect(/./));

test('an area that fails once recovers by the automatic reload alone', async ({
  page,
  faultServer,
  documents,
  organizationId,
}) => {
  faultServer.breakFiles(ALL, 'missing');
  await openSources(page, organizationId);
  page.on('request', (request) => request.isNavigationRequest() && faultServer.repair());
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
  expect(documents.headings().flat()).not.toContain(AREA_ERROR);
});

test('nothing reloads while offline, and “Try again” is enough once online', async ({
  page,
  context,
  documents,
  organizationId,
}) => {
  await openSources(page, organizationId);
  await context.setOffline(true);
  await goToData(page);
  await expect(areaError(page)).toBeVisible();
  await goToSources(page);
  await context.setOffline(false);
  await goToData(page);
  await expect(dataPage(page).or(areaError(page))).toBeVisible();
  if (await areaError(page).isVisible()) await tryAgain(page).click();
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(1);
});

test('nothing reloads automatically if the tab has no session storage, as in some private windows', async ({
  page,
  faultServer,
  documents,
  organizationId,
}) => {
  await page.addInitScript(
    `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('Denied', 'SecurityError'); } })`,
  );
  faultServer.breakFiles(ENTRY, 'missing');
  await openSources(page, organizationId);
  await goToData(page);
  await expect(areaError(page)).toBeVisible();
  await goToSources(page);
  faultServer.repair();
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(1);
});

test('a failed preload is invisible to the user', async ({
  page,
  faultServer,
  documents,
  organizationId,
}) => {
  faultServer.breakFiles(ALL, 'failing');
  await openSources(page, organizationId);
  await expect
    .poll(() => faultServer.reports())
    .toContainEqual(expect.objectContaining({ remote: 'mf-data', kind: 'http', phase: 'preload' }));
  faultServer.repair();
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.headings().flat()).not.toContain(AREA_ERROR);
  expect(documents.count(), 'documents').toBe(1);
});
