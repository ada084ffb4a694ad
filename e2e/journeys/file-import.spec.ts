import type { Page } from '@playwright/test';
import { grid, range } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const file = (name: string, content: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

const HEAD = 'id;name;amount\n1;Mara;10,50\n2;Jürgen;7,25\n';

const replaceFile = async (page: Page, name: string, content: string) => {
  await page.locator('input[type=file]').setInputFiles(file(name, content));
  await expect(page.getByText(name, { exact: true })).toBeVisible();
};
const importNow = (page: Page) => page.getByRole('button', { name: 'Import', exact: true }).click();

test('a file becomes a table, its odd row is named, and a corrected file replaces it', async ({
  page,
  product,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/data-tools`);
  await page.getByRole('link', { name: /^File import/ }).click();

  await page.locator('input[type=file]').setInputFiles(file('Payments 2026.csv', `${HEAD}3;Ana;1,00;?\n`));
  await expect(page.getByRole('textbox', { name: 'Table name' })).toHaveValue('payments_2026');
  await expect(page.locator('li[data-state=done]')).toHaveCount(1);

  // Nothing is imported yet, but everything is known, and whoever leaves now leaves nothing.
  await expect(page.getByText('UTF-8, separated by semicolons, decimal comma')).toBeVisible();
  await expect(page.getByText(/1 row will be rejected\. It's on line 4/)).toBeVisible();
  const { data } = await (
    await page.request.get(`/api/organizations/${organizationId}/source-connections`)
  ).json();
  expect(data).toEqual([]);

  await importNow(page);
  await expect(page.getByText('2 rows imported')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Rejected rows' }).getByRole('row').nth(1)).toContainText(
    'the row has 4 fields, the header has 3',
  );

  await replaceFile(page, 'corrupt.csv', '%PDF-1.7 and so on');
  await expect(
    page.getByText("corrupt.csv can't be read as a table; it looks like a PDF.").first(),
  ).toBeVisible();
  await replaceFile(page, 'corrected.csv', `${HEAD}3;Ana;1,00\n`);
  await expect(grid(page).getByRole('gridcell', { name: 'Ana' })).toBeVisible();
  await importNow(page);
  await expect(page.getByText('3 rows imported')).toBeVisible();

  await page.getByRole('link', { name: 'Open payments_2026' }).click();
  await expect(range(page)).toHaveText('Rows 1–3 of 3');
});
