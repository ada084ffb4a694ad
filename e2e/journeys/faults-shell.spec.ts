import type { Page } from '@playwright/test';
import { areaError, openSources, sourcesPage, tryAgain, versionInPage } from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import type { Fault } from '../support/faults.ts';
import { throwsAtStart } from '../support/published.ts';

test.beforeEach(({ faults }) => faults.expect(/./));

const notStarted = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Headwater could not be started.' });

/** Journeys through a proxy that breaks files in transit. */
const throughFaults = test.extend({
  baseURL: async ({ faultServer }, use) => use(faultServer.address),
});

for (const fault of ['missing', 'torn', 'flipped'] satisfies Fault[]) {
  throughFaults(
    `when the shell’s main file is ${fault}, the page reloads once, shows an error, and recovers on “Try again”`,
    async ({ page, faultServer, documents, organizationId }) => {
      faultServer.breakFiles(/\/r\/shell\/[^/]+\/main\.\w+\.js$/, fault);
      await page.goto(`/w/${organizationId}/source-connections`);
      await expect(notStarted(page)).toBeVisible();
      expect(documents.count(), 'documents').toBe(2);
      await expect
        .poll(() => faultServer.reports())
        .toContainEqual(expect.objectContaining({ remote: 'shell', kind: 'network', phase: 'start' }));
      await page.reload();
      await expect(notStarted(page)).toBeVisible();
      expect(documents.count(), 'no loop').toBe(3);
      faultServer.repair();
      await tryAgain(page).click();
      await expect(sourcesPage(page)).toBeVisible();
    },
  );
}

throughFaults(
  'when a layout’s file is missing, the page reloads once, shows its error page, and recovers on “Try again”',
  async ({ page, faultServer, documents, organizationId }) => {
    faultServer.breakFiles(/\/r\/shell\/[^/]+\/workspace-layout\.\w+\.js$/, 'missing');
    await page.goto(`/w/${organizationId}/source-connections`);
    await expect(areaError(page)).toBeVisible();
    expect(documents.count(), 'documents').toBe(2);
    faultServer.repair();
    await tryAgain(page).click();
    await expect(sourcesPage(page)).toBeVisible();
    expect(documents.count(), 'no second reload').toBe(2);
  },
);

test('a shell that throws at startup is replaced if it is a canary, and shows an error if it is current', async ({
  page,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  const current = await delivered.current('shell');
  const version = await delivered.publish('shell', throwsAtStart);
  await product.deliver('canary', `shell@${version}`, '--percent', '100');
  await openSources(page, organizationId); // the first page never gets a canary
  const before = documents.count();
  await page.reload();
  await expect(sourcesPage(page)).toBeVisible();
  expect(await versionInPage(page, 'shell')).toBe(current);
  expect(documents.count() - before, 'documents').toBe(2);

  await delivered.release('shell', throwsAtStart);
  await page.goto('/login');
  await expect(notStarted(page)).toBeVisible();
});
