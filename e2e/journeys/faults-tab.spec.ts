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

test('an area that fails once comes back by the reload alone', async ({
  page,
  way,
  documents,
  organizationId,
}) => {
  way.breakFiles(ALL, 'missing');
  await openSources(page, organizationId);
  page.on('request', (request) => request.isNavigationRequest() && way.mend());
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
  expect(documents.headings().flat()).not.toContain(AREA_ERROR);
});

test('offline there is no reload, and once online “Try again” is enough', async ({
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

test('where the tab can remember nothing, as in some private windows, nothing reloads by itself', async ({
  page,
  way,
  documents,
  organizationId,
}) => {
  await page.addInitScript(
    `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('Denied', 'SecurityError'); } })`,
  );
  way.breakFiles(ENTRY, 'missing');
  await openSources(page, organizationId);
  await goToData(page);
  await expect(areaError(page)).toBeVisible();
  await goToSources(page);
  way.mend();
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(1);
});

test('what is loaded ahead fails without anybody noticing', async ({
  page,
  way,
  documents,
  organizationId,
}) => {
  way.breakFiles(ALL, 'failing');
  await openSources(page, organizationId);
  await expect
    .poll(() => way.reports())
    .toContainEqual(expect.objectContaining({ remote: 'mf-data', kind: 'http', phase: 'preload' }));
  way.mend();
  await goToData(page);
  await expect(dataPage(page)).toBeVisible();
  expect(documents.headings().flat()).not.toContain(AREA_ERROR);
  expect(documents.count(), 'documents').toBe(1);
});
