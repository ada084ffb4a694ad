import type { Page } from '@playwright/test';
import { openTab, saveAndSync, status, synced, syncNow, uploadFile } from '../pages/source.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const main = (page: Page) => page.getByRole('main');
const kind = (page: Page, name: string) => page.getByRole('radio', { name });
const says = (page: Page, sentence: string) =>
  expect(page.getByText(sentence, { exact: true })).toBeVisible();
const nextRuns = (page: Page) => page.getByRole('list', { name: 'Next five runs' }).getByRole('listitem');
const toSchedule = (page: Page) => main(page).getByRole('link', { name: 'Schedule' }).first().click();
const toConnection = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
};

/** Loads the sample data in a new workspace and ends on its connection's page. */
async function withSampleData(page: Page, address: string): Promise<string> {
  const { organizationId } = await signUpWithWorkspace(page, address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  return organizationId;
}

test('a schedule of each kind says what it means, and is saved', async ({ page, product, faults }) => {
  faults.expect(/422/, /The hour is 25/); // the refused expression
  await withSampleData(page, product.address);
  await toSchedule(page);

  await test.step('every six hours, as suggested', async () => {
    await says(page, 'Every 6 hours from 00:00.');
    await expect(nextRuns(page)).toHaveCount(5);
    await save(page);
  });
  await test.step('daily or weekly, with quiet hours that skip a run', async () => {
    await kind(page, 'Daily or weekly').check();
    await page.getByRole('button', { name: 'Saturday' }).click();
    await page.getByRole('button', { name: 'Sunday' }).click();
    await page.getByRole('button', { name: 'Add a time' }).click();
    await page.getByRole('textbox', { name: 'Time 2' }).fill('23:00');
    await page.getByRole('switch', { name: /certain hours/ }).check();
    await page.getByRole('combobox', { name: 'On', exact: true }).selectOption('Every day');
    await says(page, 'At 06:00 and 23:00, every day, except between 22:00 and 05:00.');
    await expect(page.getByText('skipped, quiet hours').first()).toBeVisible();
    await save(page);
  });
  await test.step('cron: an error at its field, then an expression of Quartz', async () => {
    await kind(page, 'Cron').check();
    const expression = page.getByRole('textbox', { name: /Cron expression/ });
    await expression.fill('30 25 * * 1-5');
    await expect(page.getByText('The hour is 25. Use a number from 0 to 23.')).toBeVisible();
    await expect(page.getByText('The next runs show here once the schedule is valid.')).toBeVisible();
    await expression.fill('0 30 12 29 * ?');
    await expect(page.getByText(/saved in five fields/)).toBeVisible();
    await says(page, 'At 12:30, on day 29 of the month, except between 22:00 and 05:00.');
    await save(page);
    await page.reload();
    await expect(expression).toHaveValue('30 12 29 * *');
  });
  await test.step('by hand', async () => {
    await kind(page, 'Manually').check();
    await says(page, 'Only when someone chooses Sync now.');
    await save(page);
    await toConnection(page);
    await expect(page.getByText('Next run: Manual')).toBeVisible();
  });
});

test('a run starts by itself after another connection’s', async ({ page, product }) => {
  const organizationId = await withSampleData(page, product.address);
  const sample = page.url();
  await page.goto(`/w/${organizationId}/source-connections`);
  await uploadFile(page, 'till.csv', 'id\n1\n');
  await saveAndSync(page);
  await synced(page);
  const till = page.url();
  await toSchedule(page);
  await kind(page, 'After another connection').check();
  await page.getByRole('combobox', { name: 'Run after' }).selectOption({ index: 1 });
  await says(page, 'Right after Sample shop finishes successfully.');
  await save(page);

  await page.goto(sample);
  // Leaving the page before the server has the request would cancel it.
  const requested = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/sync-runs'),
  );
  await syncNow(page);
  expect((await requested).ok()).toBe(true);
  await page.goto(till);
  await openTab(page, 'Runs');
  const started = main(page).getByRole('row').filter({ hasText: 'After another connection' });
  await expect(started).toBeVisible({ timeout: 200_000 });
});

test('a connection can be paused and resumed, alone and with others', async ({ page, product }) => {
  const organizationId = await withSampleData(page, product.address);
  await toSchedule(page);
  await save(page);
  await toConnection(page);
  await expect(page.getByText(/Next run: in /)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(status(page, 'Paused')).toBeVisible();
  await expect(page.getByText(/^Paused by .* Its schedule starts no runs/)).toBeVisible();

  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(/Synced.*in /);
});
