import type { Page } from '@playwright/test';
import { areaError, openSources, sourcesPage, tryAgain, versionInPage } from '../pages/area.ts';
import { expect, test } from '../support/delivery-journey.ts';
import type { Fault } from '../support/faults.ts';
import { throwsAtStart } from '../support/published.ts';

test.beforeEach(({ faults }) => faults.expect(/./));

const notStarted = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Headwater could not be started.' });

/** Through a proxy that breaks files on their way. */
const throughFaults = test.extend({
  baseURL: async ({ way }, use) => use(way.address),
});

for (const fault of ['missing', 'torn', 'flipped'] satisfies Fault[]) {
  throughFaults(
    `the shell’s main file is ${fault}: one reload, then the page says so, and goes on once it is there`,
    async ({ page, way, documents, organizationId }) => {
      way.breakFiles(/\/r\/shell\/[^/]+\/main\.\w+\.js$/, fault);
      await page.goto(`/w/${organizationId}/source-connections`);
      await expect(notStarted(page)).toBeVisible();
      expect(documents.count(), 'documents').toBe(2);
      await expect
        .poll(() => way.reports())
        .toContainEqual(expect.objectContaining({ remote: 'shell', kind: 'network', phase: 'start' }));
      await page.reload();
      await expect(notStarted(page)).toBeVisible();
      expect(documents.count(), 'no loop').toBe(3);
      way.mend();
      await tryAgain(page).click();
      await expect(sourcesPage(page)).toBeVisible();
    },
  );
}

throughFaults(
  'the frame of a group of screens is missing: one reload, its error page, and “Try again” is enough',
  async ({ page, way, documents, organizationId }) => {
    way.breakFiles(/\/r\/shell\/[^/]+\/workspace-layout\.\w+\.js$/, 'missing');
    await page.goto(`/w/${organizationId}/source-connections`);
    await expect(areaError(page)).toBeVisible();
    expect(documents.count(), 'documents').toBe(2);
    way.mend();
    await tryAgain(page).click();
    await expect(sourcesPage(page)).toBeVisible();
    expect(documents.count(), 'no second reload').toBe(2);
  },
);

test('a shell that throws when it starts heals as a canary, and says so as the current one', async ({
  page,
  product,
  documents,
  delivered,
  organizationId,
}) => {
  const current = await delivered.current('shell');
  const version = await delivered.publish('shell', throwsAtStart);
  await product.deliver('canary', `shell@${version}`, '--percent', '100');
  await openSources(page, organizationId); // the first page is drawn for nobody
  const before = documents.count();
  await page.reload();
  await expect(sourcesPage(page)).toBeVisible();
  expect(await versionInPage(page, 'shell')).toBe(current);
  expect(documents.count() - before, 'documents').toBe(2);

  await delivered.release('shell', throwsAtStart);
  await page.goto('/login');
  await expect(notStarted(page)).toBeVisible();
});
