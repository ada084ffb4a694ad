import type { Page } from '@playwright/test';
import { openTab, saveAndSync, synced } from '../pages/source.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const chooseFile = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

/** Saves the connection's export and returns its text. */
async function exportedFile(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as JSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Sample shop.json');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test('a connection is exported, imported after a fault in its file was fixed, and deleted before its tables', async ({
  page,
  product,
  faults,
}) => {
  faults.expect(/422/, /This value must be boolean/); // the file with a fault
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  await openTab(page, 'Settings');
  await expect(page.getByText(/^No table is read incrementally/)).toBeVisible();
  const text = await exportedFile(page);

  await page.goto(`/w/${organizationId}/source-connections/new/select`);
  await page.getByRole('link', { name: 'Import a connection' }).click();
  await chooseFile(page, 'edited.json', text.replace('"selected": true', '"selected": "always"'));
  await expect(page.getByText('streams[0].selected', { exact: true })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await chooseFile(page, 'fixed.json', text.replace('"name": "orders"', '"name": "invoices"'));
  await expect(page.getByText('Sample shop: what the import creates')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop again');
  await page.getByRole('button', { name: 'Save without testing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Select data' })).toBeVisible();
  await expect(page.getByText(/^The source doesn't have a table .*: .*invoices\./)).toBeVisible();
  await page.getByRole('button', { name: 'Forget them' }).click();
  await expect(page.getByText(/^The source doesn't have a table/)).toBeHidden();
  await saveAndSync(page);
  await synced(page);
  await expect(page.getByRole('link', { name: 'customers', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'orders', exact: true })).toBeHidden();

  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Delete connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Shop again');
  await dialog.getByRole('button', { name: 'Delete connection' }).click();
  await expect(page.getByText('Shop again was deleted. Its tables are under Data.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sample shop' })).toBeVisible();

  await page.getByRole('link', { name: 'Data', exact: true }).click();
  const kept = page.getByRole('rowgroup', { name: 'Shop again' });
  await expect(kept.getByText(/^Connection deleted on /)).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await kept.getByRole('link', { name: 'customers', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Rows of customers' })).toBeVisible();
  await page.getByRole('link', { name: 'Shop again' }).click();
  await kept.getByRole('button', { name: 'Delete all tables of Shop again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all tables' }).click();
  await expect(page.getByText('All tables of Shop again were deleted')).toBeVisible();
  await expect(kept).toBeHidden();
});
