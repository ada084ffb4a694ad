import { readFile } from 'node:fs/promises';
import { backToConnection, openTab, saveAndSync, synced, uploadFile } from '../pages/source.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const ROWS = 3_000;
const file = [
  'id,name',
  ...Array.from({ length: ROWS }, (_, id) => (id === 7 ? '=cmd()' : `${id},name ${id}`)),
].join('\n');

test('a run is explained by its log, and its rejected rows can be saved and retried', async ({
  page,
  product,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await uploadFile(page, 'orders.csv', file);
  await saveAndSync(page);
  await synced(page);
  await openTab(page, 'Runs');
  await page.getByRole('link', { name: 'Run 1', exact: true }).click();

  const log = page.getByRole('region', { name: 'Log' });
  await expect(log.getByText(/Attempt succeeded/)).toBeVisible();
  await page.getByRole('button', { name: 'Warnings' }).click();
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(log.getByText(/^1 row rejected; the first is on line 9/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('nothing like this');
  await expect(page.getByText('No lines match this filter.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No lines match this filter.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('');
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('link', { name: 'Link to line 1.1' }).click();
  await page.reload();
  await expect(page.locator('li[aria-current=true]')).toContainText('Attempt started, 1 table to read');

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the log' }).click();
  const logFile = await saved;
  expect(logFile.suggestedFilename()).toBe('run-1.log');
  expect(await readFile(await logFile.path(), 'utf8')).toContain('Attempt started. Tables to read: 1.');

  await page.getByRole('button', { name: 'See 1 rejected row' }).click();
  await expect(page.getByRole('table', { name: 'Rejected rows' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  const rows = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect(await readFile(await (await rows).path(), 'utf8')).toContain(",'=cmd()\r\n");
  await page.getByRole('button', { name: 'Retry orders' }).click();
  await backToConnection(page);
  await openTab(page, 'Runs');
  await expect(page.getByRole('link', { name: 'Run 2', exact: true })).toBeVisible();
});
