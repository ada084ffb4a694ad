import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('a query is written with suggestions, corrected, run, canceled, and kept', async ({
  page,
  product,
  faults,
}) => {
  faults.expect(/status of 422/, /"statuz" not found/);
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await expect(page.getByText('Synced', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Data tools' }).click();
  await page.getByRole('main').getByRole('link', { name: 'SQL editor' }).click();

  const query = page.getByRole('textbox', { name: 'Query' });
  await query.click();
  await page.keyboard.type('select status, cou');
  await expect(page.getByRole('option', { name: 'count ()', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await query.fill('select statuz, count(*) as orders from orders where order_id <= $last group by 1');
  await page.getByLabel('last', { exact: true }).fill('10');
  await query.press('Control+Enter');
  await expect(page.getByText(/"statuz" not found/)).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go to line 1, column 8' }).click();
  await expect(query).toBeFocused();

  await query.fill('select count(*) as orders from orders where order_id <= $last');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('grid').getByRole('gridcell', { name: '10', exact: true })).toBeVisible();
  await expect(page.getByText(/^1 row in/)).toBeVisible();

  await page.reload();
  await expect(query).toContainText('where order_id <= $last');
  await query.fill('select count(*) from range(1e9::bigint) a, range(1e9::bigint) b');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Run' })).toBeVisible();
});

test('a query is saved, opened again, and found in the history', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/data-tools/sql-editor`);
  const query = page.getByRole('textbox', { name: 'Query' });
  await query.fill('select 6 * $times as answer');
  await page.getByLabel('times', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('grid').getByRole('gridcell', { name: '42', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('The answer');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/query=qry_/);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.goto(`/w/${organizationId}/data-tools/sql-editor`);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: /^select 6/ })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Saved', exact: true }).click();
  await page.getByRole('button', { name: /^The answer/ }).click();
  await expect(page).toHaveURL(/query=qry_/);
  await expect(query).toContainText('select 6 * $times as answer');
  await expect(page.getByLabel('times', { exact: true })).toHaveValue('7');
});
