import type { Page } from '@playwright/test';
import {
  AREA_ERROR,
  CHUNK,
  ENTRY,
  areaError,
  dataPage,
  goToData,
  goToSources,
  openSources,
  tryAgain,
} from '../pages/area.ts';
import { expect, test } from '../support/fault-journey.ts';

/** Time in these pages runs as usual, and faster when the journey fast-forwards it. */
test.beforeEach(async ({ page, faults }) => {
  faults.expect(/./);
  await page.clock.install();
});

for (const [part, files] of Object.entries({ 'the entry': ENTRY, 'a chunk': CHUNK })) {
  test(`when ${part} of an area never arrives, the page times out, reloads once, and shows the error page`, async ({
    page,
    faultServer,
    documents,
    organizationId,
  }) => {
    faultServer.breakFiles(files, 'hanging');
    await openSources(page, organizationId);
    await goToData(page);
    await hurry(page, () => expect(areaError(page)).toBeVisible({ timeout: 250 }));
    expect(documents.count(), 'documents').toBe(2);
    expect(documents.headings()[0], 'no flash of the error').not.toContain(AREA_ERROR);
    await goToSources(page);
    faultServer.repair();
    await goToData(page);
    await expect(dataPage(page).or(areaError(page))).toBeVisible();
    if (await areaError(page).isVisible()) await tryAgain(page).click();
    await hurry(page, () => expect(dataPage(page)).toBeVisible({ timeout: 250 }));
    expect(documents.count(), 'no second reload').toBe(2);
  });
}

test('a version that has had its reload gets no second one ten minutes later', async ({
  page,
  faultServer,
  documents,
  organizationId,
}) => {
  faultServer.breakFiles(ENTRY, 'missing');
  await openSources(page, organizationId);
  await goToData(page);
  await expect(areaError(page)).toBeVisible();
  expect(documents.count()).toBe(2);
  await page.clock.fastForward('11:00');
  await tryAgain(page).click();
  await expect(areaError(page)).toBeVisible();
  await goToSources(page);
  await goToData(page);
  await expect(areaError(page)).toBeVisible();
  expect(documents.count(), 'documents').toBe(2);
  faultServer.repair();
  await tryAgain(page).click();
  await expect(dataPage(page)).toBeVisible();
  expect(documents.count()).toBe(2);
});

/**
 * Fast-forwards the page's time until `done` passes, each time by more than any of its timeouts for one file.
 */
const hurry = (page: Page, done: () => Promise<void>) =>
  expect(async () => {
    await page.clock.fastForward(16_000);
    await done();
  }).toPass({ intervals: [50] });
